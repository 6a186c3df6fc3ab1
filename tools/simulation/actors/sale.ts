import type { TransactionOutput } from '../../../src/coins/coin.ts'
import type { CoinCode } from '../../../src/coins/index.ts'
import { baseUnits } from '../../../src/kernel/money.ts'
import type { PaymentReceipt } from '../../../src/payment-requests/dialects/dialect.ts'
import type { Seeded } from '../seeded.ts'
import type { Outcome } from '../service/host.ts'
import { type Bill, type Client, createClient } from './client.ts'
import type { Merchant } from './merchants.ts'
import type { Stage } from './stage.ts'
import type { SignedTransaction, TransactionOptions, Wallet } from './wallet.ts'

export interface Sale {
  readonly name: string
  readonly stage: Stage
  readonly random: Seeded
  readonly client: Client
  readonly merchant: Merchant
  readonly coin: CoinCode
  readonly wallet: Wallet
  /** How long the invoice can be paid. */
  readonly lifeMs: number
  /** A new invoice, requested in the coin of the sale. */
  bill(): Promise<Bill | null>
  /** A transaction that pays the request, or almost. */
  pay(bill: Bill, changes?: Partial<TransactionOptions> & { readonly by?: bigint }): SignedTransaction
  /** Broadcasts it without the service. */
  send(transaction: SignedTransaction): void
  /** Submits until there is a final response. */
  settle(bill: Bill, ...transactions: SignedTransaction[]): Promise<Outcome<PaymentReceipt>>
}

/** Some amounts are common, so that they meet on one address. */
const amounts = ['5', '5', '10', '12.5', '20', '37.25', '49.99']

export function createSale(stage: Stage, number: number): Sale {
  const name = `sale ${number}`
  const random = stage.random(name)
  const client = createClient(stage, name, random)
  const merchant = random.pick(stage.merchants)
  const coin = random.pick(merchant.coins)
  const wallet = stage.wallets.get(coin)
  if (!wallet) throw new Error(`There is no wallet for ${coin}.`)
  const lifeMs = 1_000 * random.between(60, 240)
  return { name, stage, random, client, merchant, coin, wallet, lifeMs, bill, pay, send, settle }

  async function bill(): Promise<Bill | null> {
    const uid = await client.create(merchant, random.pick(amounts), lifeMs)
    return uid === null ? null : client.issue(uid, coin, !merchant.fixed.has(coin))
  }

  function pay(
    { request }: Bill,
    { by = 0n, ...changes }: Partial<TransactionOptions> & { by?: bigint } = {},
  ): SignedTransaction {
    const feeRate = request.feeRate * BigInt(random.between(1, 3))
    return wallet?.make({ outputs: dues({ request }, by), feeRate, ...changes }) ?? fail()
  }

  function send({ hex, txid }: SignedTransaction): void {
    const { kind } = stage.nodes.get(coin)?.take(hex) ?? fail()
    stage.history.tell(name, `broadcasts ${txid.slice(0, 8)} itself: ${kind}`)
  }

  async function settle(bill: Bill, ...transactions: SignedTransaction[]): Promise<Outcome<PaymentReceipt>> {
    const outcome = await client.retryUntilAnswered(() => client.submit(bill, transactions))
    if (outcome.kind === 'done') stage.counts.successes++
    if (outcome.kind === 'done' && random.chance(0.2)) await client.checkShown(bill.uid)
    return outcome
  }
}

/** The requested outputs, with the first one changed by that many base units. */
export const dues = ({ request }: Pick<Bill, 'request'>, by = 0n): TransactionOutput[] =>
  request.outputs.map(({ script, amount }, index) => ({
    script: Buffer.from(script, 'hex'),
    amount: baseUnits(amount + (index === 0 ? by : 0n)),
  }))

function fail(): never {
  throw new Error('There is no wallet.')
}
