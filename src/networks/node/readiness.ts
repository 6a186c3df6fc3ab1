import type { ChainName } from '../../coins/coin.ts'
import type { Readiness } from '../network.ts'
import { type ChainIdentity, differences, type NodeDifferences } from './differences.ts'

/** A node's report on itself and its chain. */
export interface NodeStatus {
  /** Name of its chain. */
  readonly chain: string
  readonly blocks: number
  readonly headers: number
  /** In initial block download; false if the node doesn't report it (BSV). */
  readonly downloading: boolean
  /** Timestamp of its newest block, in seconds since 1970. */
  readonly tipTime: number
  /** Its user agent, as announced to its peers. */
  readonly agent: string
  readonly peers: number
  /** It has detected a suspicious fork and accepts no transactions (BSV). */
  readonly isInSafeMode: boolean
  /** The hash at a height, or null if its chain is shorter. */
  hashAt(height: number): string | null
}

/** Headers arrive before blocks, so this many blocks may be missing for a moment. */
const missingBlocks = 3

const hour = 3_600

/** Test chains can go without a block for hours. */
const testTipSeconds = 24 * hour

/** On main chains: timestamps may be two hours off (a consensus rule), and blocks are late by chance. */
const mainTipSeconds = ({ blockSeconds }: NodeDifferences): number => 2 * hour + 12 * blockSeconds

/** The heights whose hashes `assessReadiness` compares. */
export function comparedHeights({ chains }: NodeDifferences, chain: ChainName): number[] {
  return [...new Set(chains[chain].flatMap(blocksOf).map(({ height }) => height))]
}

/**
 * Decides whether this node may be used for its coin on that chain. Pure; `now` is in seconds since 1970. On regtest, blocks are mined on
 * demand, so neither the age of the tip nor the number of peers matters.
 */
export function assessReadiness(
  facts: NodeStatus,
  node: NodeDifferences,
  { chain, now }: { chain: ChainName; now: number },
): Readiness {
  const identity = node.chains[chain].find(({ name }) => name === facts.chain)
  if (!identity) return unready(`it is on the chain "${facts.chain}", not on ${chain}`)
  const compared = blocksOf(identity).map(({ height, hash }) => ({ hash, its: facts.hashAt(height) }))
  if (isForeign(facts.agent, node) || compared.some(({ hash, its }) => its !== null && its !== hash))
    return unready("it is another coin's node")
  if (facts.isInSafeMode) return unready('it is in safe mode')
  if (chain === 'regtest') return { ready: true }

  if (facts.downloading || compared.some(({ its }) => its === null))
    return unready('it is still downloading the chain')
  if (facts.headers - facts.blocks > missingBlocks)
    return unready(`it is ${facts.headers - facts.blocks} blocks behind`)
  if (now - facts.tipTime > (chain === 'test' ? testTipSeconds : mainTipSeconds(node)))
    return unready(`its newest block is ${Math.floor((now - facts.tipTime) / 60)} minutes old`)
  if (facts.peers === 0) return unready('it has no peers')
  return { ready: true }
}

const unready = (reason: string): Readiness => ({ ready: false, reason })

/** The blocks that identify a chain. */
const blocksOf = ({ genesis, forks = [] }: ChainIdentity) => [{ height: 0, hash: genesis }, ...forks]

/** Where block 0 is shared and no fork is listed, the user agent tells the nodes apart. */
function isForeign(agent: string, node: NodeDifferences): boolean {
  return Object.values(differences).some((other) => other !== node && (other.agent?.test(agent) ?? false))
}
