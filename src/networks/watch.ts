import type { Coin } from '../coins/coin.ts'
import type { Notes } from '../kernel/notes.ts'
import { requiredFeeRate } from './fee-rate.ts'
import type { Network, Readiness } from './network.ts'
import { pausing, retryMs } from './pause.ts'

/** What is known of a network at this moment, without asking it. */
export interface NetworkState {
  readonly readiness: Readiness
  /** What payers are asked for, base units per 1 000 bytes; null until the network has told its own. */
  readonly feeRate: bigint | null
}

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
}

/**
 * Looks again and again whether a network is fit for use, and what it asks of payers: at once, then every `everyMs`, and after
 * failures in growing waits. Each change is logged once.
 */
export function watchNetwork({ coin, network, everyMs, log }: Watched): Watch {
  const pause = pausing()
  let current: NetworkState = {
    readiness: { ready: false, reason: 'it has not been asked yet' },
    feeRate: null,
  }
  let underWay: Promise<NetworkState> | null = null
  let failures = 0
  let stopped = false
  const ended = run()
  return { state: () => current, look, stop }

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
    const before = current
    current = await stateOf(coin, network, before.feeRate)
    const { readiness } = current
    failures = readiness.ready ? 0 : failures + 1
    if (!stopped && !readiness.ready && failures === 1)
      log.warn(`${coin.code}: the node cannot be used: ${readiness.reason}`)
    if (readiness.ready && !before.readiness.ready) log.info(`${coin.code}: the node is ready`)
    return current
  }

  async function stop(): Promise<void> {
    stopped = true
    pause.wake()
    await ended
  }
}

/** The fee rate of before holds on while the network does not tell a new one. */
async function stateOf(
  { feeRate: limits }: Coin,
  network: Network,
  feeRate: bigint | null,
): Promise<NetworkState> {
  try {
    const readiness = await network.check()
    if (!readiness.ready) return { readiness, feeRate }
    const [estimate, relay] = await Promise.all([network.feeRate(), network.relayFeeRate()])
    return { readiness, feeRate: requiredFeeRate(limits, { estimate, relay }) }
  } catch (error) {
    return {
      readiness: { ready: false, reason: error instanceof Error ? error.message : String(error) },
      feeRate,
    }
  }
}
