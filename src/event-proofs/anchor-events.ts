import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NumberedEvent } from '../events/envelope.ts'
import type { Clock } from '../kernel/clock.ts'
import { NetworkUnavailableError } from '../networks/network.ts'
import type { Anchor, NewAnchor } from './anchor.ts'
import { type AnchorDeliveryDependencies, createAnchorDelivery, UtxoUnavailableError } from './deliver.ts'
import { computeLeaf } from './leaf.ts'
import { computeMerkleRoot } from './merkle.ts'
import { buildAnchorTransaction, type FundedAnchorTransaction, listAnchorScripts } from './transaction.ts'
import { findSpendableUtxos } from './utxos.ts'

interface AnchorDependencies extends AnchorDeliveryDependencies {
  readonly events: { readAll(afterPosition: number, limit: number): Promise<NumberedEvent[]> }
  /** The network's current fee rate, in base units per 1 000 bytes; null while it cannot be used. */
  readonly estimateFeeRate: () => bigint | null
  /** Acquires or renews this process's lease; false while another process holds it. */
  readonly acquireLease: () => Promise<boolean>
  readonly intervalMs: number
  readonly clock: Clock
}

/** Events per root: hashing them takes a tenth of a second. If more are waiting, the next root follows immediately. */
const maxEvents = 16_384
/** Hashing a page takes a few milliseconds. Then other tasks get a turn. */
const pageSize = 200

/** Nodes relay unconfirmed chains of about half this length. More anchors would only be more to track. */
const maxUnconfirmed = 50

/** All roots have the same length, so the fee does not depend on the root. */
const placeholderRoot = new Uint8Array(32)

/**
 * Returns a function to call repeatedly: it anchors the root of new events in the chain, at most once per `intervalMs`, and rebroadcasts
 * earlier anchors until a block confirms them.
 */
export function createAnchorRound(dependencies: AnchorDependencies) {
  const { wallet, network, read, transact, clock } = dependencies
  const { code } = wallet.coin
  const coinSource = { coin: code, scripts: listAnchorScripts(wallet), network, read, transact }
  const { send, rebroadcast } = createAnchorDelivery(dependencies)

  return async function runRound(): Promise<void> {
    const feeRate = dependencies.estimateFeeRate()
    if (feeRate === null) return
    try {
      if (await rebroadcastMissing(feeRate)) while (await anchorNext(feeRate));
    } catch (error) {
      // The network's monitor has already reported it; the next round tries again.
      if (!(error instanceof NetworkUnavailableError)) throw error
    }
  }

  /**
   * Oldest first: later anchors may spend the change of earlier ones. False if the network cannot be reached, or another process holds the
   * lease.
   */
  async function rebroadcastMissing(feeRate: bigint): Promise<boolean> {
    const unconfirmed = await read.anchors.listUnconfirmed(code)
    if (unconfirmed.length === 0) return true
    const isInMempool = await network.findInMempool(unconfirmed.map(({ txid }) => txid))
    for (const [index, anchor] of unconfirmed.entries()) {
      if (isInMempool[index]) await markSent(anchor)
      else if (!(await dependencies.acquireLease()) || !(await rebroadcast(anchor, feeRate))) return false
    }
    return true
  }

  async function markSent({ id, txid, status, reason }: Anchor): Promise<void> {
    if (status === 'sent' && reason === null) return
    await transact(({ anchors }) => anchors.recordBroadcastResult(id, txid, { status: 'sent', reason: null }))
  }

  /** True if one root could not cover all waiting events. */
  async function anchorNext(feeRate: bigint): Promise<boolean> {
    const newest = await read.anchors.findNewest()
    if (newest && !isDue(newest)) return false
    const afterPosition = newest?.lastPosition ?? 0
    if ((await dependencies.events.readAll(afterPosition, 1)).length === 0) return false
    // Let events accumulate while the network has not accepted earlier anchors, or no blocks arrive.
    const unconfirmed = await read.anchors.listUnconfirmed(code)
    if (unconfirmed.length >= maxUnconfirmed || unconfirmed.some(({ status }) => status === 'sending'))
      return false
    if (!(await dependencies.acquireLease())) return false

    const utxos = await findSpendableUtxos(coinSource)
    const affordable = buildAnchorTransaction(wallet, { root: placeholderRoot, utxos, feeRate })
    dependencies.reportFunding(affordable !== null)
    if (!affordable) return false
    const { leaves, lastPosition } = await readLeaves(afterPosition)
    const root = computeMerkleRoot(leaves)
    const anchorTransaction = root && buildAnchorTransaction(wallet, { root, utxos, feeRate })
    if (!anchorTransaction) return false
    const { txid, hex, fee } = anchorTransaction
    const createdAt = clock.now()
    const range = { leaves, firstPosition: afterPosition + 1, lastPosition }
    const newAnchor = { coin: code, root, ...range, createdAt, txid, hex, fee }
    const anchor = await record(newAnchor, anchorTransaction)
    if (!anchor) return false
    const { outcome } = await send(anchor)
    return outcome === 'accepted' && leaves.length === maxEvents
  }

  function isDue({ createdAt, eventCount }: Anchor): boolean {
    return eventCount === maxEvents || clock.now() >= createdAt + dependencies.intervalMs
  }

  async function readLeaves(from: number): Promise<{ leaves: Uint8Array[]; lastPosition: number }> {
    const leaves: Uint8Array[] = []
    let afterPosition = from
    while (leaves.length < maxEvents) {
      const events = await dependencies.events.readAll(
        afterPosition,
        Math.min(pageSize, maxEvents - leaves.length),
      )
      leaves.push(...events.map(computeLeaf))
      afterPosition = events.at(-1)?.position ?? afterPosition
      if (events.length < pageSize) break
      await nextTurn()
    }
    return { leaves, lastPosition: afterPosition }
  }

  /** Commits the anchor before it is broadcast. Null if another process got there first. */
  async function record(
    anchor: NewAnchor,
    { inputs, change }: FundedAnchorTransaction,
  ): Promise<Anchor | null> {
    try {
      return await transact(async ({ anchors, anchorUtxos: utxos }) => {
        const id = await anchors.insert(anchor)
        if (id === null) return null
        if (!(await utxos.reserve(code, inputs, id))) throw new UtxoUnavailableError()
        await utxos.add(code, change)
        return anchors.find(id)
      })
    } catch (error) {
      if (error instanceof UtxoUnavailableError) return null
      throw error
    }
  }
}
