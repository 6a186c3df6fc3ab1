import { type CoinCode, coins } from '../coins/index.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Timers } from '../kernel/timers.ts'
import {
  type ChainChange,
  type ChainFollower,
  type FollowedBlock,
  startChainFollower,
} from '../networks/follow.ts'
import { FollowerConflictError } from '../networks/follower-conflict-error.ts'
import type { Networks } from '../networks/index.ts'
import { type BlockRef, type Network, NetworkUnavailableError } from '../networks/network.ts'
import type { SignatureChecker } from '../networks/signatures.ts'
import { createSpentOutpointIndex } from '../networks/spent-outpoints.ts'
import type { PaymentChain, PaymentChains } from './chain.ts'
import { createMinedTransactionFinder } from './mined-transactions.ts'

export interface ChainsDependencies {
  readonly networks: Networks
  readonly followedBlocks: {
    findNewest(coin: string): Promise<FollowedBlock | null>
    findRecent(coin: string, count: number): Promise<BlockRef[]>
  }
  /** Applies a connected or disconnected block to the payments. */
  readonly apply: (coin: CoinCode, change: ChainChange) => Promise<void>
  readonly signatures: SignatureChecker
  /** How often to poll for the tip. */
  readonly getPollMs: (coin: CoinCode) => number
  /** A payer waits this long for the followers to catch up: after an outage there may be hours of blocks to follow. */
  readonly catchUpTimeoutMs: number
  readonly log: Logger
  /** Defaults to the system timers. */
  readonly timers?: Timers | undefined
}

interface FollowedChain extends PaymentChain {
  readonly follower: ChainFollower
}

interface FollowedChains extends PaymentChains {
  /** Height of the newest followed block, or null. */
  getTipHeight(coin: string): number | null
  /** Whether the coin's node is usable and its blocks are being read. */
  isFollowing(coin: CoinCode): boolean
  /** Follows a chain to its current tip. @throws {NetworkUnavailableError} */
  catchUp(coin: CoinCode): Promise<void>
  /** Resolves once each chain has been followed to its tip, or can't be. */
  waitUntilSynced(): Promise<void>
  stop(): Promise<void>
}

/** Follows the chain of every coin that has a node. */
export function startChainFollowers(dependencies: ChainsDependencies): FollowedChains {
  const { networks, followedBlocks, apply, log, timers } = dependencies
  const heights = new Map<string, number>()
  const chains = new Map<string, FollowedChain>()
  for (const coin of coins.keys()) {
    const network = networks.get(coin)
    if (network) chains.set(coin, followChain(coin, network))
  }
  return {
    signatures: dependencies.signatures,
    getTipHeight: (coin) => heights.get(coin) ?? null,

    find,

    isFollowing: (coin) => networks.isUsable(coin) && chains.get(coin)?.follower.isFailing() === false,

    async catchUp(coin) {
      const chain = find(coin)
      if (!chain) throw new NetworkUnavailableError(`no usable ${coin} network`)
      await chain.catchUp()
    },

    async waitUntilSynced() {
      await Promise.allSettled([...chains.values()].map(({ follower }) => follower.waitUntilCaughtUp()))
    },

    async stop() {
      await Promise.all([...chains.values()].map(({ follower }) => follower.stop()))
    },
  }

  function find(coin: CoinCode): FollowedChain | null {
    const chain = chains.get(coin)
    // Finality and earlier blocks are only known once a block has been followed.
    return chain && heights.has(coin) && networks.isUsable(coin) ? chain : null
  }

  function followChain(coin: CoinCode, network: Network): FollowedChain {
    const findRecentBlocks = (count: number) => followedBlocks.findRecent(coin, count)
    const spentOutpoints = createSpentOutpointIndex({ network, findRecentBlocks, timers })
    const follower = startChainFollower({
      name: coin,
      network,
      pollMs: dependencies.getPollMs(coin),
      log,
      store: { findNewest, apply: applyChange },
      timers,
    })
    return {
      network,
      follower,
      getTipHeight: () => heights.get(coin) ?? 0,
      catchUp: () => follower.waitUntilCaughtUp(dependencies.catchUpTimeoutMs),
      findFollowedTip: async () => (await findRecentBlocks(1))[0] ?? null,
      findSpendingBlock: (outpoints) => spentOutpoints.find(outpoints),
      findMined: createMinedTransactionFinder({ network, findRecentBlocks, timers }),
    }

    async function findNewest(): Promise<FollowedBlock | null> {
      const block = await followedBlocks.findNewest(coin)
      if (block) heights.set(coin, block.isUnfinished ? block.height - 1 : block.height)
      return block
    }

    async function applyChange(change: ChainChange): Promise<void> {
      try {
        await apply(coin, change)
      } catch (error) {
        // Another process wrote this block: the follower re-reads its position.
        if (error instanceof FollowerConflictError) return
        throw error
      }
      // Immediately, before the position is read again, so that the confirmations shown match the block in the database.
      heights.set(coin, change.kind === 'connect' ? change.block.height : change.block.height - 1)
    }
  }
}
