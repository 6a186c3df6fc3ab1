import type { CoinCode } from '../../../src/coins/index.ts'
import type { SimulatedNode } from '../chain/node.ts'
import type { Model } from './model.ts'
import type { Observer } from './observer-store.ts'
import type { ReceivedModel } from './received.ts'
import { Violation } from './violation.ts'

export interface SettledDependencies {
  readonly model: Model
  readonly received: Pick<ReceivedModel, 'requireFound' | 'requireSettled'>
  readonly observer: Observer
  readonly nodes: ReadonlyMap<CoinCode, SimulatedNode>
}

/** Checks that a minute after the network has recovered, no payment is still waiting for a transaction that a node has. */
export async function requireResolved({
  model,
  received,
  observer,
  nodes,
}: SettledDependencies): Promise<void> {
  await received.requireFound((uid) => model.getInvoice(uid).status === 'unpaid')
  for (const { id, coin, txid, reason } of await observer.listSending()) {
    if (nodes.get(coin as CoinCode)?.presentSince(txid) === null) continue
    throw new Violation('an unknown outcome is resolved within a minute', `${id}, ${txid}: ${reason}`)
  }
}

/** Most sales are paid, so this many without a payment can't be a coincidence. */
const minSales = 10

/** Checks that once the system has settled, every claim has ended, and the network has confirmed every paid invoice, in every coin. */
export async function requireSettled({
  model,
  received,
  observer,
  nodes,
}: SettledDependencies): Promise<void> {
  for (const [coin, count] of model.sales)
    if (count >= minSales && !model.paid.has(coin))
      throw new Violation('every coin is used for payments', `none of ${count} sales in ${coin}`)
  for (const { id, reason } of await observer.listSending())
    throw new Violation('every claim ends', `${id}: ${reason}`)
  await received.requireSettled((uid) => model.getInvoice(uid).status)
  for (const [uid, { status }] of model.invoices) {
    const row = await observer.findInvoice(uid)
    if (row?.status !== status)
      throw new Violation(
        'the log matches the stored status',
        `${uid} is ${row?.status}, but ${status} in the log`,
      )
    if (row.claimed_by !== null) throw new Violation('every claim ends', `${uid}: ${row.claimed_by}`)
    if (status !== 'paid') continue
    const node = nodes.get(row.coin as CoinCode)
    if (row.txid === null || node?.presentSince(row.txid) === null)
      throw new Violation('a paid transaction ends up on the chain', `${uid} by ${row.txid}`)
  }
}
