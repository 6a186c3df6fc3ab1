import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Caller } from '../accounts/access-token.ts'
import type { Authenticate } from '../accounts/authenticate.ts'
import { formatDecimal, parseDecimal } from '../kernel/money.ts'
import { Refused } from '../kernel/refused.ts'
import { sendJson } from '../platform/http/answers.ts'
import { openToAll, preflight } from '../platform/http/cors.ts'
import { describedOnly, type Server } from '../platform/http/server.ts'
import type { Invoice } from './invoice.ts'
import { type Filters, readQuery } from './list.ts'
import { type NewInvoice, type NewInvoiceRules, readNewInvoice } from './new-invoice.ts'
import {
  InvoiceAnswer,
  InvoiceList,
  InvoiceParams,
  InvoiceQuery,
  NewInvoiceBody,
  NewInvoiceHeaders,
} from './schemas.ts'
import type { Shown } from './show.ts'

export interface InvoiceRouteParts {
  readonly authenticate: Authenticate
  readonly create: (
    caller: Caller,
    asked: NewInvoice,
    once?: { key: string; body: unknown },
  ) => Promise<string>
  readonly rules: (caller: Caller) => NewInvoiceRules
  readonly show: (uid: string) => Promise<Shown>
  /** As `show`, without a fresh quote. */
  readonly glance: (uid: string) => Promise<Shown>
  readonly list: (
    accountId: number,
    page: { filters: Filters; limit: number; cursor: string | null },
  ) => Promise<string>
  readonly cancel: (accountId: number, uid: string) => Promise<Invoice>
  /** Does an account link let the viewer see the owner's invoices? */
  readonly isGranted: (owner: number, viewer: number) => Promise<boolean>
}

const tags = ['Invoices']

/** Creating, reading, listing and cancelling invoices: the specification's endpoints 3 and 4, and what goes with them. */
export function invoiceRoutes(app: Server, parts: InvoiceRouteParts): void {
  const { authenticate, create, show, glance, list, cancel, isGranted } = parts
  const mayView = async (owner: number, viewer: number) => owner === viewer || isGranted(owner, viewer)

  app.post(
    '/invoices',
    {
      config: { access: 'invoices.write' },
      schema: {
        summary: 'Creates an invoice',
        tags,
        headers: NewInvoiceHeaders,
        body: NewInvoiceBody,
        response: { 200: InvoiceAnswer },
      },
    },
    async (request, reply) => {
      const caller = authenticate.callerOf(request)
      const body = request.body as Static<typeof NewInvoiceBody>
      const asked = readNewInvoice(body, request.numbers.get('amount'), parts.rules(caller))
      return sendJson(reply, await create(caller, asked, onceOf(request)))
    },
  )

  app.get(
    '/invoices',
    {
      ...describedOnly,
      config: { access: 'invoices.read' },
      schema: {
        summary: 'Lists the invoices of an account, newest first',
        tags,
        querystring: InvoiceQuery,
        response: { 200: InvoiceList },
      },
    },
    async (request, reply) => {
      const caller = authenticate.callerOf(request)
      const { account, ...page } = readQuery(request.query as Record<string, unknown>)
      const owner = account ?? caller.accountId
      if (!(await mayView(owner, caller.accountId))) throw new Refused('account_not_visible')
      return sendJson(reply, await list(owner, page))
    },
  )

  const showing =
    (look: InvoiceRouteParts['show']) => async (request: FastifyRequest, reply: FastifyReply) => {
      const { uid } = request.params as { uid: string }
      const caller = request.standing?.caller ?? null
      const shown = await look(uid)
      const whole = caller !== null && (await mayView(shown.accountId, caller.accountId))
      return sendJson(reply, whole ? shown.owner : shown.public)
    }
  const open = { onRequest: openToAll, config: { access: 'optional' } } as const
  const schema = {
    summary: 'Shows an invoice: to whoever knows its uid; in full to its owner and to linked accounts',
    tags,
    params: InvoiceParams,
    response: { 200: InvoiceAnswer },
  }
  app.get('/invoices/:uid', { ...open, schema, exposeHeadRoute: false }, showing(show))
  app.head('/invoices/:uid', open, showing(glance))
  app.options(
    '/invoices/:uid',
    { onRequest: openToAll, config: { access: 'public' } },
    preflight('GET, HEAD, OPTIONS'),
  )

  app.delete(
    '/invoices/:uid',
    {
      config: { access: 'invoices.write' },
      schema: { ...schema, summary: 'Cancels an unpaid invoice' },
    },
    async (request, reply) => {
      const { uid } = request.params
      const { accountId } = authenticate.callerOf(request)
      const { accountId: owner } = await glance(uid)
      if (owner !== accountId && (await isGranted(owner, accountId))) throw new Refused('view_only')
      await cancel(accountId, uid)
      return sendJson(reply, (await show(uid)).owner)
    },
  )
}

const longestKey = 255

/** The request's `Idempotency-Key`, with the body as it is compared: its amount by value, not by spelling. */
function onceOf(request: FastifyRequest): { key: string; body: unknown } | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length === 0 || key.length > longestKey) {
    throw new Refused('header_invalid', `Idempotency-Key has 1 to ${longestKey} characters.`)
  }
  const exact = [...request.numbers].flatMap(([name, number]) => {
    const value = parseDecimal(number)
    return value ? [[name, JSON.rawJSON(formatDecimal(value))] as const] : []
  })
  return { key, body: { ...(request.body as object), ...Object.fromEntries(exact) } }
}
