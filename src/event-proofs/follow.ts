import type { CoinCode } from '../coins/index.ts'
import type { Notes } from '../kernel/notes.ts'
import type { Transact } from '../kernel/transact.ts'
import { type ChainChange, type Follower, follow } from '../networks/follow.ts'
import { FollowedElsewhere } from '../networks/followed-elsewhere.ts'
import type { Block, BlockRef, LocatedOutput, Network } from '../networks/network.ts'
import { NetworkUnavailable } from '../networks/network.ts'
import type { AnchorReader, AnchorStore, CoinStore } from './anchor.ts'

export interface FollowParts {
  readonly coin: CoinCode
  readonly scripts: readonly Uint8Array[]
  /** Under which name its position is kept: one for each key, whose coins are looked for from the beginning. */
  readonly name: string
  readonly network: Network
  readonly read: {
    readonly anchors: AnchorReader
    readonly followed: { newest(name: string): Promise<BlockRef | null> }
  }
  readonly transact: Transact<{
    readonly anchors: AnchorStore
    readonly anchorCoins: CoinStore
    readonly followed: {
      connect(name: string, block: BlockRef & { readonly previous: string }): Promise<void>
      disconnect(name: string, block: BlockRef): Promise<void>
    }
  }>
  readonly pollMs: number
  readonly log: Notes
  /** Something may be possible that was not before. */
  readonly changed: () => void
}

/** How far back to look for coins of a new key: not further than a pruned node has its blocks (288). */
const firstLookBlocks = 250
/** What was spent so deep is not given back by any reorganisation. */
const settledDepth = 100
/** So often a block is asked for before it is taken for too large. */
const mostLooks = 3
/** A block with more transactions is not even asked for: BSV's may have millions, and would not fit into memory. */
const mostTransactions = 50_000

/**
 * Follows the chain of the anchors: which blocks hold their transactions, and which coins come to the key. It has a position of its own, so
 * that nothing here can hold up the payments.
 */
export function followAnchors(parts: FollowParts): Follower {
  const { coin, name, network, read, transact } = parts
  let looks = { hash: '', count: 0 }
  return follow({
    name: `${coin} (event proofs)`,
    network,
    pollMs: parts.pollMs,
    log: parts.log,
    startBelow: firstLookBlocks,
    store: { newest: () => read.followed.newest(name), apply },
  })

  async function apply(change: ChainChange): Promise<void> {
    try {
      if (change.kind === 'connect') await connect(change.block)
      else await disconnect(change.block)
    } catch (error) {
      // Another process wrote it: the follower reads its position again.
      if (!(error instanceof FollowedElsewhere)) throw error
    }
    parts.changed()
  }

  async function connect(block: Block): Promise<void> {
    const found = await coinsIn(block)
    const mined = new Set(block.txids)
    await transact(async ({ anchors, anchorCoins: coins, followed }) => {
      await followed.connect(name, block)
      for (const { txid } of await anchors.open(coin))
        if (mined.has(txid)) await anchors.place(coin, txid, { height: block.height, hash: block.hash })
      await coins.add(coin, found)
      await coins.forgetSpent(coin, block.height - settledDepth + 1)
    })
  }

  async function disconnect(block: BlockRef): Promise<void> {
    await transact(async ({ anchors, followed }) => {
      await followed.disconnect(name, block)
      await anchors.takeBack(coin, block.hash)
    })
  }

  /** A block that is too large to be read must not hold up those that follow it. */
  async function coinsIn({ hash, height, txids }: Block): Promise<readonly LocatedOutput[]> {
    if (txids.length > mostTransactions) return passOver({ hash, height }, 'it is too large')
    looks = { hash, count: looks.hash === hash ? looks.count + 1 : 1 }
    try {
      return await network.outputsTo(parts.scripts, hash)
    } catch (error) {
      if (!(error instanceof NetworkUnavailable) || looks.count < mostLooks) throw error
      return passOver({ hash, height }, error.message)
    }
  }

  function passOver(block: BlockRef, error: string): readonly LocatedOutput[] {
    const message = `${coin}: a block was not searched for coins of the event proofs; name them with "event fund".`
    parts.log.warn(message, { ...block, error })
    return []
  }
}
