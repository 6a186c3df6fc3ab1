import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, type Instant, minute, second } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import { formatPair, type Pair, type Rate } from './rate.ts'
import type { RateSource } from './sources/source.ts'

interface RatePollerOptions {
  readonly sources: readonly RateSource[]
  /** The pairs to request from the sources. */
  readonly pairs: readonly Pair[]
  /** The default interval between two requests. */
  readonly pollMs: number
  readonly clock: Clock
  readonly log: Logger
}

/** Upper limit of the backoff for a failing source. */
const maxDelayMs = 5 * minute

/** Longer than any source takes to respond or fail. */
const maxFirstPollMs = 15 * second

/** Milliseconds until the next request to a source: doubled after each consecutive failure. */
export function computeNextDelayMs(defaultMs: number, failures: number): number {
  const backoff = defaultMs * 2 ** Math.min(failures, 20)
  return Math.max(defaultMs, Math.min(backoff, maxDelayMs))
}

/** The current state of a source. */
export interface SourceState {
  readonly source: string
  /** The time of the last response; null when there has been none since the start. */
  readonly respondedAt: Instant | null
  /** Consecutive failures since then. */
  readonly failures: number
  readonly rateCount: number
  /** The time of the oldest rate in that response; null when there is none. */
  readonly oldestRateAt: Instant | null
}

interface SourceEntry {
  readonly source: RateSource
  respondedAt: Instant | null
  rates: ReadonlyMap<string, Rate>
  failures: number
  running?: Promise<void> | undefined
}

/**
 * Polls each source in the background, independently of the others, and keeps its latest response. A response replaces the whole previous
 * one: a pair that is now missing or invalid has no rate. A source that doesn't respond keeps its rates until they are too old.
 */
export function createRatePoller({ sources, pairs, pollMs, clock, log }: RatePollerOptions) {
  const entries: readonly SourceEntry[] = sources.map((source) => ({
    source,
    respondedAt: null,
    rates: new Map(),
    failures: 0,
  }))
  const stopController = new AbortController()
  let version = 0
  let loops: readonly Promise<void>[] = []
  let firstPoll: Promise<void> | undefined
  return { start, stop, pollOnce, waitUntilPolled, listRates, listStates, getVersion: () => version }

  /** Starts polling. Resolves when each source has responded or failed once. */
  async function start(): Promise<void> {
    const initialPoll = waitUntilPolled()
    loops = entries.map(pollForever)
    await initialPoll
  }

  /** Stops polling. Nothing keeps running. */
  async function stop(): Promise<void> {
    stopController.abort()
    await Promise.all([...loops, ...entries.map(({ running }) => running)])
  }

  /** Polls every source once. Never rejects. */
  async function pollOnce(): Promise<void> {
    await Promise.all(entries.map(requestOnce))
  }

  /** Resolves when each source has responded or failed once since the start, and after 15 s at the latest. */
  function waitUntilPolled(): Promise<void> {
    firstPoll ??= Promise.race([pollOnce(), sleep(maxFirstPollMs, undefined, { ref: false })])
    return firstPoll
  }

  /** The sources' rates of one pair, or of all. */
  function listRates(pair?: Pair): readonly Rate[] {
    if (!pair) return entries.flatMap((entry) => [...entry.rates.values()])
    const name = formatPair(pair)
    return entries.flatMap((entry) => entry.rates.get(name) ?? [])
  }

  function listStates(): readonly SourceState[] {
    return entries.map(({ source, respondedAt, failures, rates }) => {
      const times = [...rates.values()].map(({ observedAt }) => observedAt)
      const oldestRateAt = times.length === 0 ? null : Math.min(...times)
      return { source: source.name, respondedAt, failures, rateCount: rates.size, oldestRateAt }
    })
  }

  async function pollForever(entry: SourceEntry): Promise<void> {
    const { signal } = stopController
    while (!signal.aborted) {
      await requestOnce(entry)
      const delayMs = computeNextDelayMs(entry.source.pollMs ?? pollMs, entry.failures)
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** One request at a time: concurrent callers share its response. */
  function requestOnce(entry: SourceEntry): Promise<void> {
    entry.running ??= fetchRates(entry).finally(() => {
      entry.running = undefined
    })
    return entry.running
  }

  async function fetchRates(entry: SourceEntry): Promise<void> {
    const { name } = entry.source
    try {
      const response = await entry.source.fetch(pairs, stopController.signal)
      entry.rates = new Map(response.map((rate) => [formatPair(rate), rate]))
      entry.respondedAt = clock.now()
      version++
      if (entry.failures > 0) log.info('a rate source works again', { source: name, at: clock.now() })
      entry.failures = 0
    } catch (error) {
      if (stopController.signal.aborted) return
      if (entry.failures === 0) log.warn('a rate source failed', { source: name, error })
      entry.failures++
    }
  }
}
