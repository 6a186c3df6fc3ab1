import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from '../children/child.ts'
import type { LoadResult } from '../load/load.ts'
import { encodeCredentials } from '../routes.ts'
import { shopEmail } from '../shop.ts'
import { percentile } from '../statistics.ts'

const pollMs = 50

/** Requests the overview of thirty days, one request after the other. `cookie` is the merchant's session. */
export async function requestOverviews({ url }: Child, cookie: string, seconds: number): Promise<LoadResult> {
  const durations: number[] = []
  const result = await repeat(seconds, async () => {
    const since = performance.now()
    const response = await fetch(new URL('/dashboard?period=30d', url), { headers: { cookie } })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`the overview returned ${response.status}`)
    durations.push(performance.now() - since)
    return 1
  })
  return { ...result, ...summarise(durations) }
}

/**
 * Exports all invoices at least once, while another client requests pages of the list. Counts lines instead of requests;
 * the latencies are those of the other client. `onSample` is called with the memory of the process.
 */
export async function exportInvoices(
  service: Child,
  { path, token, onSample }: { path: string; token: string; onSample(bytes: number): void },
  seconds: number,
): Promise<LoadResult> {
  const latencies: number[] = []
  const others = startRepeating(async () => {
    const since = performance.now()
    await (await request(service, '/invoices?limit=10', token)).resume().toArray()
    latencies.push(performance.now() - since)
    onSample((await service.ask('figures')).rssBytes)
    await sleep(pollMs)
  })
  try {
    const result = await repeat(seconds, () => countLines(service, path, token))
    return { ...result, ...summarise(latencies) }
  } finally {
    await others.stop()
  }
}

/** Signs the merchant in; returns the session's cookie. */
export async function signIn({ url }: Child, password: string): Promise<string> {
  const response = await fetch(new URL('/login', url), {
    method: 'POST',
    headers: { origin: url.origin },
    body: new URLSearchParams({ email: shopEmail, password }),
    redirect: 'manual',
  })
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0])
  if (cookies.length === 0) throw new Error(`signing in returned ${response.status}`)
  return cookies.join('; ')
}

/** Repeats the work until the time is over, at least once. The work returns how many requests or lines it completed. */
async function repeat(
  minSeconds: number,
  work: () => Promise<number>,
): Promise<Pick<LoadResult, 'requests' | 'seconds' | 'failed'>> {
  const since = performance.now()
  let [requests, seconds] = [0, 0]
  do {
    requests += await work()
    seconds = (performance.now() - since) / 1_000
  } while (seconds < minSeconds)
  return { requests, seconds, failed: 0 }
}

const summarise = (durations: readonly number[]): Pick<LoadResult, 'p50Ms' | 'p99Ms'> => ({
  p50Ms: percentile(durations, 0.5),
  p99Ms: percentile(durations, 0.99),
})

async function countLines(service: Child, path: string, token: string): Promise<number> {
  const response = await request(service, path, token)
  if (response.statusCode !== 200) throw new Error(`${path} returned ${response.statusCode}`)
  let lines = 0
  for await (const chunk of response)
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
  return lines
}

function startRepeating(work: () => Promise<void>): { stop(): Promise<void> } {
  let isStopped = false
  const ended = (async () => {
    while (!isStopped) await work()
  })()
  return {
    stop() {
      isStopped = true
      return ended
    },
  }
}

function request({ url }: Child, path: string, token: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: encodeCredentials(token) }
    get(new URL(path, url), { headers, agent: false }, resolve).once('error', reject)
  })
}
