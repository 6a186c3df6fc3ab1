import type { Authentication } from '../accounts/authenticate.ts'
import { toTokenActor } from '../audit/entry.ts'
import { ApiError } from '../kernel/api-error.ts'
import { toIsoString } from '../kernel/clock.ts'
import { buildExceptionView, type ExceptionStatus, type PaymentException } from '../payments/exception.ts'
import type { Server } from '../platform/http/server.ts'
import { parseResolution } from './resolution.ts'
import { type ExceptionResolver, isExceptionId } from './resolve.ts'
import { ExceptionItem, ExceptionList, ExceptionParams, ExceptionQuery, ResolutionBody } from './schemas.ts'

interface ExceptionRouteDependencies {
  readonly authenticate: Authentication
  readonly listExceptions: (
    accountId: number,
    status: ExceptionStatus | null,
    page: { readonly before: string | null; readonly limit: number },
  ) => Promise<PaymentException[]>
  readonly resolve: ExceptionResolver
}

const path = '/api/v1/payment-exceptions'
const tags = ['Payment exceptions']
const defaultLimit = 50
const maxLimit = 200

/** Lists and resolves the payment exceptions of the caller's account. */
export function registerPaymentExceptionRoutes(
  app: Server,
  { authenticate, listExceptions, resolve }: ExceptionRouteDependencies,
): void {
  app.get(
    path,
    {
      config: { access: 'invoices.read' },
      schema: {
        summary: 'Lists payment exceptions, newest first',
        tags,
        querystring: ExceptionQuery,
        response: { 200: ExceptionList },
      },
    },
    async (request) => {
      const { status = null, cursor = null, limit: limitParam } = request.query
      const limit = Number(limitParam ?? defaultLimit)
      if (limit > maxLimit) throw new ApiError('query_invalid', `limit must be from 1 to ${maxLimit}.`)
      if (cursor !== null && !isExceptionId(cursor))
        throw new ApiError('query_invalid', 'cursor must be the next_cursor of an earlier response.')
      const { accountId } = authenticate.getCaller(request)
      const rows = await listExceptions(accountId, status, { before: cursor, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null
      return { payment_exceptions: page.map(toItem), next_cursor: next }
    },
  )

  app.post(
    `${path}/:id/resolve`,
    {
      config: { access: 'invoices.write' },
      schema: {
        summary: 'Resolves a payment exception',
        tags,
        params: ExceptionParams,
        body: ResolutionBody,
        response: { 200: ExceptionItem },
      },
    },
    async (request) => {
      const actor = toTokenActor(authenticate.getCaller(request))
      return toItem(await resolve(actor, request.params.id, parseResolution(request.body)))
    },
  )
}

function toItem(exception: PaymentException) {
  const { id, ...details } = buildExceptionView(exception)
  const { invoiceUid: uid, status, createdAt } = exception
  return { id, uid, ...details, status, created_at: toIsoString(createdAt) }
}
