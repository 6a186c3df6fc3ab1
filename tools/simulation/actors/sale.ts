import type { TransactionOutput } from '../../../src/coins/coin.ts'
import type { CoinCode } from '../../../src/coins/index.ts'
import { toBaseUnits } from '../../../src/kernel/money.ts'
import type { PaymentReceipt } from '../../../src/payment-requests/dialects/dialect.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Outcome } from '../service/host.ts'
import type { ActorContext } from './actor-context.ts'
import { type Client, createClient, type IssuedRequest } from './client.ts'
import type { Merchant } from './merchants.ts'
import type { SignedTransaction, TransactionOptions, Wallet } from './wallet.ts'

export interface Sale {
  readonly name: string
  readonly context: ActorContext
  readonly random: SeededRandom
  readonly client: Client
  readonly merchant: Merchant
  readonly coin: CoinCode
  readonly wallet: Wallet
  /** How long the invoice can be paid. */
  readonly lifetimeMs: number
  /** Creates an invoice, and requests it in the coin of the sale. */
  createRequest(): Promise<IssuedRequest | null>
  /** Signs a transaction that pays the request, or almost. */
  pay(
    issued: IssuedRequest,
    changes?: Partial<TransactionOptions> & { readonly amountOffset?: bigint },
  ): SignedTransaction
  /** Broadcasts a transaction without the service. */
  broadcast(transaction: SignedTransaction): void
  /** Submits until there is a final response. */
  submitUntilFinal(
    issued: IssuedRequest,
    ...transactions: SignedTransaction[]
  ): Promise<Outcome<PaymentReceipt>>
}

/** Some amounts are frequent, so that they collide on fixed addresses. */
export const amounts = ['5', '5', '10', '12.5', '20', '37.25', '49.99']

export function createSale(context: ActorContext, number: number): Sale {
  const name = `sale ${number}`
  const random = context.random(name)
  const client = createClient(context, name, random)
  const merchant = random.pick(context.merchants)
  const coin = random.pick(merchant.coins)
  const wallet = context.wallets.get(coin)
  if (!wallet) throw new Error(`there is no wallet for ${coin}`)
  const lifetimeMs = 1_000 * random.between(60, 240)
  return {
    name,
    context,
    random,
    client,
    merchant,
    coin,
    wallet,
    lifetimeMs,
    createRequest,
    pay,
    broadcast,
    submitUntilFinal,
  }

  async function createRequest(): Promise<IssuedRequest | null> {
    const uid = await client.create(merchant, random.pick(amounts), { lifetimeMs })
    return uid === null ? null : client.issue(uid, coin, !merchant.fixed.has(coin))
  }

  function pay(
    { request }: IssuedRequest,
    { amountOffset = 0n, ...changes }: Partial<TransactionOptions> & { amountOffset?: bigint } = {},
  ): SignedTransaction {
    const feeRate = request.feeRate * BigInt(random.between(1, 3))
    return (
      wallet?.createTransaction({
        outputs: getRequiredOutputs({ request }, amountOffset),
        feeRate,
        ...changes,
      }) ?? fail()
    )
  }

  function broadcast({ hex, txid }: SignedTransaction): void {
    const { kind } = context.nodes.get(coin)?.submit(hex) ?? fail()
    context.history.log(name, `broadcasts ${txid.slice(0, 8)} itself: ${kind}`)
  }

  async function submitUntilFinal(
    issued: IssuedRequest,
    ...transactions: SignedTransaction[]
  ): Promise<Outcome<PaymentReceipt>> {
    const outcome = await client.retryUntilResponse(() => client.submit(issued, transactions))
    if (outcome.kind === 'done') context.counts.successes++
    if (outcome.kind === 'done' && random.chance(0.2)) await client.checkPublicInvoice(issued.uid)
    return outcome
  }
}

/** The requested outputs, with the first one changed by that many base units. */
export const getRequiredOutputs = (
  { request }: Pick<IssuedRequest, 'request'>,
  amountOffset = 0n,
): TransactionOutput[] =>
  request.outputs.map(({ script, amount }, index) => ({
    script: Buffer.from(script, 'hex'),
    amount: toBaseUnits(amount + (index === 0 ? amountOffset : 0n)),
  }))

function fail(): never {
  throw new Error('there is no wallet')
}
