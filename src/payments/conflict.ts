import type { Outpoint } from '../coins/coin.ts'
import type { LocatedOutput, Spending } from '../networks/network.ts'
import type { TakenOutput } from './payment.ts'

/** A transaction that took the place of another and pays the same: a higher fee, another witness, a changed signature. */
export interface Heir {
  readonly txid: string
  readonly inputs: readonly Outpoint[]
  readonly outputs: readonly TakenOutput[]
}

/** What is known of a payment that is in no block. */
export interface AtRisk {
  /** The transactions that pay now: they are no rivals, as one is whose place they took. */
  readonly own: ReadonlySet<string>
  /** The coins that it spends. */
  readonly inputs: readonly Outpoint[]
  /** What it was asked for. */
  readonly due: readonly Pick<TakenOutput, 'script' | 'amount'>[]
}

/** Another transaction has a coin of the payment; `heir`: the one that pays in its place, if any does. */
export interface Conflict {
  readonly rival: string
  readonly heir: Heir | null
}

/**
 * Who took a payment's coins in a block, and does he pay in its place? An heir has one of the coins itself, or spends what a rival of the
 * same block left: an address may be paid by somebody else for something else. `outputs`: what the block pays to the payment's scripts.
 * Null: nobody took any.
 */
export function conflictIn(
  spends: readonly Spending[],
  outputs: readonly LocatedOutput[],
  { own, inputs, due }: AtRisk,
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
    if (paid) return { rival: rival.txid, heir: { txid, inputs: spending.inputs, outputs: paid } }
  }
  return { rival: rival.txid, heir: null }
}

const nameOf = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`

/** Those, and whatever of the block spends from them, in whatever order it stands there (BCH orders by id). */
function descendants(spends: readonly Spending[], from: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set(from)
  for (let before = 0; before < found.size; ) {
    before = found.size
    for (const { txid, inputs } of spends) if (inputs.some((input) => found.has(input.txid))) found.add(txid)
  }
  return found
}

/** Each due is paid by an output of its own, exactly; null when one is not. */
function matched(outputs: readonly LocatedOutput[], due: AtRisk['due']): TakenOutput[] | null {
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
