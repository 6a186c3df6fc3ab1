import { randomUUID } from 'node:crypto'
import type { ChainName } from '../coins/coin.ts'
import type { NumberedEvent } from '../events/envelope.ts'
import { type Clock, second } from '../kernel/clock.ts'
import { every } from '../kernel/every.ts'
import type { Passing } from '../kernel/failpoint.ts'
import { digestOf } from '../kernel/ids.ts'
import type { Notes } from '../kernel/notes.ts'
import type { Networks } from '../networks/index.ts'
import type { CoinReader } from './anchor.ts'
import { anchorEvents } from './anchor-events.ts'
import { type FollowParts, followAnchors } from './follow.ts'
import { type Purse, scriptsOf } from './transaction.ts'

export interface EventProofsParts {
  readonly purse: Purse
  readonly chain: ChainName
  readonly everyMs: number
  /** How often to ask for new blocks. */
  readonly pollMs: number
  readonly networks: Pick<Networks, 'of' | 'usable' | 'state'>
  readonly events: { readAll(above: number, limit: number): Promise<NumberedEvent[]> }
  readonly read: FollowParts['read'] & { readonly anchorCoins: CoinReader }
  readonly transact: FollowParts['transact']
  readonly clock: Clock
  readonly log: Notes
  readonly failed: (error: unknown) => void
  readonly at: Passing
}

export interface EventProofs {
  /** The lowest position that is below no root yet: from there on no event may be pruned. */
  neededFrom(): Promise<number>
  stop(): Promise<void>
}

/** How often to see whether transactions are still where they should be, whatever the time between two roots. */
const lookEveryMs = 5 * second
/** Who has the work and gives no sign of life for so long has died. Two at once would do no harm: what they write down excludes it. */
const leaseMs = 20 * second

/** The transport `blockchain`, at work: puts the roots of events into a chain, and follows them there. */
export function openEventProofs(parts: EventProofsParts): EventProofs {
  const { purse, chain, networks, read, transact, clock, log } = parts
  const { coin } = purse
  const network = networks.of(coin.code)
  if (!network) throw new Error(`there is no network of ${coin.code}`)
  const scripts = scriptsOf(purse)
  const holder = randomUUID()

  const follower = followAnchors({
    coin: coin.code,
    scripts,
    name: positionName(purse),
    network,
    read,
    transact,
    pollMs: parts.pollMs,
    log,
    changed: () => rounds.wake(),
  })
  const round = anchorEvents({
    purse,
    network,
    read,
    transact,
    events: parts.events,
    feeRate: () => (networks.usable(coin.code) ? (networks.state(coin.code)?.feeRate ?? null) : null),
    caughtUp: follower.caughtUp,
    funded: tellingOfFunds(),
    takeTurn,
    everyMs: parts.everyMs,
    clock,
    log,
    at: parts.at,
  })
  const rounds = every(Math.min(parts.everyMs, lookEveryMs), round, parts.failed)
  return { neededFrom, stop }

  function takeTurn(): Promise<boolean> {
    const now = clock.now()
    return transact(({ anchors }) => anchors.takeTurn(coin.code, holder, { now, until: now + leaseMs }))
  }

  /** Says once that there are no coins, and again when they have come and gone. */
  function tellingOfFunds(): (enough: boolean) => void {
    let told = false
    return (enough) => {
      if (!enough && !told) {
        const address = addressOf(purse, chain)
        log.warn(`Events wait for their proof: send some ${coin.code} to ${address}.`, {
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
    // When that fails, the lease ends by itself.
    await transact(({ anchors }) => anchors.endTurn(coin.code, holder)).catch(parts.failed)
  }
}

/** Where to send coins for the anchors. */
export function addressOf(purse: Purse, chain: ChainName): string {
  const [script] = scriptsOf(purse)
  const address = script && purse.coin.addressFor(script, chain)
  if (!address) throw new Error('the script of a key has an address')
  return address
}

/** Under which name the follower's position is kept. */
function positionName(purse: Purse): string {
  const scripts = scriptsOf(purse).map((script) => Buffer.from(script).toString('hex'))
  return `${purse.coin.code} event proofs ${digestOf(scripts.join()).slice(0, 16)}`
}
