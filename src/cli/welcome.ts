import { createAccounts } from '../accounts/accounts.ts'
import { createSandboxMerchant, sandboxEmail } from '../accounts/sandbox-merchant.ts'
import { coins } from '../coins/index.ts'
import { createStores, createTransact } from '../composition/stores.ts'
import type { Config } from '../config/config.ts'
import { filterQueued } from '../events/transports/index.ts'
import { systemClock } from '../kernel/clock.ts'
import { isBundled } from '../platform/program-files.ts'
import type { Database } from '../platform/storage/database.ts'

const command = isBundled ? 'quittance' : 'npm run -s quittance --'

/** The message that `serve` prints once it listens. On an empty regtest database it also creates a merchant and explains how to use it. */
export async function createWelcomeMessage(
  database: Database,
  { chain, baseUrl, events }: Config,
): Promise<string> {
  const line = `\nQuittance is ready at ${baseUrl} (${chain}).\n`
  if (chain !== 'regtest') return `${line}\n`
  const { accounts: reader } = createStores(database.read)
  if (await reader.findByEmail(sandboxEmail)) return formatTokenHint(line)
  if (!(await reader.isEmpty())) return `${line}\n`

  const accounts = createAccounts(createTransact(database, filterQueued(events.transports)), {
    chain,
    clock: systemClock,
  })
  const token = await createSandboxMerchant(accounts, chain)
  if (token === null) return formatTokenHint(line)
  return `${line}
  merchant  ${sandboxEmail}
  token     ${token}   (shown only once)

  Create an invoice:

    curl -s ${baseUrl}/invoices -u ${token}: -H 'Content-Type: application/json' -d '{"amount": 12.5, "currency": "USD"}'

  Pay the uri from the response in ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(coins.keys())}:

    ${command} pay "<uri>" --coin DOGE

  Sign in at ${baseUrl}/login. To get a link for setting a password:

    ${command} account reset --email ${sandboxEmail}

`
}

const formatTokenHint = (line: string): string =>
  `${line}\n  To create another token for the sandbox merchant:\n    ${command} token create --email ${sandboxEmail} --name sandbox\n\n`
