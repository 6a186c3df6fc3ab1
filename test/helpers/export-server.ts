import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { createAuthentication } from '../../src/accounts/authenticate.ts'
import { createPermissionCheck } from '../../src/accounts/role.ts'
import { createInvoiceExporter } from '../../src/invoices/export.ts'
import { registerInvoiceExportRoutes } from '../../src/invoices/export-routes.ts'
import { createExportReader } from '../../src/invoices/export-store.ts'
import type { InvoiceLister } from '../../src/invoices/list.ts'
import { createInvoiceLister } from '../../src/invoices/list-store.ts'
import { createTurns } from '../../src/kernel/turns.ts'
import { createServer } from '../../src/platform/http/server.ts'
import { addCleanup, type TestScope } from './databases.ts'
import { startExporting } from './invoice-exports.ts'
import { basic } from './service.ts'
import { until } from './until.ts'

/** More than the kernel and Node buffer for a connection whose reader has stopped, in export pages of a megabyte each. */
export const bulk = { rows: 3_000, pages: 61, rowsPerPage: 50 }
const weight = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`key ${index}`, 'x'.repeat(450)]))

/** The exports of a service behind a test server, where reads can be observed and disturbed. */
export async function openExportServer(t: TestScope) {
  const service = await startExporting(t)
  const { database, clock, stores } = service
  const seen = { pages: 0, atOnce: 0, maxConcurrent: 0, turns: 0 }
  const takeTurn = createTurns()
  /** `found` runs after a page was found, before its invoices are read; `lookup` at each lookup of a token. */
  const hooks: { found: (page: number) => Promise<void>; lookup: () => Promise<void> } = {
    found: async () => {},
    lookup: async () => {},
  }
  /** Waits for readers. They end only when a test calls them. */
  const timeouts = new Map<() => void, number>()
  const lister = createInvoiceLister(database.read)
  const watched: InvoiceLister = {
    ...lister,
    async listPage(...args) {
      seen.pages++
      seen.atOnce++
      seen.maxConcurrent = Math.max(seen.maxConcurrent, seen.atOnce)
      try {
        const page = await lister.listPage(...args)
        await hooks.found(seen.pages)
        return page
      } finally {
        seen.atOnce--
      }
    },
  }
  const logged: string[] = []
  const server = createServer({
    log: pino({ base: null }, { write: (line: string) => logged.push(line) }),
    now: () => clock.now(),
    isClosing: () => false,
  })
  const callers = {
    async findCaller(digest: string) {
      await hooks.lookup()
      return stores.accounts.findCaller(digest, clock.now())
    },
  }
  const authenticate = createAuthentication(callers, () => {}, clock)
  authenticate.guard(server)
  const view = { baseUrl: service.baseUrl, getTipHeight: () => null }
  registerInvoiceExportRoutes(server, {
    authenticate,
    exportInvoices: createInvoiceExporter({
      lister: watched,
      reader: createExportReader(database.read),
      view,
      takeTurn() {
        seen.turns++
        return takeTurn()
      },
    }),
    canReadInvoices: createPermissionCheck(stores.staff, 'invoices.read'),
    clock,
    timers: {
      now: () => 0,
      schedule(ms, work) {
        timeouts.set(work, ms)
        return () => void timeouts.delete(work)
      },
    },
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  addCleanup(t, () => {
    server.server.closeAllConnections()
    return server.close()
  })
  const { port } = server.server.address() as AddressInfo
  return { ...service, seen, hooks, logged, timeouts, open, createHeavyMerchant, abandon }

  /** A merchant of that name with that many heavy invoices; returns their uids, newest first. */
  async function createHeavyMerchant(name: string, rows = bulk.rows) {
    const merchant = await service.createMerchantWithInvoices(name, [{ memo: 'heavy', metadata: weight }])
    const [first = ''] = merchant.uids
    clock.advance(60_000)
    return { ...merchant, all: [...(await service.insertCopies(first, rows - 1)), first] }
  }

  function startRequest(path: string, token: string): ClientRequest {
    return get({ host: '127.0.0.1', port, path, headers: { authorization: basic(token) }, agent: false })
  }

  /** Starts a download, and disconnects while the server authenticates it; resolves when the server knows both. */
  async function abandon(path: string, token: string): Promise<void> {
    const [met, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    hooks.lookup = () => {
      met.resolve()
      return gone.promise
    }
    const request = startRequest(path, token)
    request.on('error', () => {})
    const [[connection]] = await Promise.all([once(server.server, 'connection'), met.promise])
    const left = once(connection, 'close')
    request.destroy()
    await left
    hooks.lookup = async () => {}
    gone.resolve()
  }

  /** Starts a download without reading its body. */
  async function open(path: string, token: string): Promise<Download> {
    const request = startRequest(path, token)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return download(request, response)
  }
}

export type Download = ReturnType<typeof download>

function download(request: ClientRequest, response: IncomingMessage) {
  const { statusCode: status, headers } = response
  response.pause()
  request.on('error', () => {})
  return { status, headers, leave: () => void request.destroy(), read, isCut }

  /** Reads everything to the end. */
  async function read(): Promise<string> {
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }

  /** Reads everything. Returns whether the connection is cut before the end. */
  async function isCut(): Promise<boolean> {
    return read().then(
      () => false,
      (error) => error.code === 'ECONNRESET',
    )
  }
}

/** Waits until the value no longer changes. */
export async function waitUntilStable(value: () => number): Promise<number> {
  let [last, unchangedReads] = [value(), 0]
  await until(async () => {
    const now = value()
    unchangedReads = now === last ? unchangedReads + 1 : 0
    last = now
    return unchangedReads >= 10
  })
  assert.equal(last, value())
  return last
}
