import { spawnSync } from 'node:child_process'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Child } from './children/child.ts'
import { encodeCredentials } from './routes.ts'
import { createInvoices, createShop, runInParallel, startService } from './shop.ts'
import { percentile } from './statistics.ts'

/** Streams that are open on one process at the same time. */
export interface SocketOptions {
  /** WebSockets, each on its own invoice. */
  readonly sockets: number
  /** Server-Sent Events streams, each on its own invoice. */
  readonly sse: number
  readonly seconds: number
}

/** The target. */
export const wantedSockets = 100_000

/** WebSockets on the account of all invoices. */
const accounts = 20
/** Invoices cancelled per second. */
const rate = 50
const settleMs = 3_000
/** A client's address has 28 000 ports. */
const socketsPerAddress = 20_000
/** Open files that the service and this program need for other things. */
const otherFiles = 1_000

/** The largest number of streams up to `wanted`: each is an open file of the service, and one of this program. */
export function limitByOpenFiles(wanted: number): number {
  const { userLimits } = process.report.getReport() as {
    userLimits: { open_files: { hard: number | 'unlimited' } }
  }
  const { hard } = userLimits.open_files
  return hard === 'unlimited' ? wanted : Math.min(wanted, hard - otherFiles)
}

/** The delays of the events that clients received, in milliseconds. */
interface Deliveries {
  readonly ofInvoices: number[]
  readonly ofAccounts: number[]
}

/** How late each event arrives, and what is lost, while invoices are cancelled at a constant rate. */
export interface SocketResult {
  readonly p99Ms: number
  readonly maxMegabytes: number
  readonly lost: number
}

/**
 * Opens streams on one process, each on its own invoice, and some on the account of them all. Cancels invoices at a constant rate, and measures
 * how long it takes until each subscriber is notified.
 */
export async function measureSockets(
  url: string,
  { sockets, sse, seconds }: SocketOptions,
  log: (line: string) => void,
): Promise<SocketResult> {
  const { token } = await createShop(url)
  const service = await startService(url, { preload: [], settings: { EVENT_STREAMS: '1000000' } })
  try {
    const uids = await createInvoices(service, token, sockets + sse)
    log(
      `${sockets} WebSockets and ${sse} Server-Sent Events streams, each on its own invoice; ${accounts} on the account`,
    )
    await sleep(settleMs)
    log(`resident before: ${getResidentMegabytes(service)} MB`)
    const deliveries: Deliveries = { ofInvoices: [], ofAccounts: [] }
    const closeFunctions = await openAll({ service, token, uids, sockets, deliveries, log })
    await sleep(settleMs)
    log(`resident with all of them open: ${getResidentMegabytes(service)} MB`)
    const { cancelled, peakMegabytes } = await cancelAtRate(service, token, { uids, seconds, log })
    await sleep(settleMs)
    log(`peak resident: ${peakMegabytes} MB`)
    for (const close of closeFunctions) close()
    log(describeDelays('account streams', deliveries.ofAccounts))
    log(describeDelays('invoice streams', deliveries.ofInvoices))
    return {
      p99Ms: percentile(deliveries.ofInvoices, 0.99),
      maxMegabytes: peakMegabytes,
      lost: cancelled * (1 + accounts) - deliveries.ofInvoices.length - deliveries.ofAccounts.length,
    }
  } finally {
    await service.stop()
  }
}

interface OpenOptions {
  readonly service: Child
  readonly token: string
  readonly uids: readonly string[]
  /** The first uids get WebSockets. */
  readonly sockets: number
  readonly deliveries: Deliveries
  readonly log: (line: string) => void
}

