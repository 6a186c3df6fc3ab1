import type { FastifyPluginCallback, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { InvoiceParams } from '../invoices/schemas.ts'
import { ApiError } from '../kernel/api-error.ts'
import { JsonError, type ParsedJson, readJsonInSteps } from '../kernel/json.ts'
import { type RunSteps, runToEnd, type Steps } from '../kernel/steps.ts'
import {
  createUnparseablePaymentError,
  type PaymentReceipt,
  type PostIntent,
  parseMediaType,
  type WalletPost,
} from '../payment-requests/dialects/dialect.ts'
import { getBodyLimit, parsePost } from '../payment-requests/dialects/index.ts'
import type { PaymentRequest } from '../payment-requests/request.ts'
import {
  type CompleteResponse,
  formatWalletErrorBody,
  type Responder,
  vary,
} from '../payment-requests/wallet-response.ts'
import { allowAnyOrigin, createPreflightHandler } from '../platform/http/cors.ts'
import { createErrorHandler, type ErrorFormatter } from '../platform/http/errors.ts'
import { gatherBody } from '../platform/http/gather-body.ts'
import { limitSubmissions, type SubmissionLimits } from '../platform/http/limit-submissions.ts'
import { getAddressKey } from '../platform/http/rate-limits.ts'
import { skipValidation } from '../platform/http/server.ts'
import { requireCoin, requireSameCoin } from './parse.ts'
import { PaymentBody, PaymentParams, postResponses } from './schemas.ts'
import type { SubmitRequest } from './submit.ts'
import type { VerifyUnsignedRequest } from './verify-unsigned.ts'

const mebibyte = 1024 * 1024
/** Bodies up to this size are parsed in one go, larger ones in steps. */
const smallBodyBytes = 64 * 1024
/** Sixteen transactions with every field of any dialect have 200. Anyone may send payments, without a token. */
const maxBodyTokens = 1_000
/** Sixteen transactions of the maximum size, as hex. */
const bodyLimitBytes = 4 * mebibyte
/** BSV transactions may be ten times as large. */
const bsvBodyLimitBytes = 32 * mebibyte

interface PaymentDependencies {
  readonly submit: (request: SubmitRequest) => Promise<PaymentReceipt>
  /** Checks a transaction that is not signed yet. */
  readonly verify: (request: VerifyUnsignedRequest) => Promise<void>
  readonly runSteps: RunSteps
  readonly issue: (uid: string, coinName: string) => Promise<PaymentRequest>
  readonly responder: Responder
}

/** The error format of all payment routes. `retryable` says whether to retry the same payment. */
export const formatPaymentError: ErrorFormatter = ({ message, code, status, members }, request) => {
  const retryable = status === 429 || status >= 500
  return formatWalletErrorBody(
    message,
    { success: false, error: message, code, retryable, ...members },
    request,
  )
}

/**
 * Wallets submit their signed transactions here: `POST /payments/json/{currency}/{uid}`, or the request's own URL. The Content-Type names
 * the dialect and the intent: to choose a coin, to check an unsigned transaction, or to pay.
 */
export function createPaymentRoutes({
  submit,
  verify,
  runSteps,
  issue,
  responder,
}: PaymentDependencies): FastifyPluginCallback {
  return (scope, _options, done) => {
    scope.setErrorHandler(createErrorHandler(formatPaymentError))
    scope.addHook('onRequest', allowAnyOrigin)
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.header('vary', vary).header('cache-control', 'no-store')
      next()
    })
    const runLimited = limitSubmissions(scope, submissionLimits)
    const handler = (request: FastifyRequest, reply: FastifyReply) =>
      runLimited(request, () => handlePost(request, reply))
    addBodyParsers(scope, runSteps)
    const config = { access: 'public' } as const
    for (const url of ['/payments/json/:currency', '/r', '/i']) {
      const route = { ...skipValidation, config, schema: buildSchema(url), onRequest: checkHeaders, handler }
      scope.route({ method: 'POST', url: `${url}/:uid`, ...route })
    }
    const bsv = { url: '/payments/json/:currency(^[bB][sS][vV]$)/:uid', bodyLimit: bsvBodyLimitBytes }
    const route = {
      ...skipValidation,
      config,
      schema: buildSchema(bsv.url),
      onRequest: checkHeaders,
      handler,
    }
    scope.route({ method: 'POST', ...bsv, ...route })
    const handlePreflight = createPreflightHandler('POST, OPTIONS')
    scope.route({ method: 'OPTIONS', url: '/payments/json/:currency/:uid', config, handler: handlePreflight })
    done()
  }

  async function handlePost(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const type = parseMediaType(request.headers['content-type'])
    if (body.length > (getBodyLimit(type) ?? 0)) throw new ApiError('body_too_large')
    // Only JSON may be large.
    const parsedBody = body.length > smallBodyBytes ? await runSteps(readBody(body)) : null
    const intent = parsePost(
      toWalletPost(request, body, () => (parsedBody ?? runToEnd(readBody(body))).value),
    )
    if (!intent) throw new ApiError('payment_content_type')
    const response = await handleIntent(intent, request)
    return reply.headers(response.headers).send(response.body)
  }

  async function handleIntent(
    intent: PostIntent,
    { params, arrival, ip }: FastifyRequest,
  ): Promise<CompleteResponse> {
    const { currency: pathCoin = null, uid } = params as Params
    switch (intent.kind) {
      case 'request':
        if (pathCoin !== null) requireSameCoin(intent.coin, pathCoin)
        return responder.respondTo(await issue(uid, intent.coin), intent.respond)
      case 'verification':
        await verify({ uid, pathCoin, unsigned: intent.unsigned, arrival })
        return responder.complete(intent.respond())
      case 'payment':
        return responder.complete(
          intent.respond(
            await submit({
              uid,
              pathCoin,
              submission: intent.submission,
              arrival,
              address: getAddressKey(ip),
            }),
          ),
        )
    }
  }
}

