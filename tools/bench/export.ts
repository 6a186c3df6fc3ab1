import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Child } from './children/child.ts'
import type { Databases } from './databases/databases.ts'
import { multiply } from './databases/multiply.ts'
import { multiplyPayments } from './databases/multiply-payments.ts'
import { openDatabases } from './databases/open.ts'
import { sendOnceWithAutocannon } from './load/autocannon.ts'
import { createPaymentLoad, createSandboxFunding, requestPayments, signPayments } from './payments.ts'
import { encodeCredentials } from './routes.ts'
import { createInvoices, createShop, shopEmail, startService } from './shop.ts'

// Shows the overview of a merchant with many invoices, and exports all of them to a file: how long does it
// take, how much memory does the service need, how long do other requests wait, and what remains when the
// client disconnects? Half of the invoices are paid today, each with its own rates.
//
//   node tools/bench/export.ts [--invoices 1000000] [--only sqlite|postgres] [--profile FOLDER]

const { values } = parseArgs({
  options: {
    invoices: { type: 'string', default: '1000000' },
    only: { type: 'string', default: 'sqlite' },
    profile: { type: 'string' },
  },
})
const originals = 1_000
const copies = Math.round(Number(values.invoices) / originals) - 1
const kind = values.only === 'postgres' ? 'postgres' : 'sqlite'
const password = 'correct horse battery staple'
const settleMs = 3_000
const sampleEveryMs = 250
const pollEveryMs = 50

