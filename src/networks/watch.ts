import type { Coin } from '../coins/coin.ts'
import { minute } from '../kernel/clock.ts'
import type { Notes } from '../kernel/notes.ts'
import { systemTimers, type Timers } from '../kernel/timers.ts'
import { requiredFeeRate } from './fee-rate.ts'
import type { Network, Readiness } from './network.ts'
import { pausing, retryMs } from './pause.ts'

/** What is known of a network at this moment, without asking it. */
export interface NetworkState {
  readonly readiness: Readiness
  /** What payers are asked for, base units per 1 000 bytes; null until the network has told its own, and when that was too long ago. */
  readonly feeRate: bigint | null
}

/**
 * What a network told of its fees holds on so long while it tells nothing new. Nodes estimate anew with every block, BTC's the slowest: every
 * ten minutes. A node that restarts or is busy has answered again by then; and a quote holds on to the rate for a quarter of an hour more.
 */
export const feeRateKeptMs = 10 * minute

export interface Watch {
  state(): NetworkState
  /** Looks now, or joins the look under way. Never fails: a network that does not answer is not ready. */
  look(): Promise<NetworkState>
  stop(): Promise<void>
}

interface Watched {
  readonly coin: Coin
  readonly network: Network
  readonly everyMs: number
  readonly log: Notes
  /** Waits: those of the system by default. */
  readonly timers?: Timers | undefined
}

/** What a look has found wrong, and how it is told. */
type Trouble = 'cannot be used' | 'tells no fee rate'

/** What a look has brought. */
interface Found {
  readonly readiness: Readiness
  /** Null when it was not told. */
  readonly feeRate: bigint | null
  readonly trouble: { readonly kind: Trouble; readonly reason: string } | null
}

/**
 * Looks again and again whether a network is fit for use, and what it asks of payers: at once, then every `everyMs`, and after
 * failures in growing waits. Each change is logged once. One that is fit and tells no fee rate takes the payments that were asked for;
 * for new ones its last word counts until that is too old.
 */
export function watchNetwork({ coin, network, everyMs, log, timers = systemTimers }: Watched): Watch {
  const pause = pausing(timers)
  let readiness: Readiness = { ready: false, reason: 'it has not been asked yet' }
  let told: { readonly feeRate: bigint; readonly at: number } | null = null
  let known: Trouble | 'not asked yet' | null = 'not asked yet'
  let underWay: Promise<NetworkState> | null = null
  let failures = 0
  let stopped = false
  const ended = run()
  return { state, look, stop }

  function state(): NetworkState {
    const isKept = told !== null && timers.now() - told.at <= feeRateKeptMs
    return { readiness, feeRate: told !== null && isKept ? told.feeRate : null }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      await look()
      await pause.wait(failures === 0 ? everyMs : Math.min(everyMs, retryMs(failures)))
    }
  }

  function look(): Promise<NetworkState> {
    underWay ??= lookNow().finally(() => {
      underWay = null
    })
    return underWay
  }

  async function lookNow(): Promise<NetworkState> {
    const at = timers.now()
    const found = await lookAt(coin, network)
    readiness = found.readiness
    if (found.feeRate !== null) told = { feeRate: found.feeRate, at }
    failures = found.trouble ? failures + 1 : 0
    note(found.trouble)
    return state()
  }

  function note(trouble: Found['trouble']): void {
    const kind = trouble?.kind ?? null
    if (kind === known) return
    known = kind
    if (!trouble) log.info(`${coin.code}: the node is ready`)
    else if (!stopped) log.warn(`${coin.code}: the node ${trouble.kind}: ${trouble.reason}`)
  }

  async function stop(): Promise<void> {
    stopped = true
    pause.wake()
    await ended
  }
}

async function lookAt({ feeRate: limits }: Coin, network: Network): Promise<Found> {
  const readiness = await network
    .check()
    .catch((error: unknown): Readiness => ({ ready: false, reason: reasonOf(error) }))
  if (!readiness.ready)
    return { readiness, feeRate: null, trouble: { kind: 'cannot be used', reason: readiness.reason } }
  try {
    const [estimate, relay] = await Promise.all([network.feeRate(), network.relayFeeRate()])
    return { readiness, feeRate: requiredFeeRate(limits, { estimate, relay }), trouble: null }
  } catch (error) {
    return { readiness, feeRate: null, trouble: { kind: 'tells no fee rate', reason: reasonOf(error) } }
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
