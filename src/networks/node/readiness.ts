import type { ChainName } from '../../coins/coin.ts'
import type { Readiness } from '../network.ts'
import { type ChainIdentity, type NodeProfile, nodeProfiles } from './node-profiles.ts'

/** A node's report on itself and its chain. */
export interface NodeStatus {
  /** Name of its chain. */
  readonly chain: string
  readonly blocks: number
  readonly headers: number
  /** In initial block download; false if the node doesn't report it (BSV). */
  readonly isDownloading: boolean
  /** Timestamp of its newest block, in seconds since 1970. */
  readonly tipTime: number
  /** Its user agent, as announced to its peers. */
  readonly agent: string
  readonly peers: number
  /** It has detected a suspicious fork and accepts no transactions (BSV). */
  readonly isInSafeMode: boolean
  /** The hash at a height, or null if its chain is shorter. */
  getHash(height: number): string | null
}

/** Headers arrive before blocks, so this many blocks may be missing for a moment. */
const maxMissingBlocks = 3

const hour = 3_600

/** Test chains can go without a block for hours. */
const maxTestTipAgeSeconds = 24 * hour

/** On main chains: timestamps may be two hours off (a consensus rule), and blocks are late by chance. */
const getMaxMainTipAgeSeconds = ({ blockSeconds }: NodeProfile): number => 2 * hour + 12 * blockSeconds

/** The heights whose hashes `assessReadiness` compares. */
export function listIdentifyingHeights({ chains }: NodeProfile, chain: ChainName): number[] {
  return [...new Set(chains[chain].flatMap(listIdentifyingBlocks).map(({ height }) => height))]
}

/**
 * Decides whether this node may be used for its coin on that chain. Pure; `now` is in seconds since 1970. On regtest, blocks are mined on
 * demand, so neither the age of the tip nor the number of peers matters.
 */
export function assessReadiness(
  status: NodeStatus,
  node: NodeProfile,
  { chain, now }: { chain: ChainName; now: number },
): Readiness {
  const identity = node.chains[chain].find(({ name }) => name === status.chain)
  if (!identity) return createNotReady(`it is on the chain "${status.chain}", not on ${chain}`)
  const compared = listIdentifyingBlocks(identity).map(({ height, hash }) => ({
    hash,
    actual: status.getHash(height),
  }))
  if (
    isForeign(status.agent, node) ||
    compared.some(({ hash, actual }) => actual !== null && actual !== hash)
  )
    return createNotReady("it is another coin's node")
  if (status.isInSafeMode) return createNotReady('it is in safe mode')
  if (chain === 'regtest') return { ready: true }

  if (status.isDownloading || compared.some(({ actual }) => actual === null))
    return createNotReady('it is still downloading the chain')
  if (status.headers - status.blocks > maxMissingBlocks)
    return createNotReady(`it is ${status.headers - status.blocks} blocks behind`)
  if (now - status.tipTime > (chain === 'test' ? maxTestTipAgeSeconds : getMaxMainTipAgeSeconds(node)))
    return createNotReady(`its newest block is ${Math.floor((now - status.tipTime) / 60)} minutes old`)
  if (status.peers === 0) return createNotReady('it has no peers')
  return { ready: true }
}

const createNotReady = (reason: string): Readiness => ({ ready: false, reason })

/** The blocks that identify a chain. */
const listIdentifyingBlocks = ({ genesis, forks = [] }: ChainIdentity) => [
  { height: 0, hash: genesis },
  ...forks,
]

/** Where coins share a genesis block and no fork is listed, the user agent distinguishes the nodes. */
function isForeign(agent: string, node: NodeProfile): boolean {
  return Object.values(nodeProfiles).some((other) => other !== node && (other.agent?.test(agent) ?? false))
}