const folder = await mkdtemp(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-bench-'))
const databases = openDatabases(kind, folder)
try {
  await databases.create('export')
  await measure(await createData(databases))
} finally {
  await databases.drop()
  await rm(folder, { recursive: true, force: true })
}

/** Creates the invoices, and returns the merchant's token. */
async function createData({ getUrl, execute }: Databases): Promise<string> {
  const { token } = await createShop(getUrl('export'), password)
  const service = await startService(getUrl('export'))
  const uids = await createInvoices(service, token, originals)
  const requested = await requestPayments(service, 'BTC', uids.slice(0, originals / 2))
  const sandbox = createSandboxFunding(service, 'BTC')
  await sendOnceWithAutocannon(createPaymentLoad(service.url, 'BTC', await signPayments(sandbox, requested)))
  // Payments with this many confirmations are no longer followed.
  for (let count = 0; count <= 100; count++) await sandbox.mine()
  await sleep(settleMs)
  await service.stop()
  if (copies > 0) await execute('export', [...multiply(copies), ...multiplyPayments()])
  return token
}

async function measure(token: string): Promise<void> {
  const service = await startService(databases.getUrl('export'), { profile: values.profile ?? null })
  log(`${kind}: ${(copies + 1) * originals} invoices`)
  await sleep(settleMs)
  // The baseline before the first request includes code that runs for the first time and SQLite's page cache.
  const before = await getResidentMegabytes(service)
  log(`resident after start: ${before} MB`)
  await measureOverview(service)
  for (const form of ['csv', 'jsonl']) await measureAlone(service, `/invoices.${form}`, token, before)
  for (const form of ['csv', 'jsonl']) await measureWithOthers(service, `/invoices.${form}`, token)
  await measureDisconnects(service, token)
  await service.stop()
}

/** Measures the overview of thirty days, and how long it blocks the event loop. */
async function measureOverview({ url, ask }: Child): Promise<void> {
  const login = await fetch(new URL('/login', url), {
    method: 'POST',
    headers: { origin: url.origin },
    body: new URLSearchParams({ email: shopEmail, password }),
    redirect: 'manual',
  })
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const durations: string[] = []
  await ask('reset')
  for (let count = 0; count < 5; count++) {
    const since = performance.now()
    const response = await fetch(new URL('/dashboard?period=30d', url), { headers: { cookie } })
    await response.text()
    if (response.status !== 200) throw new Error(`the overview returned ${response.status}`)
    durations.push((performance.now() - since).toFixed(0))
  }
  const { loopDelayMs } = await ask('figures')
  log(`overview: ${durations.join(', ')} ms; event loop p99 ${loopDelayMs.toFixed(1)} ms`)
}

/** Measures an export while nothing else is requested. */
async function measureAlone(service: Child, path: string, token: string, before: number): Promise<void> {
  let peak = 0
  const sampling = startRepeating(async () => {
    peak = Math.max(peak, await getResidentMegabytes(service))
    await sleep(sampleEveryMs)
  })
  const summary = await exportAll(service, path, token)
  await sampling.stop()
  await sleep(settleMs)
  log(summary)
  log(
    `  peak resident: ${peak} MB (${peak - before} more), ${settleMs / 1_000} s later: ${await getResidentMegabytes(service)} MB`,
  )
}

/** Measures how long a client waits that keeps requesting a page of the list during an export. */
async function measureWithOthers(service: Child, path: string, token: string): Promise<void> {
  const waits: number[] = []
  await service.ask('reset')
  const polling = startRepeating(async () => {
    const since = performance.now()
    await (await sendRequest(service, '/invoices?limit=10', token)).resume().toArray()
    waits.push(performance.now() - since)
    await sleep(pollEveryMs)
  })
  const summary = await exportAll(service, path, token)
  await polling.stop()
  const { loopDelayMs } = await service.ask('figures')
  waits.sort((a, b) => a - b)
  const [p50, p99] = [0.5, 0.99].map((part) => waits[Math.floor(waits.length * part)]?.toFixed(1))
  log(`${summary}, with other clients`)
  log(
    `  their latency: p50 ${p50} ms, p99 ${p99} ms, max ${waits.at(-1)?.toFixed(1)} ms; event loop p99 ${loopDelayMs.toFixed(1)} ms`,
  )
}

async function exportAll(service: Child, path: string, token: string): Promise<string> {
  const since = performance.now()
  let [bytes, lines] = [0, 0]
  for await (const chunk of await sendRequest(service, path, token)) {
    bytes += chunk.length
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
  }
  const seconds = (performance.now() - since) / 1_000
  return `${path}: ${lines} lines, ${Math.round(bytes / 1e6)} MB in ${seconds.toFixed(1)} s`
}

function startRepeating(work: () => Promise<void>) {
  let isOver = false
  const ended = (async () => {
    while (!isOver) await work()
  })()
  return {
    stop: () => {
      isOver = true
      return ended
    },
  }
}

/** Measures the load caused by clients that stop reading, and by clients that disconnect. */
async function measureDisconnects(service: Child, token: string): Promise<void> {
  const stalled = await Promise.all(
    ['csv', 'jsonl'].map((form) => sendRequest(service, `/invoices.${form}`, token)),
  )
  await sleep(settleMs)
  log(
    `two stalled clients: ${await measureCpuMs(service)} ms of CPU in a second, ${await getResidentMegabytes(service)} MB`,
  )
  for (const response of stalled) response.destroy()
  await sleep(100)
  const next = await sendRequest(service, '/invoices.csv', token)
  log(
    `disconnected: ${await measureCpuMs(service)} ms of CPU in a second; the next request gets ${next.statusCode}`,
  )
  next.destroy()
  await disconnectAfter(500, service, token)
  log(`disconnected while reading: ${await measureCpuMs(service)} ms of CPU in a second`)
}

/** Reads an export for that long, then disconnects. */
async function disconnectAfter(ms: number, service: Child, token: string): Promise<void> {
  const response = await sendRequest(service, '/invoices.csv', token)
  response.resume()
  await sleep(ms)
  response.destroy()
  await sleep(100)
}

async function measureCpuMs(service: Child): Promise<number> {
  await service.ask('reset')
  await sleep(1_000)
  const { userMicros, systemMicros } = await service.ask('figures')
  return Math.round((userMicros + systemMicros) / 1_000)
}

async function getResidentMegabytes(service: Child): Promise<number> {
  return Math.round((await service.ask('figures')).rssBytes / 1e6)
}

function sendRequest({ url }: Child, path: string, token: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: encodeCredentials(token) }
    get(new URL(path, url), { headers, agent: false }, resolve).once('error', reject)
  })
}

function log(line: string): void {
  process.stdout.write(`${line}\n`)
}
