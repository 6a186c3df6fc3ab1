import type { CoinCode } from '../coins/index.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Transact } from '../kernel/transact.ts'
import {
  type ChainChange,
  type ChainFollower,
  type FollowedBlock,
  startChainFollower,
} from '../networks/follow.ts'
import { FollowerConflictError } from '../networks/follower-conflict-error.ts'
import type { Block, BlockRef, LocatedOutput, Network } from '../networks/network.ts'
import { NetworkUnavailableError } from '../networks/network.ts'
import type { AnchorReader, AnchorStore, UtxoStore } from './anchor.ts'

export interface AnchorFollowerDependencies {
  readonly coin: CoinCode
  readonly scripts: readonly Uint8Array[]
  /** Name under which the follower's position is stored: one per key, so that a new key is scanned from the start. */
  readonly name: string
  readonly network: Network
  readonly read: {
    readonly anchors: AnchorReader
    readonly followedBlocks: { findNewest(name: string): Promise<FollowedBlock | null> }
  }
  readonly transact: Transact<{
    readonly anchors: AnchorStore
    readonly anchorUtxos: UtxoStore
    readonly followedBlocks: {
      connect(name: string, block: BlockRef & { readonly previousHash: string }): Promise<void>
      disconnect(name: string, block: BlockRef, base?: BlockRef): Promise<void>
    }
  }>
  readonly pollMs: number
  readonly log: Logger
  /** Called when new work may be possible. */
  readonly onChange: () => void
}

/** How many blocks to scan for a new key's funds: fewer than a pruned node keeps (288). */
const initialScanBlocks = 250
/** Reorganisations are not expected to be this deep. */
const settledConfirmations = 100
/** After this many failed requests, a block is treated as too large. */
const maxBlockRequests = 3
/** Larger blocks are not requested: on BSV they may have millions of transactions, which do not fit into memory. */
const maxTransactions = 50_000

/**
 * Follows the chain of the anchors: records which blocks contain them, and which UTXOs the key receives. It has its own position, so that
 * it cannot delay payments.
 */
export function startAnchorFollower(dependencies: AnchorFollowerDependencies): ChainFollower {
  const { coin, name, network, read, transact } = dependencies
  let requests = { hash: '', count: 0 }
  return startChainFollower({
    name: `${coin} (event proofs)`,
    network,
    pollMs: dependencies.pollMs,
    log: dependencies.log,
    startDepth: initialScanBlocks,
    store: { findNewest: () => read.followedBlocks.findNewest(name), apply },
  })

  async function apply(change: ChainChange): Promise<void> {
    try {
      if (change.kind === 'connect') await connect(change.block)
      else await disconnect(change.block, change.base)
    } catch (error) {
      // Another process wrote it: the follower reads its position again.
      if (!(error instanceof FollowerConflictError)) throw error
    }
    dependencies.onChange()
  }

  async function connect(block: Block): Promise<void> {
    const received = await findReceivedUtxos(block)
    await transact(async ({ anchors, anchorUtxos: utxos, followedBlocks }) => {
      await followedBlocks.connect(name, block)
      const unconfirmed = await anchors.listUnconfirmed(coin)
      const minedTxids = block.txids.intersect(unconfirmed.map(({ txid }) => txid))
      for (const { txid } of unconfirmed)
        if (minedTxids.has(txid))
          await anchors.markMined(coin, txid, { height: block.height, hash: block.hash })
      await utxos.add(coin, received)
      await utxos.deleteSpent(coin, block.height - settledConfirmations + 1)
    })
  }

  async function disconnect(block: BlockRef, base: BlockRef | undefined): Promise<void> {
    await transact(async ({ anchors, followedBlocks }) => {
      await followedBlocks.disconnect(name, block, base)
      await anchors.clearConfirmation(coin, block.hash)
    })
  }

  /** A block that is too large is skipped, so that the follower continues with the next one. */
  async function findReceivedUtxos({ hash, height, txids }: Block): Promise<readonly LocatedOutput[]> {
    if (txids.size > maxTransactions) return skipBlock({ hash, height }, 'it is too large')
    requests = { hash, count: requests.hash === hash ? requests.count + 1 : 1 }
    try {
      return await network.findOutputsTo(dependencies.scripts, hash)
    } catch (error) {
      if (!(error instanceof NetworkUnavailableError) || requests.count < maxBlockRequests) throw error
      return skipBlock({ hash, height }, error.message)
    }
  }

  function skipBlock(block: BlockRef, error: string): readonly LocatedOutput[] {
    const message = `${coin}: a block could not be searched for payments to the event proofs' address; if it contains one, run "event fund"`
    dependencies.log.warn(message, { ...block, error })
    return []
  }
}
