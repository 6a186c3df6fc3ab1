import type { Outpoint, Transaction } from '../coins/coin.ts'
import { ApiError } from '../kernel/api-error.ts'
import { type Decimal, formatCoins, toBaseUnits } from '../kernel/money.ts'
import type { SomeInSteps } from '../kernel/some-in-steps.ts'
import type { Steps } from '../kernel/steps.ts'
import type { PaymentRequest, RequiredOutput } from '../payment-requests/request.ts'
import type { TakenOutput } from './payment.ts'

/** The request at one quote, and whether that quote is still valid. */
export interface QuotedRequest {
  readonly request: PaymentRequest
  /** The rate snapshot that the request was priced with. */
  readonly snapshotId: string
  readonly isLive: boolean
  /** See `Payment`. */
  readonly value: Decimal | null
}

/** The request that a transaction pays, and the outputs that pay it. */
export interface RequestMatch {
  readonly request: PaymentRequest
  readonly snapshotId: string
  readonly value: Decimal | null
  readonly outputs: readonly TakenOutput[]
}

/** A step over this many outputs takes about a millisecond. */
const outputsPerStep = 8_192

/**
 * Finds the quote that the transaction pays, newest first. Each required output must match a separate output by script and exact amount.
 * @param takenVouts outputs of this transaction that belong to another invoice
 * @throws {ApiError} `tx_output_missing`, `tx_amount_mismatch`, `quote_expired` when only an older quote fits
 */
export function* matchRequest(
  requests: readonly QuotedRequest[],
  transaction: Transaction,
  takenVouts: ReadonlySet<number>,
): Steps<RequestMatch> {
  const payingOutputs = yield* findPayingOutputs(requests, transaction, takenVouts)
  let matchesExpired = false
  for (const { request, snapshotId, isLive, value } of requests) {
    const { picked, missing } = pickOutputs(request.outputs, payingOutputs)
    if (missing) continue
    if (isLive) {
      const outputs = picked.map(({ vout, requiredOutput: { script, amount } }) => ({
        txid: transaction.id,
        vout,
        script,
        amount,
      }))
      return { request, snapshotId, value, outputs }
    }
    matchesExpired = true
  }
  if (matchesExpired) throw new ApiError('quote_expired')
  throw yield* explainMismatch(requests, transaction, { payingOutputs, takenVouts })
}

/**
 * Requires every transaction but the last to be an ancestor of the last within the submission, so the payer isn't charged for unrelated
 * transactions. Stops as soon as all are found.
 * @throws {ApiError} `tx_unrelated`
 */
export async function requireAncestors(
  transactions: readonly Transaction[],
  someInSteps: SomeInSteps,
): Promise<void> {
  // If each has a child among them, each leads to the last: transactions can't form a cycle.
  const childless = new Set(transactions.slice(0, -1).map(({ id }) => id))
  const removeParent = ({ txid }: Outpoint) => childless.delete(txid) && childless.size === 0
  for (const { inputs } of transactions.toReversed())
    if (childless.size === 0 || (await someInSteps(inputs, removeParent))) return
  throw new ApiError('tx_unrelated')
}

/** Outputs that pay a requested amount at some quote: indexes by script and amount, in order. */
type PayingOutputs = ReadonlyMap<string, ReadonlyMap<bigint, readonly number[]>>

/** Reads each output once, however many quotes there are: the quotes of one coin share an address. */
function* findPayingOutputs(
  requests: readonly QuotedRequest[],
  transaction: Transaction,
  takenVouts: ReadonlySet<number>,
): Steps<PayingOutputs> {
  const payingOutputs = new Map<string, Map<bigint, number[]>>()
  for (const { script, amount } of requests.flatMap(({ request }) => request.outputs)) {
    const byAmount = payingOutputs.get(script) ?? new Map<bigint, number[]>()
    payingOutputs.set(script, byAmount.set(amount, []))
  }
  for (const [script, byAmount] of payingOutputs) {
    yield* visitOutputsTo(script, transaction, (amount, vout) => {
      if (!takenVouts.has(vout)) byAmount.get(amount)?.push(vout)
    })
  }
  return payingOutputs
}

/** A BSV transaction may have 111 000 outputs: scripts are compared as bytes, without copies. */
function* visitOutputsTo(
  script: string,
  { outputs }: Transaction,
  visit: (amount: bigint, vout: number) => void,
): Steps<void> {
  const expectedScript = Buffer.from(script, 'hex')
  for (const [vout, output] of outputs.entries()) {
    if (expectedScript.equals(output.script)) visit(output.amount, vout)
    if ((vout + 1) % outputsPerStep === 0) yield
  }
}

/** Finds a separate output for each required one, so that none settles two equal amounts. `missing` is the first without a match. */
function pickOutputs(required: readonly RequiredOutput[], payingOutputs: PayingOutputs) {
  const used = new Set<number>()
  const picked: { readonly vout: number; readonly requiredOutput: RequiredOutput }[] = []
  for (const requiredOutput of required) {
    const vout = payingOutputs
      .get(requiredOutput.script)
      ?.get(requiredOutput.amount)
      ?.find((index) => !used.has(index))
    if (vout === undefined) return { picked, missing: requiredOutput, used }
    used.add(vout)
    picked.push({ vout, requiredOutput })
  }
  return { picked, missing: null, used }
}

/** Explains the mismatch against the newest quote. */
function* explainMismatch(
  requests: readonly QuotedRequest[],
  transaction: Transaction,
  {
    payingOutputs,
    takenVouts,
  }: { readonly payingOutputs: PayingOutputs; readonly takenVouts: ReadonlySet<number> },
): Steps<ApiError> {
  const request = (requests.find(({ isLive }) => isLive) ?? requests[0])?.request
  if (!request) return new ApiError('tx_output_missing', 'no payment request was issued for it')
  const { missing: due, used } = pickOutputs(request.outputs, payingOutputs)
  if (!due) return new ApiError('quote_expired')
  let maxAmount: bigint | null = null
  yield* visitOutputsTo(due.script, transaction, (amount, vout) => {
    if (!takenVouts.has(vout) && !used.has(vout) && (maxAmount === null || amount > maxAmount))
      maxAmount = amount
  })
  if (maxAmount === null) return new ApiError('tx_output_missing', due.address)
  const members = { expected: formatCoins(due.amount), received: formatCoins(toBaseUnits(maxAmount)) }
  return new ApiError('tx_amount_mismatch', { coin: request.coin, ...members }).withMembers(members)
}
