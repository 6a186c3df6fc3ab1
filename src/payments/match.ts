import type { Outpoint, Transaction } from '../coins/coin.ts'
import { ApiError } from '../kernel/api-error.ts'
import { baseUnits, formatCoins } from '../kernel/money.ts'
import type { Steps } from '../kernel/steps.ts'
import type { SomeInTurns } from '../kernel/turns.ts'
import type { PaymentRequest, RequiredOutput } from '../payment-requests/request.ts'
import type { TakenOutput } from './payment.ts'

/** The request at one price, and whether that price is still valid. */
export interface QuotedRequest {
  readonly request: PaymentRequest
  /** The rate snapshot that the request was priced with. */
  readonly snapshotId: string
  readonly live: boolean
}

export interface Match {
  readonly request: PaymentRequest
  readonly snapshotId: string
  readonly outputs: readonly TakenOutput[]
}

/** A step over this many outputs takes about a millisecond. */
const outputsPerStep = 8_192

/**
 * Finds the price that the transaction pays, newest first. Each required output claims one of its own, by script bytes and exact amount.
 * `taken`: outputs of this transaction that belong to another invoice.
 * @throws {ApiError} `tx_output_missing`, `tx_amount_mismatch`, `quote_expired` when only an older price fits
 */
export function* matchRequest(
  asked: readonly QuotedRequest[],
  transaction: Transaction,
  taken: ReadonlySet<number>,
): Steps<Match> {
  const paid = yield* findPaid(asked, transaction, taken)
  let over = false
  for (const { request, snapshotId, live } of asked) {
    const { picked, missing } = pick(request.outputs, paid)
    if (missing) continue
    if (live) {
      const outputs = picked.map(({ vout, due: { script, amount } }) => ({
        txid: transaction.id,
        vout,
        script,
        amount,
      }))
      return { request, snapshotId, outputs }
    }
    over = true
  }
  if (over) throw new ApiError('quote_expired')
  throw yield* mismatch(asked, transaction, { paid, taken })
}

/**
 * Requires every transaction but the last to be an ancestor of the last within the submission: the payer isn't charged for a stranger's fee
 * or block space. Reads no more inputs than it takes to find them all.
 * @throws {ApiError} `tx_unrelated`
 */
export async function requireAncestors(
  transactions: readonly Transaction[],
  some: SomeInTurns,
): Promise<void> {
  // Where each has a child among them, each leads to the last: transactions can't form a circle.
  const childless = new Set(transactions.slice(0, -1).map(({ id }) => id))
  const removeParent = ({ txid }: Outpoint) => childless.delete(txid) && childless.size === 0
  for (const { inputs } of transactions.toReversed())
    if (childless.size === 0 || (await some(inputs, removeParent))) return
  throw new ApiError('tx_unrelated')
}

/** Outputs that pay a requested amount at some price: indexes by script and amount, in order. */
type Paid = ReadonlyMap<string, ReadonlyMap<bigint, readonly number[]>>

/** Reads each output once, however many prices were quoted: the prices of one coin share an address. */
function* findPaid(
  asked: readonly QuotedRequest[],
  transaction: Transaction,
  taken: ReadonlySet<number>,
): Steps<Paid> {
  const paid = new Map<string, Map<bigint, number[]>>()
  for (const { script, amount } of asked.flatMap(({ request }) => request.outputs)) {
    const byAmount = paid.get(script) ?? new Map<bigint, number[]>()
    paid.set(script, byAmount.set(amount, []))
  }
  for (const [script, byAmount] of paid) {
    yield* eachOutputTo(script, transaction, (amount, vout) => {
      if (!taken.has(vout)) byAmount.get(amount)?.push(vout)
    })
  }
  return paid
}

/** A BSV transaction may have 111 000 outputs: scripts are compared as bytes, without copies. */
function* eachOutputTo(
  script: string,
  { outputs }: Transaction,
  visit: (amount: bigint, vout: number) => void,
): Steps<void> {
  const wanted = Buffer.from(script, 'hex')
  for (const [vout, output] of outputs.entries()) {
    if (wanted.equals(output.script)) visit(output.amount, vout)
    if ((vout + 1) % outputsPerStep === 0) yield
  }
}

/** Each required output takes an output of its own, so one output never settles two equal ones. `missing`: the first without a match. */
function pick(required: readonly RequiredOutput[], paid: Paid) {
  const used = new Set<number>()
  const picked: { readonly vout: number; readonly due: RequiredOutput }[] = []
  for (const due of required) {
    const vout = paid
      .get(due.script)
      ?.get(due.amount)
      ?.find((place) => !used.has(place))
    if (vout === undefined) return { picked, missing: due, used }
    used.add(vout)
    picked.push({ vout, due })
  }
  return { picked, missing: null, used }
}

/** The mismatch, explained by the newest price. */
function* mismatch(
  asked: readonly QuotedRequest[],
  transaction: Transaction,
  { paid, taken }: { readonly paid: Paid; readonly taken: ReadonlySet<number> },
): Steps<ApiError> {
  const request = (asked.find(({ live }) => live) ?? asked[0])?.request
  if (!request) return new ApiError('tx_output_missing', 'its payment request was never asked for')
  const { missing: due, used } = pick(request.outputs, paid)
  if (!due) return new ApiError('quote_expired')
  let largest: bigint | null = null
  yield* eachOutputTo(due.script, transaction, (amount, vout) => {
    if (!taken.has(vout) && !used.has(vout) && (largest === null || amount > largest)) largest = amount
  })
  if (largest === null) return new ApiError('tx_output_missing', due.address)
  const members = { expected: formatCoins(due.amount), received: formatCoins(baseUnits(largest)) }
  return new ApiError('tx_amount_mismatch', { coin: request.coin, ...members }).withMembers(members)
}
