import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import type { Child } from './children/child.ts'
import { openDatabases } from './databases/open.ts'
import { encodeCredentials } from './routes.ts'
import { createInvoices, createShop, runInParallel, startService } from './shop.ts'

// Opens streams on one process, each on its own invoice, and some on the account of them all. Invoices
// are cancelled at a constant rate: how long until each subscriber is notified, and is any event lost?
//
//   node tools/bench/sockets.ts [--sockets 10000] [--sse 0] [--accounts 20] [--rate 50] [--seconds 120] [--only sqlite|postgres]
//
// Each stream is a file descriptor for the service and for this program: see `ulimit -n`.

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '10000' },
    sse: { type: 'string', default: '0' },
    accounts: { type: 'string', default: '20' },
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '120' },
    only: { type: 'string', default: 'sqlite' },
  },
})
const [sockets, sse, accounts, rate, seconds] = [
  Number(values.sockets),
  Number(values.sse),
  Number(values.accounts),
  Number(values.rate),
  Number(values.seconds),
]
const kind = values.only === 'postgres' ? 'postgres' : 'sqlite'
const settleMs = 3_000

/** The events that clients received: their delays in milliseconds, and the invoice streams that got theirs. */
interface Deliveries {
  readonly ofInvoices: number[]
  readonly ofAccounts: number[]
  readonly uids: Set<string>
  lostConnections: number
}

const folder = await mkdtemp(join(tmpdir(), 'quittance-bench-'))
const databases = openDatabases(kind, folder)
try {
  await databases.create('sockets')
  await measure(databases.getUrl('sockets'))
} finally {
  await databases.drop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(url: string): Promise<void> {
  const { token } = await createShop(url)
  const service = await startService(url, { preload: [] })
  const uids = await createInvoices(service, token, sockets + sse)
  log(
    `${kind}: ${sockets} WebSockets and ${sse} Server-Sent Events streams, each on its own invoice; ${accounts} on the account`,
  )
  await sleep(settleMs)
  log(`resident before: ${getResidentMegabytes(service)} MB`)
  const deliveries: Deliveries = { ofInvoices: [], ofAccounts: [], uids: new Set(), lostConnections: 0 }
  const closeFunctions = await openAll(service, token, uids, deliveries)
  await sleep(settleMs)
  log(`resident with all of them open: ${getResidentMegabytes(service)} MB`)
  const { cancelled, peakMegabytes } = await cancelAtRate(service, token, uids)
  await sleep(settleMs)
  log(`peak resident: ${peakMegabytes} MB`)
  report('invoice streams', deliveries.ofInvoices, cancelled)
  report('account streams', deliveries.ofAccounts, cancelled * accounts)
  log(
    `subscribers notified about their own invoice: ${deliveries.uids.size} of ${cancelled}; lost connections: ${deliveries.lostConnections}`,
  )
  const since = performance.now()
  for (const close of closeFunctions) close()
  await service.stop()
  log(`closed in ${Math.round(performance.now() - since)} ms`)
}

async function openAll(
  service: Child,
  token: string,
  uids: readonly string[],
  deliveries: Deliveries,
): Promise<(() => void)[]> {
  const since = performance.now()
  const receive = (own: string | null, text: string): void => {
    const { time, subject } = JSON.parse(text)
    const delays = own === null ? deliveries.ofAccounts : deliveries.ofInvoices
    delays.push(Date.now() - Date.parse(time))
    if (subject === `invoice/${own}`) deliveries.uids.add(subject)
  }
  const onClosed = (how: string) => {
    deliveries.lostConnections++
    log(`lost: ${how}`)
  }
  const closeFunctions = await runInParallel(uids, (uid) =>
    uids.indexOf(uid, sockets) < 0
      ? openSocket(service, { invoice: uid }, (text) => receive(uid, text), onClosed)
      : openEvents(service, uid, (text) => receive(uid, text), onClosed),
  )
  for (let count = 0; count < accounts; count++) {
    closeFunctions.push(await openSocket(service, { token }, (text) => receive(null, text), onClosed))
  }
  const elapsed = performance.now() - since
  log(
    `opened in ${(elapsed / 1_000).toFixed(1)} s: ${Math.round((closeFunctions.length / elapsed) * 1_000)} a second`,
  )
  return closeFunctions
}

function openSocket(
  { url }: Child,
  subscription: object,
  receive: (text: string) => void,
  onClosed: (how: string) => void,
): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(new URL('/ws', url.href.replace(/^http/, 'ws')), {
      perMessageDeflate: false,
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

function openEvents(
  { url }: Child,
  uid: string,
  receive: (text: string) => void,
  onClosed: (how: string) => void,
): Promise<() => void> {
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
async function cancelAtRate(service: Child, token: string, uids: readonly string[]) {
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

function report(what: string, delays: number[], expected: number): void {
  delays.sort((a, b) => a - b)
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => delays[Math.floor(delays.length * part)])
  log(
    `${what}: ${delays.length} of ${expected} delivered; p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, max ${delays.at(-1)} ms`,
  )
}

function getResidentMegabytes({ pid }: Child): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' })
  return Math.round((Number(stdout) * 1_024) / 1e6)
}

function log(line: string): void {
  process.stdout.write(`${line}\n`)
}
