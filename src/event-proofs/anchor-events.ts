import { setImmediate as othersFirst } from 'node:timers/promises'
import type { NumberedEvent } from '../events/envelope.ts'
import type { Clock } from '../kernel/clock.ts'
import { NetworkUnavailable } from '../networks/network.ts'
import type { Anchor, NewAnchor } from './anchor.ts'
import { spendableCoins } from './coins.ts'
import { anchorDelivery, CoinTaken, type DeliverParts } from './deliver.ts'
import { leafOf } from './leaf.ts'
import { rootOf } from './merkle.ts'
import { type MadeTransaction, makeTransaction, scriptsOf } from './transaction.ts'

export interface AnchorParts extends DeliverParts {
  readonly events: { readAll(above: number, limit: number): Promise<NumberedEvent[]> }
  /** What the network asks for, base units per 1 000 bytes; null while it cannot be used. */
  readonly feeRate: () => bigint | null
  /** Takes the work for this process, or goes on with it; false while another has it. */
  readonly takeTurn: () => Promise<boolean>
  readonly everyMs: number
  readonly clock: Clock
}

/** Leaves below one root, hashed in a tenth of a second. When more wait, the next root follows at once. */
const mostEvents = 16_384
/** Some milliseconds of hashing, before others have their turn. */
const page = 200

/** Nodes relay about half as many transactions one upon the other; more would only be more to look after. */
const mostOpen = 50

/** Any root: they are all of one length, and so cost the same. */
const anyRoot = new Uint8Array(32)

/** Puts the root of new events into the chain, at most once in `everyMs`, and sees to it that a block comes to hold it. */
export function anchorEvents(parts: AnchorParts) {
  const { purse, network, read, transact, clock } = parts
  const { code } = purse.coin
  const coinsParts = { coin: code, scripts: scriptsOf(purse), network, read, transact }
  const { send, revive } = anchorDelivery(parts)

  /** One look at what is to be done, and doing it. */
  return async function round(): Promise<void> {
    const feeRate = parts.feeRate()
    if (feeRate === null) return
    try {
      if (await reviveLost(feeRate)) while (await anchorNext(feeRate));
    } catch (error) {
      // Who watches the network has told of it; the next round comes.
      if (!(error instanceof NetworkUnavailable)) throw error
    }
  }

  /**
   * Oldest first: later ones may spend the change of earlier ones. False when the network cannot be asked at the moment, or another process
   * is at it.
   */
  async function reviveLost(feeRate: bigint): Promise<boolean> {
    const open = await read.anchors.open(code)
    if (open.length === 0) return true
    const pooled = await network.pooled(open.map(({ txid }) => txid))
    for (const [place, anchor] of open.entries()) {
      if (pooled[place]) await noteSent(anchor)
      else if (!(await parts.takeTurn()) || !(await revive(anchor, feeRate))) return false
    }
    return true
  }

  async function noteSent({ id, txid, status, reason }: Anchor): Promise<void> {
    if (status === 'sent' && reason === null) return
    await transact(({ anchors }) => anchors.settle(id, txid, { status: 'sent', reason: null }))
  }

  /** True when more events are waiting than one root takes. */
  async function anchorNext(feeRate: bigint): Promise<boolean> {
    const newest = await read.anchors.newest()
    if (newest && !isDue(newest)) return false
    const above = newest?.lastPosition ?? 0
    if ((await parts.events.readAll(above, 1)).length === 0) return false
    // Events wait together while the network does not take what was made before, and where no block comes.
    const open = await read.anchors.open(code)
    if (open.length >= mostOpen || open.some(({ status }) => status === 'sending')) return false
    if (!(await parts.takeTurn())) return false

    const coins = await spendableCoins(coinsParts)
    const affordable = makeTransaction(purse, { root: anyRoot, coins, feeRate })
    parts.funded(affordable !== null)
    if (!affordable) return false
    const { leaves, lastPosition } = await readLeaves(above)
    const root = rootOf(leaves)
    const made = root && makeTransaction(purse, { root, coins, feeRate })
    if (!made) return false
    const { txid, hex, fee } = made
    const createdAt = clock.now()
    const run = { coin: code, root, leaves, firstPosition: above + 1, lastPosition, createdAt }
    const anchor = await record({ ...run, txid, hex, fee }, made)
    if (!anchor) return false
    const { outcome } = await send(anchor)
    return outcome === 'accepted' && leaves.length === mostEvents
  }

  function isDue({ createdAt, events }: Anchor): boolean {
    return events === mostEvents || clock.now() >= createdAt + parts.everyMs
  }

  async function readLeaves(from: number): Promise<{ leaves: Uint8Array[]; lastPosition: number }> {
    const leaves: Uint8Array[] = []
    let above = from
    while (leaves.length < mostEvents) {
      const events = await parts.events.readAll(above, Math.min(page, mostEvents - leaves.length))
      leaves.push(...events.map(leafOf))
      above = events.at(-1)?.position ?? above
      if (events.length < page) break
      await othersFirst()
    }
    return { leaves, lastPosition: above }
  }

  /** Durable before the network hears of it. Null when another process was quicker. */
  async function record(anchor: NewAnchor, { inputs, change }: MadeTransaction): Promise<Anchor | null> {
    try {
      return await transact(async ({ anchors, anchorCoins: coins }) => {
        const id = await anchors.insert(anchor)
        if (id === null) return null
        if (!(await coins.take(code, inputs, id))) throw new CoinTaken()
        await coins.add(code, change)
        return anchors.find(id)
      })
    } catch (error) {
      if (error instanceof CoinTaken) return null
      throw error
    }
  }
}
