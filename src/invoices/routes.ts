import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import type { Caller } from '../accounts/access-token.ts'
import type { Authentication } from '../accounts/authenticate.ts'
import { ApiError } from '../kernel/api-error.ts'
import { formatDecimal, parseDecimal } from '../kernel/money.ts'
import { allowAnyOrigin, createPreflightHandler } from '../platform/http/cors.ts'
import { sendJson } from '../platform/http/send.ts'
import { type Server, skipValidation } from '../platform/http/server.ts'
import type { Invoice } from './invoice.ts'
import type { InvoiceFilters } from './list.ts'
import { parseInvoiceQuery } from './list-query.ts'
import { hasFewValues, type Metadata, normaliseMetadata, readMetadata } from './metadata.ts'
import { type NewInvoice, type NewInvoiceRules, readNewInvoice } from './new-invoice.ts'
import {
  InvoiceChange,
  InvoiceList,
  InvoiceParams,
  InvoiceQuery,
  InvoiceResponse,
  NewInvoiceBody,
  NewInvoiceHeaders,
} from './schemas.ts'
import type { RenderedInvoice } from './show.ts'

interface InvoiceRouteDependencies {
  readonly authenticate: Authentication
  readonly create: (
    caller: Caller,
    newInvoice: NewInvoice,
    idempotency?: { key: string; body: unknown },
  ) => Promise<string>
  readonly getRules: (caller: Caller) => NewInvoiceRules
  readonly show: (uid: string) => Promise<RenderedInvoice>
  /** Like `show`, but never creates a new quote. */
  readonly showWithoutRequote: (uid: string) => Promise<RenderedInvoice>
  readonly list: (
    accountId: number,
    page: { filters: InvoiceFilters; limit: number; cursor: string | null },
    reserveMemory: (bytes: number) => void,
  ) => Promise<string>
  readonly cancel: (accountId: number, uid: string) => Promise<Invoice>
  readonly replaceMetadata: (accountId: number, uid: string, metadata: Metadata | null) => Promise<void>
  /** Whether an account link lets the viewer see the owner's invoices. */
  readonly canReadInvoices: (owner: number, viewer: number) => Promise<boolean>
  /** The page to redirect browsers to when they open an invoice's URL. Null: browsers get JSON, like programs. */
  readonly getPageUrl: ((uid: string) => string) | null
}

const tags = ['Invoices']

