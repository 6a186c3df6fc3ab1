import type { ChainName } from '../../coins/coin.ts'
import type { Readiness } from '../network.ts'
import { type ChainIdentity, differences, type NodeDifferences } from './differences.ts'

/** What a node says of itself and its chain. */
export interface NodeFacts {
  /** Name of its chain. */
  readonly chain: string
  readonly blocks: number
  readonly headers: number
  /** In initial block download; false where the node does not say (BSV). */
  readonly downloading: boolean
  /** Time of its newest block, seconds since 1970. */
  readonly tipTime: number
  /** How it names itself to its peers. */
  readonly agent: string
  readonly peers: number
  /** The hash at a height, null where its chain is shorter. */
  hashAt(height: number): string | null
}

/** A node gets headers before blocks: so many may be missing for a moment. */
const missingBlocks = 3

const hour = 3_600

/** Test chains rest for hours. */
const testTipSeconds = 24 * hour

/** On the main chains: block times may lie two hours off (the rule of consensus), and blocks are late by chance. */
const mainTipSeconds = ({ blockSeconds }: NodeDifferences): number => 2 * hour + 12 * blockSeconds

/** The heights whose hashes `judge` compares. */
export function comparedHeights({ chains }: NodeDifferences, chain: ChainName): number[] {
  return [...new Set(chains[chain].flatMap(blocksOf).map(({ height }) => height))]
}

/**
 * May this node be used for its coin on that chain? Pure; `now` in seconds since 1970. On regtest blocks come when somebody
 * makes them: there neither the age of the tip nor peers are judged.
 */
export function judge(
  facts: NodeFacts,
  node: NodeDifferences,
  { chain, now }: { chain: ChainName; now: number },
): Readiness {
  const identity = node.chains[chain].find(({ name }) => name === facts.chain)
  if (!identity) return unready(`it is on the chain "${facts.chain}", not on ${chain}`)
  const compared = blocksOf(identity).map(({ height, hash }) => ({ hash, its: facts.hashAt(height) }))
  if (isForeign(facts.agent, node) || compared.some(({ hash, its }) => its !== null && its !== hash))
    return unready("it is another coin's node")
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

/** The blocks that make a chain what it is. */
const blocksOf = ({ genesis, forks = [] }: ChainIdentity) => [{ height: 0, hash: genesis }, ...forks]

/** Where block 0 is shared and no fork is known, the name that a node gives itself tells it from others. */
function isForeign(agent: string, node: NodeDifferences): boolean {
  return Object.values(differences).some((other) => other !== node && (other.agent?.test(agent) ?? false))
}
