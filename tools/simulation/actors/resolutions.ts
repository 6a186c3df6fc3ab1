import { toBaseUnits } from '../../../src/kernel/money.ts'
import type { Resolution } from '../../../src/payment-exceptions/resolution.ts'
import type { PaymentException } from '../../../src/payments/exception.ts'
import type { Outcome } from '../service/host.ts'
import type { Sale } from './sale.ts'

/** Share of the invoices whose merchant decides about payment exceptions. */
const decidingShare = 0.5

/** Resolves the payment exceptions of an invoice, as a merchant does who looks at the overview from time to time. */
export async function resolveExceptions(sale: Sale, uid: string): Promise<void> {
  const { random, context } = sale
  if (!random.chance(decidingShare)) return
  for (let visits = random.between(1, 2); visits > 0; visits--) {
    await context.scheduler.sleep(random.between(5_000, 2 * sale.lifetimeMs))
    for (const exception of await listOpen(sale, uid)) {
      // Two people, or two clicks.
      const people = random.chance(0.15) ? 2 : 1
      await Promise.all(Array.from({ length: people }, () => resolve(sale, exception)))
    }
  }
}

async function listOpen({ client, merchant }: Sale, uid: string): Promise<readonly PaymentException[]> {
  const outcome = await client.retryUntilResponse(() =>
    client.call((service) => service.listExceptions(merchant.caller.accountId, 'open', firstPage)),
  )
  return outcome.kind === 'done' ? outcome.value.filter(({ invoiceUid }) => invoiceUid === uid) : []
}

const firstPage = { before: null, limit: 100 }

async function resolve(sale: Sale, exception: PaymentException): Promise<void> {
  const { client, merchant, random, context } = sale
  const { id, invoiceUid } = exception
  const isWrong = random.chance(0.1)
  const resolution: Resolution = isWrong
    ? { kind: 'refunded', txid: exception.txid }
    : chooseResolution(sale, exception)
  if (resolution.kind === 'accept') context.received.recordAcceptance(invoiceUid)
  const actor = { accountId: merchant.caller.accountId, actor: 'simulation' }
  const send = (): Promise<Outcome<PaymentException>> =>
    client.call((service) => service.resolveException(actor, id, resolution))
  const outcome = await client.retryUntilResponse(send)
  client.record(`${resolution.kind} ${exception.kind} of ${invoiceUid.slice(-6)}`, outcome)
  if (outcome.kind === 'done') context.received.recordResolution(outcome.value, { isWrong })
}

function chooseResolution(sale: Sale, exception: PaymentException): Resolution {
  const kind = sale.random.pick(['accept', 'accept', 'refunded', 'refunded', 'keep'] as const)
  if (kind === 'refunded') return { kind, txid: refund(sale, exception) }
  return kind === 'keep' ? { kind, note: 'the customer knows' } : { kind }
}

/** Broadcasts a transaction that returns the money to the customer's wallet. Returns its txid. */
function refund({ context, name }: Sale, { coin, amount }: PaymentException): string {
  const [wallet, node] = [context.wallets.get(coin), context.nodes.get(coin)]
  if (!wallet || !node) throw new Error(`there is no wallet for ${coin}`)
  const dust = wallet.coin.getDustLimit(wallet.script)
  const outputs = [{ script: wallet.script, amount: toBaseUnits(amount > dust ? amount : dust) }]
  const { hex, txid } = wallet.createTransaction({ outputs, feeRate: 10n * wallet.coin.feeRate.floor })
  context.history.log(name, `refunds ${txid.slice(0, 8)}: ${node.submit(hex).kind}`)
  return txid
}