/** The routes below `/invoices`, apart from exports and addresses. */
export function registerInvoiceRoutes(app: Server, dependencies: InvoiceRouteDependencies): void {
  const { authenticate, create, show, showWithoutRequote, list, cancel, replaceMetadata, canReadInvoices } =
    dependencies
  const canView = async (owner: number, viewer: number) => owner === viewer || canReadInvoices(owner, viewer)

  app.post(
    '/invoices',
    {
      config: { access: 'invoices.write' },
      schema: {
        summary: 'Creates an invoice',
        tags,
        headers: NewInvoiceHeaders,
        body: NewInvoiceBody,
        response: { 200: InvoiceResponse },
      },
    },
    async (request, reply) => {
      const caller = authenticate.getCaller(request)
      const metadata = readMetadata(request.objects.get('metadata'))
      const body = { ...(request.body as Static<typeof NewInvoiceBody>), metadata }
      const newInvoice = readNewInvoice(body, request.numbers.get('amount'), dependencies.getRules(caller))
      return sendJson(reply, await create(caller, newInvoice, readIdempotencyKey(request, metadata)))
    },
  )

  app.get(
    '/invoices',
    {
      ...skipValidation,
      config: { access: 'invoices.read' },
      schema: {
        summary: 'Lists the invoices of an account, newest first',
        tags,
        querystring: InvoiceQuery,
        response: { 200: InvoiceList },
      },
    },
    async (request, reply) => {
      const caller = authenticate.getCaller(request)
      const { account, ...page } = parseInvoiceQuery(request.query as Record<string, unknown>)
      const owner = account ?? caller.accountId
      if (!(await canView(owner, caller.accountId))) throw new ApiError('account_not_visible')
      const text = await reply.buildLargeResponse(caller.accountId, (reserve) => list(owner, page, reserve))
      return sendJson(reply, text)
    },
  )

  const createShowHandler =
    (showInvoice: InvoiceRouteDependencies['show']) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { uid } = request.params as { uid: string }
      if (dependencies.getPageUrl && isBrowser(request))
        return reply.redirect(dependencies.getPageUrl(uid), 303)
      const caller = request.auth?.caller ?? null
      const shown = await showInvoice(uid)
      const isFull = caller !== null && (await canView(shown.accountId, caller.accountId))
      return sendJson(reply, isFull ? shown.owner : shown.public)
    }
  const publicRoute = { onRequest: allowAnyOrigin, config: { access: 'optional' } } as const
  const schema = {
    summary:
      'Returns an invoice: the public view to anyone who knows the uid, the full view to its owner and linked accounts',
    tags,
    params: InvoiceParams,
    response: { 200: InvoiceResponse },
  }
  const pageRedirect = dependencies.getPageUrl && {
    303: Type.Null({ description: 'For browsers: redirect to the invoice’s page' }),
  }
  app.get(
    '/invoices/:uid',
    {
      ...publicRoute,
      schema: { ...schema, response: { ...schema.response, ...pageRedirect } },
      exposeHeadRoute: false,
    },
    createShowHandler(show),
  )
  app.head('/invoices/:uid', publicRoute, createShowHandler(showWithoutRequote))
  app.options(
    '/invoices/:uid',
    { onRequest: allowAnyOrigin, config: { access: 'public' } },
    createPreflightHandler('GET, HEAD, OPTIONS'),
  )

  app.delete(
    '/invoices/:uid',
    {
      config: { access: 'invoices.write' },
      schema: { ...schema, summary: 'Cancels an unpaid invoice' },
    },
    async (request, reply) => {
      const { uid } = request.params
      const { accountId } = authenticate.getCaller(request)
      await rejectViewer(uid, accountId)
      await cancel(accountId, uid)
      return sendJson(reply, (await show(uid)).owner)
    },
  )
  app.patch(
    '/invoices/:uid',
    {
      config: { access: 'invoices.write' },
      schema: {
        ...schema,
        summary: 'Replaces the metadata of an invoice, whatever its status',
        body: InvoiceChange,
      },
    },
    async (request, reply) => {
      const { uid } = request.params
      const { accountId } = authenticate.getCaller(request)
      await rejectViewer(uid, accountId)
      await replaceMetadata(accountId, uid, readMetadata(request.objects.get('metadata')))
      return sendJson(reply, (await show(uid)).owner)
    },
  )

  /** @throws {ApiError} `invoice_not_found`, `view_only` */
  async function rejectViewer(uid: string, accountId: number): Promise<void> {
    const { accountId: owner } = await showWithoutRequote(uid)
    if (owner !== accountId && (await canReadInvoices(owner, accountId))) throw new ApiError('view_only')
  }
}

const isBrowser = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false

const maxKeyLength = 255
/** A typical invoice has about 40. Comparing two bodies sorts and serialises all values, which takes time. */
const maxComparedValues = 1_000

/** The request's `Idempotency-Key` and the body to compare, with numbers compared by value, not by spelling. */
function readIdempotencyKey(
  request: FastifyRequest,
  metadata: Metadata | null,
): { key: string; body: unknown } | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length === 0 || key.length > maxKeyLength) {
    throw new ApiError('header_invalid', `Idempotency-Key must have 1 to ${maxKeyLength} characters.`)
  }
  if (!hasFewValues(request.body, maxComparedValues)) {
    throw new ApiError(
      'body_invalid',
      `With an Idempotency-Key, the body must have at most ${maxComparedValues} values.`,
    )
  }
  const exact = [...request.numbers].flatMap(([name, number]) => {
    const value = parseDecimal(number)
    return value ? [[name, JSON.rawJSON(formatDecimal(value))] as const] : []
  })
  const comparable = metadata && { metadata: normaliseMetadata(metadata) }
  return { key, body: { ...(request.body as object), ...Object.fromEntries(exact), ...comparable } }
}
