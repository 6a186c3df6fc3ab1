import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import type { Caller } from '../accounts/access-token.ts'
import type { Authenticate } from '../accounts/authenticate.ts'
import { formatDecimal, parseDecimal } from '../kernel/money.ts'
import { Refused } from '../kernel/refused.ts'
import { openToAll, preflight } from '../platform/http/cors.ts'
import type { Server } from '../platform/http/server.ts'
import type { Invoice } from './invoice.ts'
import { type Filters, readQuery } from './list.ts'
import { type NewInvoice, type NewInvoiceRules, readNewInvoice } from './new-invoice.ts'
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

const text = (maxLength: number) => Type.Union([Type.String({ maxLength }), Type.Null()])

/** The amount is checked by its text, for a float would not do: here it may be anything. Unknown fields are not bound. */
const NewInvoiceBody = Type.Object({
  amount: Type.Optional(
    Type.Unknown({ description: 'A JSON number above zero, in the denomination currency' }),
  ),
  currency: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  business_id: Type.Optional(text(255)),
  location_id: Type.Optional(text(255)),
  register_id: Type.Optional(text(255)),
  redirect_url: Type.Optional(text(2_048)),
  webhook_url: Type.Optional(text(2_048)),
  external_id: Type.Optional(text(255)),
  memo: Type.Optional(text(1_000)),
  expires_in: Type.Optional(Type.Union([Type.Integer({ minimum: 60, maximum: 2_592_000 }), Type.Null()])),
  metadata: Type.Optional(
    Type.Union([
      Type.Record(Type.String({ maxLength: 255 }), Type.String({ maxLength: 500 }), { maxProperties: 20 }),
      Type.Null(),
    ]),
  ),
})

const json = 'application/json; charset=utf-8'

/** Creating, reading, listing and cancelling invoices: the specification's endpoints 3 and 4, and what goes with them. */
export function invoiceRoutes(app: Server, parts: InvoiceRouteParts): void {
  const { authenticate, create, show, glance, list, cancel, isGranted } = parts
  const mayView = async (owner: number, viewer: number) => owner === viewer || isGranted(owner, viewer)

  app.post(
    '/invoices',
    // Who asks is looked at before the body: a stranger's is not read.
    { schema: { body: NewInvoiceBody }, onRequest: authenticate.first },
    async (request, reply) => {
      const caller = authenticate.callerOf(request)
      const body = request.body as Static<typeof NewInvoiceBody>
      const asked = readNewInvoice(body, request.numbers.get('amount'), parts.rules(caller))
      return answer(reply, await create(caller, asked, onceOf(request)))
    },
  )

  app.get('/invoices', async (request, reply) => {
    const caller = await authenticate.required(request)
    const { account, ...page } = readQuery(request.query as Record<string, unknown>)
    const owner = account ?? caller.accountId
    if (!(await mayView(owner, caller.accountId))) throw new Refused('account_not_visible')
    return answer(reply, await list(owner, page))
  })

  const showing =
    (look: InvoiceRouteParts['show']) => async (request: FastifyRequest, reply: FastifyReply) => {
      const { uid } = request.params as { uid: string }
      const caller = await authenticate.optional(request)
      const shown = await look(uid)
      const whole = caller !== null && (await mayView(shown.accountId, caller.accountId))
      return answer(reply, whole ? shown.owner : shown.public)
    }
  app.get('/invoices/:uid', { onRequest: openToAll, exposeHeadRoute: false }, showing(show))
  app.head('/invoices/:uid', { onRequest: openToAll }, showing(glance))
  app.options('/invoices/:uid', { onRequest: openToAll }, preflight('GET, HEAD, OPTIONS'))

  app.delete('/invoices/:uid', async (request, reply) => {
    const { uid } = request.params as { uid: string }
    const { accountId } = await authenticate.required(request)
    const { accountId: owner } = await glance(uid)
    if (owner !== accountId && (await isGranted(owner, accountId))) throw new Refused('view_only')
    await cancel(accountId, uid)
    return answer(reply, (await show(uid)).owner)
  })
}

const answer = (reply: FastifyReply, body: string): FastifyReply =>
  reply.header('content-type', json).header('cache-control', 'no-store').send(body)

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
