import autocannon from 'autocannon'
import { connections, type Load, type LoadResult } from './load.ts'

/** Sends the requests repeatedly for that long. */
export function repeatWithAutocannon(load: Load, seconds: number): Promise<LoadResult> {
  const { requests } = load
  const repeats = Math.ceil(connections / requests.length)
  return fire({ ...load, requests: Array(repeats).fill(requests).flat() }, { duration: seconds })
}

/** Sends each request once. */
export function sendOnceWithAutocannon(load: Load): Promise<LoadResult> {
  return fire(load, { amount: load.requests.length })
}

/** Gives each connection its own share of the requests. Measures the duration itself, because autocannon rounds it to seconds. */
async function fire(
  { url, headers, requests }: Load,
  limit: { duration?: number; amount?: number },
): Promise<LoadResult> {
  const count = Math.min(connections, requests.length)
  const times: number[] = []
  let [opened, failed, last] = [0, 0, 0]
  const since = performance.now()
  await new Promise<void>((resolve, reject) => {
    const settings = { url: url.origin, connections: count, excludeErrorStats: true, ...limit, setupClient }
    const instance = autocannon(settings, (error) => (error ? reject(error) : resolve()))
    instance.on('response', (_client, status, _bytes, ms) => {
      last = performance.now()
      times.push(ms)
      if (status < 200 || status > 299) failed++
    })
    instance.on('reqError', () => failed++)
  })
  times.sort((a, b) => a - b)
  const getPercentile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    requests: times.length,
    seconds: (last - since) / 1_000,
    p50Ms: getPercentile(0.5),
    p99Ms: getPercentile(0.99),
    failed,
  }

  function setupClient(client: autocannon.Client): void {
    const share = requests.filter((_, index) => index % count === opened)
    opened++
    client.setRequests(
      share.map(({ method, path, body, headers: own }) => ({
        method,
        path,
        headers: { ...headers, ...own },
        body,
      })),
    )
  }
}
