import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, type Instant, minute } from '../kernel/clock.ts'
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

/** Milliseconds until the next request to a source: doubled after each consecutive failure. */
export function computeNextDelayMs(defaultMs: number, failures: number): number {
  const backoff = defaultMs * 2 ** Math.min(failures, 20)
  return Math.max(defaultMs, Math.min(backoff, maxDelayMs))
}

/** The current state of a source. */
export interface SourceState {
  readonly source: string
  /** The time of the last response; null when there was none since the start. */
  readonly respondedAt: Instant | null
  /** Consecutive failures since then. */
  readonly failures: number
  /** The number of rates in that response, and the time of the oldest; null when there are none. */
  readonly rates: number
  readonly oldest: Instant | null
}

interface PolledSource {
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
  const polledSources: readonly PolledSource[] = sources.map((source) => ({
    source,
    respondedAt: null,
    rates: new Map(),
    failures: 0,
  }))
  const stopController = new AbortController()
  let version = 0
  let loops: readonly Promise<void>[] = []
  return { start, stop, refresh, listRates, listStates, getVersion: () => version }

  /** Starts polling. Resolves when each source has responded or failed once. */
  async function start(): Promise<void> {
    const initialRefresh = refresh()
    loops = polledSources.map(pollForever)
    await initialRefresh
  }

  /** Stops polling. Nothing keeps running. */
  async function stop(): Promise<void> {
    stopController.abort()
    await Promise.all([...loops, ...polledSources.map(({ running }) => running)])
  }

  /** Requests every source once, now. Never rejects. */
  async function refresh(): Promise<void> {
    await Promise.all(polledSources.map(requestOnce))
  }

  /** The sources' rates of one pair, or of all. */
  function listRates(pair?: Pair): readonly Rate[] {
    if (!pair) return polledSources.flatMap((polled) => [...polled.rates.values()])
    const name = formatPair(pair)
    return polledSources.flatMap((polled) => polled.rates.get(name) ?? [])
  }

  function listStates(): readonly SourceState[] {
    return polledSources.map(({ source, respondedAt, failures, rates }) => {
      const times = [...rates.values()].map(({ observedAt }) => observedAt)
      const oldest = times.length === 0 ? null : Math.min(...times)
      return { source: source.name, respondedAt, failures, rates: rates.size, oldest }
    })
  }

  async function pollForever(polled: PolledSource): Promise<void> {
    const { signal } = stopController
    while (!signal.aborted) {
      await requestOnce(polled)
      const delayMs = computeNextDelayMs(polled.source.pollMs ?? pollMs, polled.failures)
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** One request at a time: concurrent callers share its response. */
  function requestOnce(polled: PolledSource): Promise<void> {
    polled.running ??= fetchRates(polled).finally(() => {
      polled.running = undefined
    })
    return polled.running
  }

  async function fetchRates(polled: PolledSource): Promise<void> {
    const { name } = polled.source
    try {
      const response = await polled.source.fetch(pairs, stopController.signal)
      polled.rates = new Map(response.map((rate) => [formatPair(rate), rate]))
      polled.respondedAt = clock.now()
      version++
      if (polled.failures > 0) log.info('a rate source works again', { source: name, at: clock.now() })
      polled.failures = 0
    } catch (error) {
      if (stopController.signal.aborted) return
      if (polled.failures === 0) log.warn('a rate source failed', { source: name, error })
      polled.failures++
    }
  }
}
