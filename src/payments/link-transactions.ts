import type { Outpoint, Transaction } from '../coins/coin.ts'
import type { SomeInSteps } from '../kernel/some-in-steps.ts'

/** A transaction of a submission and its relations to the others. */
export interface LinkedTransaction {
  readonly transaction: Transaction
  /** Inputs that spend outputs of the submission's other transactions, and all other inputs. */
  readonly internalInputs: readonly Outpoint[]
  readonly externalInputs: readonly Outpoint[]
  /** Ids of the submission's other transactions that it spends. */
  readonly parents: ReadonlySet<string>
  /** Indexes of its outputs that others spend. */
  readonly spentVouts: ReadonlySet<number>
  /** It spends an outpoint that an earlier transaction spends. */
  readonly spendsTwice: boolean
}

/** Makes one pass over all inputs, in steps because there may be 390 000. Every later check uses the result. */
export async function linkTransactions(
  transactions: readonly Transaction[],
  someInSteps: SomeInSteps,
): Promise<LinkedTransaction[]> {
  const members = transactions.map((transaction) => ({
    transaction,
    internalInputs: [] as Outpoint[],
    externalInputs: [] as Outpoint[],
    parents: new Set<string>(),
    spentVouts: new Set<number>(),
    spendsTwice: false,
  }))
  const byId = new Map(members.map((member) => [member.transaction.id, member]))
  const isRepeated = createRepeatDetector()
  for (const member of members) {
    await someInSteps(member.transaction.inputs, (input) => {
      const parent = byId.get(input.txid)
      if (parent) {
        member.parents.add(input.txid)
        parent.spentVouts.add(input.vout)
      }
      const list = parent ? member.internalInputs : member.externalInputs
      list.push(input)
      if (isRepeated(input)) member.spendsTwice = true
      return false
    })
  }
  return members
}

/** Whether an outpoint was seen before. Most spend different transactions: only a second output of the same one needs a string. */
function createRepeatDetector(): (outpoint: Outpoint) => boolean {
  const firstVouts = new Map<string, number>()
  const otherOutpoints = new Set<string>()
  return ({ txid, vout }) => {
    const firstVout = firstVouts.get(txid)
    if (firstVout === undefined) firstVouts.set(txid, vout)
    if (firstVout === undefined || firstVout === vout) return firstVout === vout
    const { size } = otherOutpoints
    return otherOutpoints.add(`${txid}:${vout}`).size === size
  }
}
