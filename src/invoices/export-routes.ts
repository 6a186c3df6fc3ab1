import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Authentication } from '../accounts/authenticate.ts'
import { ApiError } from '../kernel/api-error.ts'
import { type Clock, toIsoString } from '../kernel/clock.ts'
import { systemTimers, type Timers } from '../kernel/timers.ts'
import { createConcurrencyLimit } from '../platform/http/concurrency-limits.ts'
import { type Server, skipValidation } from '../platform/http/server.ts'
import type { ExportFormat, ExportQuery } from './export.ts'
import { parseInvoiceQuery } from './list-query.ts'
import { createReadRateGuard } from './min-read-rate.ts'
import { InvoiceQuery } from './schemas.ts'

interface ExportRouteDependencies {
  readonly authenticate: Authentication
  readonly exportInvoices: (format: ExportFormat, query: ExportQuery) => AsyncIterable<string>
  readonly canReadInvoices: (owner: number, viewer: number) => Promise<boolean>
  readonly clock: Clock
  /** Defaults to the system timers. */
  readonly timers?: Timers
}

const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson',
}

const summaries: Readonly<Record<ExportFormat, string>> = {
  csv: 'Exports all matching invoices as CSV (RFC 4180), newest first',
  jsonl: 'Exports all matching invoices as JSON Lines, newest first',
}

/** A person runs one export, perhaps two. More than that is a program that doesn't wait. */
const maxPerAccount = 2
/** Limit for all viewers of one account together, so that they can't take every slot. */
const maxForViewers = 4
/** Each export holds a connection and a page of text. They take turns, so even the last one makes progress. */
const maxTotal = 32
const retryAfterSeconds = 30

/** `GET /invoices.csv` and `/invoices.jsonl`: like `GET /invoices`, but everything, streamed as fast as the client reads. */
export function registerInvoiceExportRoutes(app: Server, dependencies: ExportRouteDependencies): void {
  const { authenticate, exportInvoices, canReadInvoices, clock, timers = systemTimers } = dependencies
  const acquireSlot = createExportSlots()

  for (const format of ['csv', 'jsonl'] as const) {
    const path = `/invoices.${format}`
    const config = { access: 'invoices.read' } as const
    const [type = ''] = contentTypes[format].split(';')
    const schema = {
      summary: summaries[format],
      tags: ['Invoices'],
      querystring: Type.Omit(InvoiceQuery, pagingParams),
      response: { 200: { content: { [type]: { schema: Type.String() } } } },
    }
    app.get(path, { ...skipValidation, exposeHeadRoute: false, config, schema }, async (request, reply) => {
      const query = await parseExportQuery(request)
      acquireSlot(query.accountId, request, reply)
      const text = exportInvoices(format, query)[Symbol.asyncIterator]()
      // A failure on the first page becomes an error response. After that, all we can do is cut the connection.
      const first = await text.next()
      const pieces = limitReading(readPieces(first, text, request), reply)
      return setExportHeaders(reply, format).send(Readable.from(pieces, { objectMode: false }))
    })
    app.head(path, { ...skipValidation, config }, async (request, reply) => {
      await parseExportQuery(request)
      return setExportHeaders(reply, format).send()
    })
  }

  /** Cuts off a client that reads too slowly: it would keep its slot for hours. */
  async function* limitReading(pieces: AsyncGenerator<Buffer>, reply: FastifyReply): AsyncGenerator<Buffer> {
    const { startReading, stopReading, end } = createReadRateGuard(timers, () => {
      reply.log.info('an export was cut off because its client reads too slowly')
      reply.raw.destroy()
    })
    onClose(reply, end)
    for await (const piece of pieces) {
      startReading(piece.length)
      yield piece
      stopReading()
    }
    // The response ends when the client has read the rest.
    startReading(0)
  }

  async function parseExportQuery(request: FastifyRequest): Promise<ExportQuery> {
    const { accountId: viewer } = authenticate.getCaller(request)
    const { account, filters } = parseExportFilters(request.query as Record<string, unknown>)
    const accountId = account ?? viewer
    const requireAccess = async () => {
      if (accountId !== viewer && !(await canReadInvoices(accountId, viewer)))
        throw new ApiError('account_not_visible')
      if ((await request.auth?.isStillValid()) === false) throw new ApiError('unauthorized')
    }
    await requireAccess()
    return { accountId, filters, requireAccess }
  }

  function setExportHeaders(reply: FastifyReply, format: ExportFormat): FastifyReply {
    const day = toIsoString(clock.now()).slice(0, 10)
    return reply.headers({
      'content-type': contentTypes[format],
      'content-disposition': `attachment; filename="invoices-${day}.${format}"`,
      'cache-control': 'no-store',
    })
  }
}

/** List parameters that an export doesn't have. */
const pagingParams = ['limit', 'cursor'] as const

/** @throws {ApiError} `query_invalid` */
function parseExportFilters(query: Readonly<Record<string, unknown>>): ReturnType<typeof parseInvoiceQuery> {
  for (const name of pagingParams) {
    if (Object.hasOwn(query, name)) {
      throw new ApiError('query_invalid', `An export contains all matching invoices: leave out ${name}.`)
    }
  }
  return parseInvoiceQuery(query)
}

/**
 * Creates a function that takes a slot until the response is sent or the client disconnects. A client that disconnected during
 * authentication emits no further `close` event.
 * @throws {ApiError} `too_many_requests`, `unavailable`
 */
function createExportSlots() {
  const acquireForAccount = createConcurrencyLimit(maxPerAccount)
  const acquireForViewers = createConcurrencyLimit(maxForViewers)
  const acquireTotal = createConcurrencyLimit(maxTotal)
  return (owner: number, request: FastifyRequest, reply: FastifyReply): void => {
    const viewer = request.auth?.caller.accountId
    const releaseAccount = acquireForAccount(String(viewer))
    if (!releaseAccount) throw new ApiError('too_many_requests').withRetryAfter(retryAfterSeconds)
    onClose(reply, releaseAccount)
    const releaseViewers = viewer === owner ? () => {} : acquireForViewers(String(owner))
    if (!releaseViewers) throw new ApiError('too_many_requests').withRetryAfter(retryAfterSeconds)
    onClose(reply, releaseViewers)
    const releaseTotal = acquireTotal('')
    if (!releaseTotal) throw new ApiError('unavailable').withRetryAfter(retryAfterSeconds)
    onClose(reply, releaseTotal)
  }
}

function onClose({ raw }: FastifyReply, release: () => void): void {
  if (raw.closed) release()
  else raw.once('close', release)
}

/** Reads the text on demand. If a page fails, the connection is cut, so that a partial export never looks complete. */
async function* readPieces(
  first: IteratorResult<string>,
  rest: AsyncIterator<string>,
  { log }: FastifyRequest,
): AsyncGenerator<Buffer> {
  try {
    for (let piece = first; !piece.done; piece = await rest.next()) yield Buffer.from(piece.value)
  } catch (error) {
    if (!(error instanceof ApiError)) log.error({ err: error }, 'an export failed midway')
    throw error
  }
}
