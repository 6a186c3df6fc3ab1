import type { Coin } from '../coins/coin.ts'
import { minute } from '../kernel/clock.ts'
import { getErrorMessage } from '../kernel/error-message.ts'
import type { Logger } from '../kernel/logger.ts'
import { systemTimers, type Timers } from '../kernel/timers.ts'
import { computeRequiredFeeRate } from './fee-rate.ts'
import type { Network, Readiness } from './network.ts'
import { createPause, getRetryDelayMs } from './pause.ts'

/** The last known state of a network, available without a call. */
export interface NetworkState {
  readonly readiness: Readiness
  /** The required fee rate, in base units per 1 000 bytes. Null until the network has reported its own, or if that report is too old. */
  readonly feeRate: bigint | null
}

/**
 * How long a reported fee rate stays valid without a new report. Nodes update their estimate with every block; BTC is the slowest, with a
 * block every ten minutes. A node that restarts or is busy responds again by then. A quote keeps the rate for another quarter of an hour.
 */
export const maxFeeRateAgeMs = 10 * minute

interface NetworkWatcher {
  getState(): NetworkState
  /** Checks now, or joins the check in progress. Never fails: a network that doesn't respond isn't ready. */
  checkNow(): Promise<NetworkState>
  stop(): Promise<void>
}

interface NetworkWatcherOptions {
  readonly coin: Coin
  readonly network: Network
  readonly intervalMs: number
  readonly log: Logger
  /** Defaults to the system timers. */
  readonly timers?: Timers | undefined
}

/** The problem that a check found, as worded in the log. */
type ProblemKind = 'cannot be used' | 'reports no fee rate'

/** The result of one check. */
interface CheckResult {
  readonly readiness: Readiness
  /** Null if the network didn't report it. */
  readonly feeRate: bigint | null
  readonly problem: { readonly kind: ProblemKind; readonly reason: string } | null
}

/**
 * Checks repeatedly whether a network is usable and which fee rate it requires: immediately, then every `intervalMs`, and sooner, with a
 * backoff, after failures. Each change is logged once. A usable network that reports no fee rate still accepts payments for existing quotes. New
 * quotes use its last reported rate until that is too old.
 */
export function startNetworkWatcher({
  coin,
  network,
  intervalMs,
  log,
  timers = systemTimers,
}: NetworkWatcherOptions): NetworkWatcher {
  const pause = createPause(timers)
  let readiness: Readiness = { ready: false, reason: 'it has not been checked yet' }
  let lastReport: { readonly feeRate: bigint; readonly reportedAt: number } | null = null
  let lastProblem: ProblemKind | 'not checked yet' | null = 'not checked yet'
  let pendingCheck: Promise<NetworkState> | null = null
  let failures = 0
  let isStopped = false
  const completion = run()
  return { getState, checkNow: check, stop }

  function getState(): NetworkState {
    const isRecent = lastReport !== null && timers.now() - lastReport.reportedAt <= maxFeeRateAgeMs
    return { readiness, feeRate: lastReport !== null && isRecent ? lastReport.feeRate : null }
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      await check()
      await pause.wait(failures === 0 ? intervalMs : Math.min(intervalMs, getRetryDelayMs(failures)))
    }
  }

  function check(): Promise<NetworkState> {
    pendingCheck ??= runCheck().finally(() => {
      pendingCheck = null
    })
    return pendingCheck
  }

  async function runCheck(): Promise<NetworkState> {
    const reportedAt = timers.now()
    const result = await checkNetwork(coin, network)
    readiness = result.readiness
    if (result.feeRate !== null) lastReport = { feeRate: result.feeRate, reportedAt }
    failures = result.problem ? failures + 1 : 0
    logProblem(result.problem)
    return getState()
  }

  function logProblem(problem: CheckResult['problem']): void {
    const kind = problem?.kind ?? null
    if (kind === lastProblem) return
    lastProblem = kind
    if (!problem) log.info(`${coin.code}: the node is ready`)
    else if (!isStopped) log.warn(`${coin.code}: the node ${problem.kind}: ${problem.reason}`)
  }

  async function stop(): Promise<void> {
    isStopped = true
    pause.wake()
    await completion
  }
}

async function checkNetwork({ feeRate: limits }: Coin, network: Network): Promise<CheckResult> {
  const readiness = await network
    .check()
    .catch((error: unknown): Readiness => ({ ready: false, reason: getErrorMessage(error) }))
  if (!readiness.ready)
    return { readiness, feeRate: null, problem: { kind: 'cannot be used', reason: readiness.reason } }
  try {
    const [estimate, relay] = await Promise.all([network.estimateFeeRate(), network.getRelayFeeRate()])
    return { readiness, feeRate: computeRequiredFeeRate(limits, { estimate, relay }), problem: null }
  } catch (error) {
    return {
      readiness,
      feeRate: null,
      problem: { kind: 'reports no fee rate', reason: getErrorMessage(error) },
    }
  }
}
