import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, type Instant, minute } from '../kernel/clock.ts'
import type { Notes } from '../kernel/notes.ts'
import { type Pair, pairName, type Rate } from './rate.ts'
import type { RateSource } from './sources/source.ts'

export interface PollsOptions {
  readonly sources: readonly RateSource[]
  /** What the sources are asked for. */
  readonly pairs: readonly Pair[]
  /** The usual time between two askings. */
  readonly pollMs: number
  readonly clock: Clock
  readonly log: Notes
}

/** However long a source fails, it is asked again after so long. */
const longestWaitMs = 5 * minute

/** Milliseconds until a source is asked again: twice as long after each failure in a row. */
export function nextWait(usualMs: number, failures: number): number {
  const grown = usualMs * 2 ** Math.min(failures, 20)
  return Math.max(usualMs, Math.min(grown, longestWaitMs))
}

/** How a source has answered of late. */
export interface SourceState {
  readonly source: string
  /** When it answered last; null: never since the start. */
  readonly answeredAt: Instant | null
  /** How often in a row it has not answered since. */
  readonly failures: number
  /** How many rates it gave then, and the time of the oldest that is still held; null when there is none. */
  readonly rates: number
  readonly oldest: Instant | null
}

interface Asked {
  readonly source: RateSource
  answeredAt: Instant | null
  rates: ReadonlyMap<string, Rate>
  failures: number
  running?: Promise<void> | undefined
}

/**
 * Asks each source again and again in the background, one never waiting for another, and holds what each said last.
 * An answer replaces the whole of the source's earlier one: a pair that is missing or nonsense now has no rate now.
 * A source that does not answer keeps its rates until they are too old.
 */
export function polls({ sources, pairs, pollMs, clock, log }: PollsOptions) {
  const asked: readonly Asked[] = sources.map((source) => ({
    source,
    answeredAt: null,
    rates: new Map(),
    failures: 0,
  }))
  const stopping = new AbortController()
  let answers = 0
  let loops: readonly Promise<void>[] = []
  return { start, stop, refresh, rates, states, version: () => answers }

  /** Begins to poll; resolves when each source has answered or failed once. */
  async function start(): Promise<void> {
    const first = refresh()
    loops = asked.map(keepAsking)
    await first
  }

  /** Ends polling; nothing is left running. */
  async function stop(): Promise<void> {
    stopping.abort()
    await Promise.all(loops)
  }

  /** Asks every source once, now. Never rejects. */
  async function refresh(): Promise<void> {
    await Promise.all(asked.map(ask))
  }

  /** What the sources say of one pair, or of all. */
  function rates(pair?: Pair): readonly Rate[] {
    if (!pair) return asked.flatMap((one) => [...one.rates.values()])
    const name = pairName(pair)
    return asked.flatMap((one) => one.rates.get(name) ?? [])
  }

  function states(): readonly SourceState[] {
    return asked.map(({ source, answeredAt, failures, rates }) => {
      const times = [...rates.values()].map(({ at }) => at)
      const oldest = times.length === 0 ? null : Math.min(...times)
      return { source: source.name, answeredAt, failures, rates: rates.size, oldest }
    })
  }

  async function keepAsking(one: Asked): Promise<void> {
    const { signal } = stopping
    while (!signal.aborted) {
      await ask(one)
      const wait = nextWait(one.source.everyMs ?? pollMs, one.failures)
      await sleep(wait, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** One question at a time: who asks while one is under way shares its answer. */
  function ask(one: Asked): Promise<void> {
    one.running ??= listen(one).finally(() => {
      one.running = undefined
    })
    return one.running
  }

  async function listen(one: Asked): Promise<void> {
    const { name } = one.source
    try {
      const answer = await one.source.fetch(pairs, stopping.signal)
      one.rates = new Map(answer.map((rate) => [pairName(rate), rate]))
      one.answeredAt = clock.now()
      answers++
      if (one.failures > 0) log.info('a rate source answers again', { source: name, at: clock.now() })
      one.failures = 0
    } catch (error) {
      if (stopping.signal.aborted) return
      if (one.failures === 0) log.warn('a rate source does not answer', { source: name, error })
      one.failures++
    }
  }
}