async function openAll({
  service,
  token,
  uids,
  sockets,
  deliveries,
  log,
}: OpenOptions): Promise<(() => void)[]> {
  const since = performance.now()
  const receive = (delays: number[]) => (text: string) => {
    delays.push(Date.now() - Date.parse(JSON.parse(text).time))
  }
  const onClosed = (how: string) => log(`disconnected: ${how}`)
  const ofInvoice = { receive: receive(deliveries.ofInvoices), onClosed }
  const closeFunctions = await runInParallel([...uids.entries()], ([index, invoice]) =>
    index < sockets
      ? openSocket(service, { subscription: { invoice }, index, ...ofInvoice })
      : openEvents(service, invoice, ofInvoice),
  )
  const ofAccount = { receive: receive(deliveries.ofAccounts), onClosed }
  for (let index = 0; index < accounts; index++)
    closeFunctions.push(await openSocket(service, { subscription: { token }, index, ...ofAccount }))
  const seconds = (performance.now() - since) / 1_000
  log(`opened in ${seconds.toFixed(1)} s: ${Math.round(closeFunctions.length / seconds)} a second`)
  return closeFunctions
}

interface Follower {
  readonly receive: (text: string) => void
  readonly onClosed: (how: string) => void
}

function openSocket(
  { url }: Child,
  { subscription, index, receive, onClosed }: Follower & { subscription: object; index: number },
): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(new URL('/ws', url.href.replace(/^http/, 'ws')), {
      perMessageDeflate: false,
      localAddress: `127.0.0.${1 + Math.floor(index / socketsPerAddress)}`,
    })
    socket.once('error', reject)
    socket.once('open', () => socket.send(JSON.stringify({ type: 'subscribe', ...subscription })))
    const closed = (code: number) => onClosed(`a WebSocket, code ${code}`)
    socket.once('close', closed)
    socket.once('message', (first) => {
      if (JSON.parse(String(first)).type !== 'subscribed') return reject(new Error(String(first)))
      socket.on('message', (data) => receive(String(data)))
      resolve(() => {
        socket.off('close', closed)
        socket.terminate()
      })
    })
  })
}

function openEvents({ url }: Child, uid: string, { receive, onClosed }: Follower): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const request = get(new URL(`/events?invoice=${uid}`, url), { agent: false }, (response) => {
      const { statusCode } = response
      if (statusCode !== 200) return reject(new Error(`the stream got ${statusCode}`))
      const closed = () => onClosed(`a stream, ${response.complete ? 'ended' : 'aborted'}`)
      response.setEncoding('utf8')
      response.once('close', closed)
      response.on('data', (part: string) => {
        for (const [, data = ''] of part.matchAll(/^data: (.*)$/gm)) receive(data)
      })
      resolve(() => {
        response.off('close', closed)
        response.destroy()
      })
    })
    request.once('error', reject)
  })
}

/** Cancels invoices at a constant rate, spread over all of them; returns the service's peak memory. */
async function cancelAtRate(
  service: Child,
  token: string,
  { uids, seconds, log }: Pick<OpenOptions, 'uids' | 'log'> & Pick<SocketOptions, 'seconds'>,
) {
  const headers = { authorization: encodeCredentials(token) }
  const count = Math.min(rate * seconds, uids.length)
  const step = uids.length / count
  const responses: Promise<unknown>[] = []
  const since = performance.now()
  let peakMegabytes = 0
  for (let index = 0; index < count; index++) {
    await sleep(Math.max(0, since + (index * 1_000) / rate - performance.now()))
    const url = new URL(`/invoices/${uids[Math.floor(index * step)]}`, service.url)
    responses.push(fetch(url, { method: 'DELETE', headers }).then((response) => response.arrayBuffer()))
    if (index % (rate * 5) === 0) peakMegabytes = Math.max(peakMegabytes, getResidentMegabytes(service))
  }
  await Promise.all(responses)
  const elapsed = (performance.now() - since) / 1_000
  log(`${count} events in ${elapsed.toFixed(1)} s: ${Math.round(count / elapsed)} a second`)
  return { cancelled: count, peakMegabytes: Math.max(peakMegabytes, getResidentMegabytes(service)) }
}

function describeDelays(what: string, delays: readonly number[]): string {
  const [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1].map((share) => percentile(delays, share))
  return `${what}: ${delays.length} events; p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, max ${max} ms`
}

function getResidentMegabytes({ pid }: Child): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' })
  return Math.round((Number(stdout) * 1_024) / 1e6)
}
