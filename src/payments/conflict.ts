import type { Outpoint } from '../coins/coin.ts'
import type { LocatedOutput, TransactionSpends } from '../networks/network.ts'
import type { TakenOutput } from './payment.ts'

/** A transaction that replaced another and pays the same: with a higher fee, a different witness or a changed signature. */
export interface PaymentReplacement {
  readonly txid: string
  readonly inputs: readonly Outpoint[]
  readonly outputs: readonly TakenOutput[]
}

/** A payment that is in no block. */
export interface WatchedPayment {
  /** The current transactions, which don't conflict with the payment. A transaction that they replaced does. */
  readonly own: ReadonlySet<string>
  /** The outpoints that it spends. */
  readonly inputs: readonly Outpoint[]
  /** The outputs that it has to pay. */
  readonly due: readonly Pick<TakenOutput, 'script' | 'amount'>[]
}

/** Another transaction spends an input of the payment. `replacement`: the transaction that pays instead, if there is one. */
export interface Conflict {
  readonly conflictingTxid: string
  readonly replacement: PaymentReplacement | null
}

/**
 * Finds the transaction in a block that spends the payment's inputs, and the one that pays instead. A replacement spends one of those
 * inputs itself, or descends from a conflicting transaction of the same block: without that link, someone else may be paying the address
 * for something else. `outputs`: the block's outputs to the payment's scripts. Null when there is no conflict.
 */
export function findConflict(
  spends: readonly TransactionSpends[],
  outputs: readonly LocatedOutput[],
  { own, inputs, due }: WatchedPayment,
): Conflict | null {
  const coins = new Set(inputs.map(nameOf))
  const rivals = spends.filter(
    ({ txid, inputs }) => !own.has(txid) && inputs.some((input) => coins.has(nameOf(input))),
  )
  const [rival] = rivals
  if (!rival) return null
  const descended = descendants(spends, new Set(rivals.map(({ txid }) => txid)))
  for (const txid of new Set(outputs.map((output) => output.txid))) {
    const spending = spends.find((each) => each.txid === txid)
    if (!spending || !descended.has(txid)) continue
    const paid = matched(
      outputs.filter((output) => output.txid === txid),
      due,
    )
    if (paid)
      return { conflictingTxid: rival.txid, replacement: { txid, inputs: spending.inputs, outputs: paid } }
  }
  return { conflictingTxid: rival.txid, replacement: null }
}

const nameOf = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`

/** These transactions and all of the block's that descend from them, in any block order (BCH orders by id). */
function descendants(spends: readonly TransactionSpends[], from: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set(from)
  for (let before = 0; before < found.size; ) {
    before = found.size
    for (const { txid, inputs } of spends) if (inputs.some((input) => found.has(input.txid))) found.add(txid)
  }
  return found
}

/** Each required output is paid exactly by an output of its own. Null when one isn't. */
function matched(outputs: readonly LocatedOutput[], due: WatchedPayment['due']): TakenOutput[] | null {
  const free = outputs.map(({ txid, vout, script, amount }) => ({
    txid,
    vout,
    script: Buffer.from(script).toString('hex'),
    amount,
  }))
  const taken: TakenOutput[] = []
  for (const { script, amount } of due) {
    const place = free.findIndex((output) => output.script === script && output.amount === amount)
    const [output] = place < 0 ? [] : free.splice(place, 1)
    if (!output) return null
    taken.push(output)
  }
  return taken
}