/** Reads every body as bytes, up to the limit of its media type or route. The dialect decodes them. */
function addBodyParsers(scope: Parameters<FastifyPluginCallback>[0], runSteps: RunSteps): void {
  scope.removeAllContentTypeParsers()
  const createParser = (maxBytes: number) => (request: FastifyRequest, payload: RequestPayload) =>
    gatherBody(request, payload, {
      maxBytes: Math.max(maxBytes, request.routeOptions.bodyLimit),
      runSteps,
    })
  scope.addContentTypeParser(/^\s*application\/bitcoinsv-payment\b/i, createParser(bsvBodyLimitBytes))
  scope.addContentTypeParser('*', createParser(bodyLimitBytes))
}

const buildSchema = (url: string) => ({
  summary: 'Submits the signed transactions of a payment; they are verified, then broadcast',
  tags: ['Payments'],
  params: url.includes(':currency') ? PaymentParams : InvoiceParams,
  body: PaymentBody,
  response: postResponses,
})

interface Params {
  readonly currency?: string
  readonly uid: string
}

const submissionLimits: SubmissionLimits = {
  /** A point of sale has fifty payers behind one address, and a wallet's server submits for many. */
  maxPerAddress: 256,
  /** Fifty payers of an invoice and their wallets' retries stay below it. Each submission may wait for a node. */
  maxPerSubject: 64,
  /** Uids without an invoice are limited too, each separately. */
  getSubject: ({ params }) => (params as Params).uid,
}

/** Rejects before the body is read if the headers are enough. */
async function checkHeaders({ params, headers }: FastifyRequest): Promise<void> {
  const { currency } = params as Params
  if (currency !== undefined) requireCoin(currency)
  const limit = getBodyLimit(parseMediaType(headers['content-type']))
  if (limit === null) throw new ApiError('payment_content_type')
  if (Number(headers['content-length']) > limit) throw new ApiError('body_too_large')
}

function toWalletPost(
  { headers, params }: FastifyRequest,
  body: Buffer,
  parseJson: WalletPost['parseJson'],
): WalletPost {
  const { currency: pathCoin = null } = params as Params
  return { mediaType: parseMediaType(headers['content-type']), pathCoin, headers, body, parseJson }
}

/** Wallets get the same error for a body that isn't JSON as for one that isn't a payment. */
function* readBody(bytes: Buffer): Steps<ParsedJson> {
  try {
    return yield* readJsonInSteps(bytes, { maxTokens: maxBodyTokens })
  } catch (error) {
    if (error instanceof JsonError) throw createUnparseablePaymentError(error.message)
    throw error
  }
}
