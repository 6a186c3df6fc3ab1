import { createClient, type QuittanceClient } from '../client/client.ts'
import { findCoin } from '../coins/index.ts'
import { createOutputScript, generateKey, getDefaultScriptType } from '../wallet/keys.ts'
import { pay } from '../wallet/pay.ts'
import { PayError } from '../wallet/pay-error.ts'
import { createSandboxClient } from '../wallet/sandbox-client.ts'
import { type Command, CommandError, UsageError } from './command.ts'
import { readServerAccess, serverOptions, serverUsage, toCommandError } from './server-access.ts'

/** The invoice, and the transaction that paid it. */
interface TriggerResult {
  readonly type: string
  readonly invoice: string
  readonly txid: string | null
}

type Trigger = (client: QuittanceClient, baseUrl: string) => Promise<Omit<TriggerResult, 'type'>>

/** Causes each type of event. */
const triggers: Readonly<Record<string, Trigger>> = {
  'invoice.created': async (client) => ({ invoice: (await createInvoice(client)).invoice.uid, txid: null }),
  'invoice.cancelled': async (client) => {
    const { uid } = (await createInvoice(client)).invoice
    await client.invoices.cancel(uid)
    return { invoice: uid, txid: null }
  },
  'invoice.paid': payInvoice,
  'payment.accepted': payInvoice,
  'payment.confirmed': async (client, baseUrl) => {
    const { coin, ...paid } = await payInvoice(client)
    await mineBlock(baseUrl, coin)
    return paid
  },
}

export const triggerCommand: Command = {
  name: 'trigger',
  usage: `<event-type> ${serverUsage}`,
  summary: `Triggers a real event in a server’s sandbox: ${Object.keys(triggers).join(', ')}. Set QUITTANCE_TOKEN to an access token.`,
  options: serverOptions,
  positionalCount: 1,
  async run(args, context): Promise<TriggerResult> {
    const [type = ''] = args.positionals
    const trigger = triggers[type]
    if (!trigger) throw new UsageError(`The event type must be one of ${Object.keys(triggers).join(', ')}.`)
    const access = await readServerAccess(args, context)
    try {
      const { invoice, txid } = await trigger(createClient(access), access.baseUrl)
      return { type, invoice, txid }
    } catch (error) {
      if (error instanceof PayError) throw new CommandError(error.message, { code: error.code })
      throw toCommandError(error, access)
    }
  },
}

/** USD always has rates in the sandbox. One confirmation is required, regardless of the account's preferences. */
const createInvoice = (client: QuittanceClient) =>
  client.invoices.create({ amount: '12.50', currency: 'USD', confirmations: 1, memo: 'quittance trigger' })

/** Pays a new invoice from the sandbox: in LTC if it is an option. */
async function payInvoice(client: QuittanceClient) {
  const { invoice, payment_options } = await createInvoice(client)
  const option = payment_options.find(({ currency }) => currency === 'LTC') ?? payment_options[0]
  if (!option) throw new CommandError('The invoice has no payment options: add a payout wallet.')
  const { txid } = await pay(option.uri, { coin: option.currency })
  return { invoice: invoice.uid, txid, coin: option.currency }
}

async function mineBlock(baseUrl: string, code: string): Promise<void> {
  const coin = findCoin(code)
  const address = coin?.scriptToAddress(
    createOutputScript(generateKey(), getDefaultScriptType(coin)),
    'regtest',
  )
  if (!coin || !address) return
  const sandbox = createSandboxClient({ fetch: globalThis.fetch }, new URL(baseUrl), coin)
  await sandbox.call('generatetoaddress', [1, address])
}
