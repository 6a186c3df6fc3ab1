import { type CoinCode, coins } from '../coins/index.ts'
import type { Notes } from '../kernel/notes.ts'
import type { Timers } from '../kernel/timers.ts'
import { type ChainChange, type Follower, follow } from '../networks/follow.ts'
import { FollowedElsewhere } from '../networks/followed-elsewhere.ts'
import { defaultTimeLimitMs, type Networks } from '../networks/index.ts'
import type { BlockRef, Network } from '../networks/network.ts'
import type { SignatureChecker } from '../networks/signatures.ts'
import { spentOutpoints } from '../networks/spent-outpoints.ts'
import type { PaymentChain, PaymentChains } from './chain.ts'
import { minedTransactions } from './mined.ts'

export interface ChainsParts {
  readonly networks: Networks
  readonly followed: {
    newest(coin: string): Promise<BlockRef | null>
    recent(coin: string, count: number): Promise<BlockRef[]>
  }
  /** What a block more or less means for payments. */
  readonly apply: (coin: CoinCode, change: ChainChange) => Promise<void>
  readonly signatures: SignatureChecker
  /** How often to ask for the tip. */
  readonly pollMs: (coin: CoinCode) => number
  readonly log: Notes
  /** Waits: those of the system by default. */
  readonly timers?: Timers | undefined
}

interface Followed extends PaymentChain {
  readonly follower: Follower
}

export interface FollowedChains extends PaymentChains {
  /** Height of the newest block that was followed, or null. */
  tipHeight(coin: string): number | null
  /** Each chain has been followed to its tip once, or cannot be. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** The median of so many block times is the chain's clock (BIP113). */
const medianSpan = 11

/** A payer waits for the chain as long as for a call to its node: after an outage there may be hours of blocks to follow. */
const patienceMs = defaultTimeLimitMs

/** Follows the chain of every coin that has a node. */
export function followChains(parts: ChainsParts): FollowedChains {
  const { networks, followed, apply, log, timers } = parts
  const heights = new Map<string, number>()
  const chains = new Map<string, Followed>()
  for (const coin of coins.keys()) {
    const network = networks.of(coin)
    if (network) chains.set(coin, open(coin, network))
  }
  return {
    signatures: parts.signatures,
    tipHeight: (coin) => heights.get(coin) ?? null,

    find(coin) {
      const chain = chains.get(coin)
      // What is final, and what was mined before, is known once a block has been followed.
      return chain && heights.has(coin) && networks.usable(coin) ? chain : null
    },

    async settled() {
      await Promise.allSettled([...chains.values()].map(({ follower }) => follower.caughtUp()))
    },

    async stop() {
      await Promise.all([...chains.values()].map(({ follower }) => follower.stop()))
    },
  }

  function open(coin: CoinCode, network: Network): Followed {
    const recent = (count: number) => followed.recent(coin, count)
    const spent = spentOutpoints({ network, recent, timers })
    const follower = follow({
      name: coin,
      network,
      pollMs: parts.pollMs(coin),
      log,
      store: { newest, apply: step },
      timers,
    })
    return {
      network,
      follower,
      tipHeight: () => heights.get(coin) ?? 0,
      medianTime: () => medianTime(network, heights.get(coin) ?? 0),
      catchUp: () => follower.caughtUp(patienceMs),
      spentInFollowed: (outpoints) => spent.find(outpoints),
      findMined: minedTransactions(network, recent),
    }

    async function newest(): Promise<BlockRef | null> {
      const block = await followed.newest(coin)
      if (block) heights.set(coin, block.height)
      return block
    }

    async function step(change: ChainChange): Promise<void> {
      try {
        await apply(coin, change)
      } catch (error) {
        // Another process wrote it: the follower reads its position again.
        if (error instanceof FollowedElsewhere) return
        throw error
      }
      heights.set(coin, change.kind === 'connect' ? change.block.height : change.block.height - 1)
    }
  }
}

async function medianTime(network: Network, tipHeight: number): Promise<number> {
  const heights = Array.from({ length: Math.min(medianSpan, tipHeight + 1) }, (_, back) => tipHeight - back)
  const blocks = await Promise.all(heights.map((height) => network.block(height)))
  const times = blocks.flatMap((block) => (block ? [block.time] : [])).sort((a, b) => a - b)
  return times[Math.floor(times.length / 2)] ?? 0
}
