import { randomBytes } from 'node:crypto'
import { accounts } from './accounts/accounts.ts'
import { extendedKeyFromSeed } from './coins/codec/hdkey.ts'
import { coins } from './coins/index.ts'
import type { Config } from './config.ts'
import { queuedAmong } from './events/transports/index.ts'
import { systemClock } from './kernel/clock.ts'
import { Refused } from './kernel/refused.ts'
import type { Database } from './platform/storage/database.ts'
import { stores, transactOn } from './stores.ts'

const email = 'shop@example.com'

/**
 * What is printed at the start. On an empty regtest database a merchant is made to try things with: its keys are random and kept nowhere,
 * for the coins of a sandbox are worth nothing.
 */
export async function welcome(database: Database, { chain, baseUrl, events }: Config): Promise<string> {
  const line = `\nQuittance is ready at ${baseUrl} (${chain}).\n`
  if (chain !== 'regtest') return `${line}\n`
  const found = await stores(database.read).accounts.findByEmail(email)
  if (found) return again(line)
  if (!(await stores(database.read).accounts.isEmpty())) return `${line}\n`

  const use = accounts(transactOn(database, queuedAmong(events.transports)), { chain, clock: systemClock })
  try {
    await use.create({ email, password: null, name: 'Sandbox Shop' })
  } catch (error) {
    // Another process that has started at the same time was quicker.
    if (error instanceof Refused && error.code === 'account_exists') return again(line)
    throw error
  }
  const seed = randomBytes(32)
  for (const coin of coins.values()) {
    await use.setDestination(email, coin.code, { xpub: extendedKeyFromSeed(seed, { coin, chain }).xpub })
  }
  const { token } = await use.createToken(email, { name: 'first' })
  return `${line}
  merchant  ${email}
  token     ${token}   (shown this once)

  Create an invoice:

    curl -s ${baseUrl}/invoices -u ${token}: -H 'Content-Type: application/json' -d '{"amount": 12.5, "currency": "USD"}'

  and pay the uri of its answer in any of ${[...coins.keys()].join(', ')}:

    npm run -s quittance -- pay "<uri>" --coin DOGE

  Its pages are at ${baseUrl}/login. A link to a password for them:

    npm run -s quittance -- account reset --email ${email}

`
}

const again = (line: string): string =>
  `${line}\n  Another token for the merchant of the sandbox:\n    npm run -s quittance -- token create --email ${email} --name again\n\n`
