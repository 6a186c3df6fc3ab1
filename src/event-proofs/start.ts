import { randomUUID } from 'node:crypto'
import type { ChainName } from '../coins/coin.ts'
import type { NumberedEvent } from '../events/envelope.ts'
import { type Clock, second } from '../kernel/clock.ts'
import type { Failpoints } from '../kernel/failpoint.ts'
import { toHex } from '../kernel/hex.ts'
import { hashSecret } from '../kernel/ids.ts'
import type { Logger } from '../kernel/logger.ts'
import { startPeriodicTask } from '../kernel/periodic-task.ts'
import type { Networks } from '../networks/index.ts'
import type { UtxoReader } from './anchor.ts'
import { createAnchorRound } from './anchor-events.ts'
import { type AnchorFollowerDependencies, startAnchorFollower } from './follow.ts'
import { type AnchorWallet, listAnchorScripts } from './transaction.ts'

interface EventProofsDependencies {
  readonly wallet: AnchorWallet
  readonly chain: ChainName
  readonly intervalMs: number
  /** How often to poll for new blocks. */
  readonly pollMs: number
  readonly networks: Pick<Networks, 'get' | 'isUsable' | 'getState'>
  readonly events: { readAll(afterPosition: number, limit: number): Promise<NumberedEvent[]> }
  readonly read: AnchorFollowerDependencies['read'] & { readonly anchorUtxos: UtxoReader }
  readonly transact: AnchorFollowerDependencies['transact']
  readonly clock: Clock
  readonly log: Logger
  readonly onError: (error: unknown) => void
  readonly checkFailpoint: Failpoints
}

export interface EventProofs {
  /** The lowest position not yet anchored: events from there on must not be pruned. */
  findFirstNeededPosition(): Promise<number>
  stop(): Promise<void>
}

/** How often to check on transactions, independent of `intervalMs`. */
const pollIntervalMs = 5 * second
/**
 * A lease not renewed for this long belongs to a dead process. Two active processes would do no harm: their database writes exclude each
 * other.
 */
const leaseMs = 20 * second

/** Runs the `blockchain` transport: anchors event roots in a chain and follows them there. */
export function startEventProofs(dependencies: EventProofsDependencies): EventProofs {
  const { wallet, chain, networks, read, transact, clock, log } = dependencies
  const { coin } = wallet
  const network = networks.get(coin.code)
  if (!network) throw new Error(`${coin.code} has no network`)
  const scripts = listAnchorScripts(wallet)
  const holder = randomUUID()

  const follower = startAnchorFollower({
    coin: coin.code,
    scripts,
    name: getFollowerName(wallet),
    network,
    read,
    transact,
    pollMs: dependencies.pollMs,
    log,
    onChange: () => rounds.wake(),
  })
  const runRound = createAnchorRound({
    wallet,
    network,
    read,
    transact,
    events: dependencies.events,
    estimateFeeRate: () =>
      networks.isUsable(coin.code) ? (networks.getState(coin.code)?.feeRate ?? null) : null,
    waitUntilCaughtUp: follower.waitUntilCaughtUp,
    reportFunding: createFundingReporter(),
    acquireLease,
    intervalMs: dependencies.intervalMs,
    clock,
    log,
    checkFailpoint: dependencies.checkFailpoint,
  })
  const rounds = startPeriodicTask(
    Math.min(dependencies.intervalMs, pollIntervalMs),
    runRound,
    dependencies.onError,
  )
  return { findFirstNeededPosition, stop }

  function acquireLease(): Promise<boolean> {
    const now = clock.now()
    return transact(({ anchors }) => anchors.acquireLease(coin.code, holder, { now, until: now + leaseMs }))
  }

  /** Logs once that funds are missing, and again if they run out after a top-up. */
  function createFundingReporter(): (isSufficient: boolean) => void {
    let isReported = false
    return (isSufficient) => {
      if (!isSufficient && !isReported) {
        const address = getAnchorAddress(wallet, chain)
        log.warn(`event proofs need funds: send some ${coin.code} to ${address}`, {
          coin: coin.code,
          address,
        })
      }
      isReported = !isSufficient
    }
  }

  async function findFirstNeededPosition(): Promise<number> {
    return ((await read.anchors.findNewest())?.lastPosition ?? 0) + 1
  }

  async function stop(): Promise<void> {
    await Promise.all([rounds.stop(), follower.stop()])
    // If this fails, the lease expires by itself.
    await transact(({ anchors }) => anchors.releaseLease(coin.code, holder)).catch(dependencies.onError)
  }
}

/** The address to fund for anchors. */
export function getAnchorAddress(anchorWallet: AnchorWallet, chain: ChainName): string {
  const [script] = listAnchorScripts(anchorWallet)
  const address = script && anchorWallet.coin.scriptToAddress(script, chain)
  if (!address) throw new Error('the script of a key must have an address')
  return address
}

/** Name under which the follower's position is stored. */
function getFollowerName(anchorWallet: AnchorWallet): string {
  const scripts = listAnchorScripts(anchorWallet).map(toHex)
  return `${anchorWallet.coin.code} event proofs ${hashSecret(scripts.join()).slice(0, 16)}`
}
