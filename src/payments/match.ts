import type { Transaction } from '../coins/coin.ts'
import { baseUnits, formatCoins } from '../kernel/money.ts'
import { Refused } from '../kernel/refused.ts'
import type { PaymentRequest, RequiredOutput } from '../payment-requests/request.ts'
import type { TakenOutput } from './payment.ts'

/** What was asked at one price, and whether it still counts. */
export interface Asked {
  readonly request: PaymentRequest
  /** The prices that it was made of. */
  readonly snapshotId: string
  readonly live: boolean
}

export interface Match {
  readonly request: PaymentRequest
  readonly snapshotId: string
  readonly outputs: readonly TakenOutput[]
}

/**
 * Finds the price at which the transaction pays, the newest first. Each required output claims one of its own: script bytes and exact amount.
 * `taken`: outputs of this transaction that another invoice has.
 * @throws {Refused} `tx_output_missing`, `tx_amount_mismatch`, `quote_expired` when only an older price fits
 */
export function matchRequest(
  asked: readonly Asked[],
  transaction: Transaction,
  taken: ReadonlySet<number>,
): Match {
  const free = transaction.outputs.flatMap(({ script, amount }, vout) =>
    taken.has(vout)
      ? []
      : [{ txid: transaction.id, vout, script: Buffer.from(script).toString('hex'), amount }],
  )
  let over = false
  for (const { request, snapshotId, live } of asked) {
    const { picked, missing } = pick(request.outputs, free)
    if (missing) continue
    if (live) return { request, snapshotId, outputs: picked }
    over = true
  }
  if (over) throw new Refused('quote_expired')
  throw mismatch(asked, free)
}

/** Each due takes an output of its own: one output never settles two equal dues. `missing`: the first that found none. */
function pick(required: readonly RequiredOutput[], free: readonly TakenOutput[]) {
  const left = [...free]
  const picked: TakenOutput[] = []
  for (const due of required) {
    const place = left.findIndex(({ script, amount }) => script === due.script && amount === due.amount)
    const [output] = place < 0 ? [] : left.splice(place, 1)
    if (!output) return { picked, missing: due, left }
    picked.push(output)
  }
  return { picked, missing: null, left }
}

/** What is wrong, told by the newest price. */
function mismatch(asked: readonly Asked[], free: readonly TakenOutput[]): Refused {
  const request = (asked.find(({ live }) => live) ?? asked[0])?.request
  if (!request) return new Refused('tx_output_missing', 'its payment request was never asked for')
  const { missing: due, left } = pick(request.outputs, free)
  if (!due) return new Refused('quote_expired')
  const amounts = left.flatMap(({ script, amount }) => (script === due.script ? [amount] : []))
  if (amounts.length === 0) return new Refused('tx_output_missing', due.address)
  const largest = amounts.toSorted((a, b) => (a < b ? 1 : -1))[0] ?? baseUnits(0n)
  const members = { expected: formatCoins(due.amount), received: formatCoins(largest) }
  return new Refused('tx_amount_mismatch', { coin: request.coin, ...members }).with(members)
}
