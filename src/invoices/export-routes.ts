import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Authenticate } from '../accounts/authenticate.ts'
import { type Clock, iso } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'
import { atOnce } from '../platform/http/at-once.ts'
import { describedOnly, type Server } from '../platform/http/server.ts'
import type { Exported, ExportForm } from './export.ts'
import { readQuery } from './list.ts'
import { InvoiceQuery } from './schemas.ts'

export interface ExportRouteParts {
  readonly authenticate: Authenticate
  readonly exported: (form: ExportForm, what: Exported) => AsyncIterable<string>
  readonly isGranted: (owner: number, viewer: number) => Promise<boolean>
  readonly clock: Clock
}

const types: Readonly<Record<ExportForm, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson',
}

const summaries: Readonly<Record<ExportForm, string>> = {
  csv: 'Every invoice that the filters let through, newest first, as a table (RFC 4180)',
  jsonl: 'Every invoice that the filters let through, newest first, as one line of JSON each',
}

/** A person has one on its way, and perhaps another; what is on top of that is a program that does not wait. */
const mostOfAccount = 2
/** All who were granted view access by one account, together: many viewers of one are not to take every place. */
const mostOfViewers = 4
/** Each holds a connection and a page of text, and they take turns: the last of these still gets on. */
const mostInAll = 32
const retryAfterSeconds = 30

/** `GET /invoices.csv` and `/invoices.jsonl`: as `GET /invoices`, but everything, streamed as fast as it is taken. */
export function invoiceExportRoutes(app: Server, parts: ExportRouteParts): void {
  const { authenticate, exported, isGranted, clock } = parts
  const enter = places()

  for (const form of ['csv', 'jsonl'] as const) {
    const path = `/invoices.${form}`
    const config = { access: 'invoices.read' } as const
    const [type = ''] = types[form].split(';')
    const schema = {
      summary: summaries[form],
      tags: ['Invoices'],
      querystring: Type.Omit(InvoiceQuery, whole),
      response: { 200: { content: { [type]: { schema: Type.String() } } } },
    }
    app.get(path, { ...describedOnly, exposeHeadRoute: false, config, schema }, async (request, reply) => {
      const what = await asked(request)
      enter(what.accountId, request, reply)
      const text = exported(form, what)[Symbol.asyncIterator]()
      // What cannot be read at all is answered as an error; later there is only cutting it off.
      const first = await text.next()
      return named(reply, form).send(streamed(first, text, request))
    })
    app.head(path, { ...describedOnly, config }, async (request, reply) => {
      await asked(request)
      return named(reply, form).send()
    })
  }

  async function asked(request: FastifyRequest): Promise<Exported> {
    const { accountId: viewer } = authenticate.callerOf(request)
    const { account, filters } = readWhole(request.query as Record<string, unknown>)
    const accountId = account ?? viewer
    const stillMay = async () => {
      if (accountId !== viewer && !(await isGranted(accountId, viewer)))
        throw new Refused('account_not_visible')
      if ((await request.standing?.holds()) === false) throw new Refused('unauthorized')
    }
    await stillMay()
    return { accountId, filters, stillMay }
  }

  function named(reply: FastifyReply, form: ExportForm): FastifyReply {
    const day = iso(clock.now()).slice(0, 10)
    return reply.headers({
      'content-type': types[form],
      'content-disposition': `attachment; filename="invoices-${day}.${form}"`,
      'cache-control': 'no-store',
    })
  }
}

/** Those of a list that an export has no use for. */
const whole = ['limit', 'cursor'] as const

/** @throws {Refused} `query_invalid` */
function readWhole(query: Readonly<Record<string, unknown>>): ReturnType<typeof readQuery> {
  for (const name of whole) {
    if (Object.hasOwn(query, name)) {
      throw new Refused('query_invalid', `An export holds every invoice: it has no parameter ${name}.`)
    }
  }
  return readQuery(query)
}

/**
 * A place is taken until the answer is out, or its reader gone: one that was gone before, while we looked who it is, closes nothing any more.
 * @throws {Refused} `too_many_requests`, `unavailable`
 */
function places() {
  const enterAccount = atOnce(mostOfAccount)
  const enterViewers = atOnce(mostOfViewers)
  const enterAll = atOnce(mostInAll)
  return (owner: number, request: FastifyRequest, reply: FastifyReply): void => {
    const viewer = request.standing?.caller.accountId
    const leaveAccount = enterAccount(String(viewer))
    if (!leaveAccount) throw new Refused('too_many_requests').after(retryAfterSeconds)
    atEnd(reply, leaveAccount)
    const leaveViewers = viewer === owner ? () => {} : enterViewers(String(owner))
    if (!leaveViewers) throw new Refused('too_many_requests').after(retryAfterSeconds)
    atEnd(reply, leaveViewers)
    const leaveAll = enterAll('')
    if (!leaveAll) throw new Refused('unavailable').after(retryAfterSeconds)
    atEnd(reply, leaveAll)
  }
}

function atEnd({ raw }: FastifyReply, leave: () => void): void {
  if (raw.closed) leave()
  else raw.once('close', leave)
}

/** Pieces of text as they are taken. When one cannot be had the connection is cut: nobody takes a part for the whole. */
function streamed(
  first: IteratorResult<string>,
  rest: AsyncIterator<string>,
  { log }: FastifyRequest,
): Readable {
  return Readable.from(pieces(), { objectMode: false })

  async function* pieces(): AsyncGenerator<Buffer> {
    try {
      for (let piece = first; !piece.done; piece = await rest.next()) yield Buffer.from(piece.value)
    } catch (error) {
      if (!(error instanceof Refused)) log.error({ err: error }, 'an export was cut off')
      throw error
    }
  }
}
