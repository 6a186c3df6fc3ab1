import type { Child } from './children/child.ts'
import type { LoadResult } from './load/load.ts'
import type { Size } from './options.ts'
import { median } from './statistics.ts'

/** A server under a load, measured together with others. */
export interface Subject {
  readonly name: string
  /** Its role in the comparison: `alone` is what the service depends on, its database or a node. */
  readonly role: 'bare' | 'alone' | 'service'
  readonly size: Size | null
  /** Whether it logs each request. */
  readonly logsRequests: boolean
  /** Null if it is not a process of ours. */
  readonly child: Child | null
  /** One round of load. */
  load(round: number): Promise<LoadResult>
}

/** The medians of its rounds. */
export interface Measured extends Pick<Subject, 'name' | 'role' | 'size' | 'logsRequests'> {
  readonly rates: readonly number[]
  /** Requests a second. */
  readonly rate: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly loopDelayMs: number
  readonly rssBytes: number
  /** CPU time of the server's process per request. */
  readonly userMicros: number
  readonly systemMicros: number
  /** In all rounds. */
  readonly failed: number
}

type Round = Omit<Measured, 'name' | 'role' | 'size' | 'logsRequests' | 'rates'>

/** Measures the subjects alternately, so that other load on the machine affects all of them equally. */
export async function measure(subjects: readonly Subject[], rounds: number): Promise<Measured[]> {
  const results = subjects.map((): Round[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, subject] of subjects.entries()) results[index]?.push(await measureOnce(subject, round))
  }
  return subjects.map((subject, index) => summarise(subject, results[index] ?? []))
}

async function measureOnce({ child, load }: Subject, round: number): Promise<Round> {
  await child?.ask('reset')
  const { requests, seconds, p50Ms, p99Ms, failed } = await load(round)
  const { userMicros, systemMicros, rssBytes, loopDelayMs } = (await child?.ask('figures')) ?? noFigures
  return {
    rate: requests / seconds,
    p50Ms,
    p99Ms,
    failed,
    rssBytes,
    loopDelayMs,
    userMicros: userMicros / requests,
    systemMicros: systemMicros / requests,
  }
}

const noFigures = {
  userMicros: Number.NaN,
  systemMicros: Number.NaN,
  rssBytes: Number.NaN,
  loopDelayMs: Number.NaN,
}

function summarise({ name, role, size, logsRequests }: Subject, rounds: readonly Round[]): Measured {
  const getMedian = (member: keyof Round) => median(rounds.map((round) => round[member]))
  return {
    name,
    role,
    size,
    logsRequests,
    rates: rounds.map(({ rate }) => rate),
    rate: getMedian('rate'),
    p50Ms: getMedian('p50Ms'),
    p99Ms: getMedian('p99Ms'),
    loopDelayMs: getMedian('loopDelayMs'),
    rssBytes: Math.max(...rounds.map(({ rssBytes }) => rssBytes)),
    userMicros: getMedian('userMicros'),
    systemMicros: getMedian('systemMicros'),
    failed: rounds.reduce((sum, round) => sum + round.failed, 0),
  }
}

/** The median ratio between the same rounds of two subjects. */
export function computeRatio(one: Measured, other: Measured): number {
  return median(one.rates.map((rate, round) => rate / (other.rates[round] ?? Number.NaN)))
}
