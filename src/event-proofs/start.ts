import { randomUUID } from 'node:crypto'
import type { ChainName } from '../coins/coin.ts'
import type { NumberedEvent } from '../events/envelope.ts'
import { type Clock, second } from '../kernel/clock.ts'
import type { Failpoints } from '../kernel/failpoint.ts'
import { digestOf } from '../kernel/ids.ts'
import type { Logger } from '../kernel/logger.ts'
import { startPeriodicTask } from '../kernel/periodic-task.ts'
import type { Networks } from '../networks/index.ts'
import type { CoinReader } from './anchor.ts'
import { createAnchorRound } from './anchor-events.ts'
import { type AnchorFollowerParts, startAnchorFollower } from './follow.ts'
import { type AnchorWallet, scriptsOf } from './transaction.ts'

export interface EventProofsParts {
  readonly wallet: AnchorWallet
  readonly chain: ChainName
  readonly everyMs: number
  /** How often to poll for new blocks. */
  readonly pollMs: number
  readonly networks: Pick<Networks, 'get' | 'isUsable' | 'state'>
  readonly events: { readAll(above: number, limit: number): Promise<NumberedEvent[]> }
  readonly read: AnchorFollowerParts['read'] & { readonly anchorCoins: CoinReader }
  readonly transact: AnchorFollowerParts['transact']
  readonly clock: Clock
  readonly log: Logger
  readonly failed: (error: unknown) => void
  readonly checkFailpoint: Failpoints
}

export interface EventProofs {
  /** The lowest position not yet anchored: events from there on must not be pruned. */
  neededFrom(): Promise<number>
  stop(): Promise<void>
}

/** How often to check on transactions, independent of `everyMs`. */
const lookEveryMs = 5 * second
/**
 * A lease not renewed for this long belongs to a dead process. Two active processes would do no harm: their database writes exclude each
 * other.
 */
const leaseMs = 20 * second

/** Runs the `blockchain` transport: anchors event roots in a chain and follows them there. */
export function startEventProofs(parts: EventProofsParts): EventProofs {
  const { wallet, chain, networks, read, transact, clock, log } = parts
  const { coin } = wallet
  const network = networks.get(coin.code)
  if (!network) throw new Error(`${coin.code} has no network`)
  const scripts = scriptsOf(wallet)
  const holder = randomUUID()

  const follower = startAnchorFollower({
    coin: coin.code,
    scripts,
    name: positionName(wallet),
    network,
    read,
    transact,
    pollMs: parts.pollMs,
    log,
    changed: () => rounds.wake(),
  })
  const round = createAnchorRound({
    wallet,
    network,
    read,
    transact,
    events: parts.events,
    feeRate: () => (networks.isUsable(coin.code) ? (networks.state(coin.code)?.feeRate ?? null) : null),
    caughtUp: follower.waitUntilCaughtUp,
    funded: tellingOfFunds(),
    acquireLease: takeTurn,
    everyMs: parts.everyMs,
    clock,
    log,
    checkFailpoint: parts.checkFailpoint,
  })
  const rounds = startPeriodicTask(Math.min(parts.everyMs, lookEveryMs), round, parts.failed)
  return { neededFrom, stop }

  function takeTurn(): Promise<boolean> {
    const now = clock.now()
    return transact(({ anchors }) => anchors.acquireLease(coin.code, holder, { now, until: now + leaseMs }))
  }

  /** Logs once that funds are missing, and again if they run out after a top-up. */
  function tellingOfFunds(): (enough: boolean) => void {
    let told = false
    return (enough) => {
      if (!enough && !told) {
        const address = addressOf(wallet, chain)
        log.warn(`Event proofs need coins: send some ${coin.code} to ${address}.`, {
          coin: coin.code,
          address,
        })
      }
      told = !enough
    }
  }

  async function neededFrom(): Promise<number> {
    return ((await read.anchors.newest())?.lastPosition ?? 0) + 1
  }

  async function stop(): Promise<void> {
    await Promise.all([rounds.stop(), follower.stop()])
    // If this fails, the lease expires by itself.
    await transact(({ anchors }) => anchors.releaseLease(coin.code, holder)).catch(parts.failed)
  }
}

/** The address to fund for anchors. */
export function addressOf(purse: AnchorWallet, chain: ChainName): string {
  const [script] = scriptsOf(purse)
  const address = script && purse.coin.addressFor(script, chain)
  if (!address) throw new Error('the script of a key must have an address')
  return address
}

/** Name under which the follower's position is stored. */
function positionName(purse: AnchorWallet): string {
  const scripts = scriptsOf(purse).map((script) => Buffer.from(script).toString('hex'))
  return `${purse.coin.code} event proofs ${digestOf(scripts.join()).slice(0, 16)}`
}
