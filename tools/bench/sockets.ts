import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import type { Child } from './children/child.ts'
import { openDatabases } from './databases/databases.ts'
import { credentials } from './routes.ts'
import { createInvoices, inParallel, openShop, startService } from './shop.ts'

// Opens streams on one process, each on its own invoice, and some on the account of them all. Invoices
// are cancelled at a constant rate: how long until each subscriber is notified, and are all of them?
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

/** Milliseconds from an event's timestamp to its arrival at a client, and the number of invoice streams that got theirs. */
interface Heard {
  readonly ofInvoices: number[]
  readonly ofAccounts: number[]
  readonly uids: Set<string>
  cut: number
}

const folder = await mkdtemp(join(tmpdir(), 'quittance-bench-'))
const databases = openDatabases(kind, folder)
try {
  await databases.create('sockets')
  await measure(databases.url('sockets'))
} finally {
  await databases.drop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(url: string): Promise<void> {
  const token = await openShop(url)
  const service = await startService(url, { preload: [] })
  const uids = await createInvoices(service, token, sockets + sse)
  say(
    `${kind}: ${sockets} sockets and ${sse} of Server-Sent Events, each on its own invoice; ${accounts} on the account`,
  )
  await sleep(settleMs)
  say(`resident before: ${megabytes(service)} MB`)
  const heard: Heard = { ofInvoices: [], ofAccounts: [], uids: new Set(), cut: 0 }
  const opened = await openAll(service, token, uids, heard)
  await sleep(settleMs)
  say(`resident with all of them open: ${megabytes(service)} MB`)
  const { cancelled, most } = await cancelAtRate(service, token, uids)
  await sleep(settleMs)
  say(`resident at most: ${most} MB`)
  report('streams of an invoice', heard.ofInvoices, cancelled)
  report('streams of the account', heard.ofAccounts, cancelled * accounts)
  say(`subscribers that heard of their own invoice: ${heard.uids.size} of ${cancelled}; cut: ${heard.cut}`)
  const since = performance.now()
  for (const close of opened) close()
  await service.stop()
  say(`ended in ${Math.round(performance.now() - since)} ms`)
}

async function openAll(
  service: Child,
  token: string,
  uids: readonly string[],
  heard: Heard,
): Promise<(() => void)[]> {
  const since = performance.now()
  const take = (own: string | null, text: string): void => {
    const { time, subject } = JSON.parse(text)
    const delays = own === null ? heard.ofAccounts : heard.ofInvoices
    delays.push(Date.now() - Date.parse(time))
    if (subject === `invoice/${own}`) heard.uids.add(subject)
  }
  const lost = (how: string) => {
    heard.cut++
    say(`cut: ${how}`)
  }
  const closing = await inParallel(uids, (uid) =>
    uids.indexOf(uid, sockets) < 0
      ? openSocket(service, { invoice: uid }, (text) => take(uid, text), lost)
      : openEvents(service, uid, (text) => take(uid, text), lost),
  )
  for (let count = 0; count < accounts; count++) {
    closing.push(await openSocket(service, { token }, (text) => take(null, text), lost))
  }
  const took = performance.now() - since
  say(`opened in ${(took / 1_000).toFixed(1)} s: ${Math.round((closing.length / took) * 1_000)} a second`)
  return closing
}

function openSocket(
  { url }: Child,
  wanted: object,
  take: (text: string) => void,
  lost: (how: string) => void,
): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(new URL('/ws', url.href.replace(/^http/, 'ws')), {
      perMessageDeflate: false,
    })
    socket.once('error', reject)
    socket.once('open', () => socket.send(JSON.stringify({ type: 'subscribe', ...wanted })))
    const closed = (code: number) => lost(`a socket, with ${code}`)
    socket.once('close', closed)
    socket.once('message', (first) => {
      if (JSON.parse(String(first)).type !== 'subscribed') return reject(new Error(String(first)))
      socket.on('message', (data) => take(String(data)))
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
  take: (text: string) => void,
  lost: (how: string) => void,
): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const asked = get(new URL(`/events?invoice=${uid}`, url), { agent: false }, (response) => {
      const { statusCode } = response
      if (statusCode !== 200) return reject(new Error(`a stream is answered ${statusCode}`))
      const closed = () => lost(`a stream, ${response.complete ? 'ended' : 'without an end'}`)
      response.setEncoding('utf8')
      response.once('close', closed)
      response.on('data', (part: string) => {
        for (const [, data = ''] of part.matchAll(/^data: (.*)$/gm)) take(data)
      })
      resolve(() => {
        response.off('close', closed)
        response.destroy()
      })
    })
    asked.once('error', reject)
  })
}

/** Cancels invoices at a constant rate, spread over all of them; returns the service's peak memory. */
async function cancelAtRate(service: Child, token: string, uids: readonly string[]) {
  const headers = { authorization: credentials(token) }
  const count = Math.min(rate * seconds, uids.length)
  const step = uids.length / count
  const answers: Promise<unknown>[] = []
  const since = performance.now()
  let most = 0
  for (let place = 0; place < count; place++) {
    await sleep(Math.max(0, since + (place * 1_000) / rate - performance.now()))
    const url = new URL(`/invoices/${uids[Math.floor(place * step)]}`, service.url)
    answers.push(fetch(url, { method: 'DELETE', headers }).then((answer) => answer.arrayBuffer()))
    if (place % (rate * 5) === 0) most = Math.max(most, megabytes(service))
  }
  await Promise.all(answers)
  const took = (performance.now() - since) / 1_000
  say(`${count} events in ${took.toFixed(1)} s: ${Math.round(count / took)} a second`)
  return { cancelled: count, most: Math.max(most, megabytes(service)) }
}

function report(what: string, delays: number[], expected: number): void {
  delays.sort((a, b) => a - b)
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => delays[Math.floor(delays.length * part)])
  say(
    `${what}: ${delays.length} of ${expected} delivered; p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, at most ${delays.at(-1)} ms`,
  )
}

function megabytes({ pid }: Child): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' })
  return Math.round((Number(stdout) * 1_024) / 1e6)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
