import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { InvoiceParams } from '../invoices/schemas.ts'
import { JsonInvalid, readJsonBytes } from '../kernel/json.ts'
import { Refused } from '../kernel/refused.ts'
import {
  type Issuer,
  mediaType,
  type Post,
  type Posted,
  type Receipt,
  unreadable,
  type Wire,
} from '../payment-requests/dialects/dialect.ts'
import { postedBy, postLimit } from '../payment-requests/dialects/index.ts'
import type { PaymentRequest } from '../payment-requests/request.ts'
import { headersOf, vary, walletErrorBody } from '../payment-requests/wire.ts'
import { openToAll, preflight } from '../platform/http/cors.ts'
import { answerErrors, type ErrorShape } from '../platform/http/errors.ts'
import { limitSubmissions } from '../platform/http/limit-submissions.ts'
import { describedOnly } from '../platform/http/server.ts'
import type { Signer } from '../signing-keys/signer.ts'
import { requireCoin, requireSameCoin } from './parse.ts'
import { PaymentBody, PaymentParams, postAnswers } from './schemas.ts'
import type { Submitted } from './submit.ts'
import type { Asking } from './verify-unsigned.ts'

const mebibyte = 1024 * 1024
/** Sixteen transactions of the largest size, as hex. */
const bodyLimitBytes = 4 * mebibyte
/** BSV's transactions may be ten times as large. */
const bsvBodyLimitBytes = 32 * mebibyte

export interface PaymentParts {
  readonly submit: (submitted: Submitted) => Promise<Receipt>
  /** Looks at a transaction that is not signed yet. */
  readonly verify: (asking: Asking) => Promise<void>
  readonly issue: (uid: string, coinName: string) => Promise<PaymentRequest>
  readonly sign: Signer['sign']
  readonly issuer: Issuer
}

/** Every answer that is no success: an error, and whether the same payment may be tried again. */
export const paymentError: ErrorShape = ({ message, code, status, members }, request) => {
  const retryable = status === 429 || status >= 500
  return walletErrorBody(message, { success: false, error: message, code, retryable, ...members }, request)
}

/**
 * Where wallets hand in their signed transactions: `POST /payments/json/{currency}/{uid}`, and the request's own URL. The Content-Type
 * names the dialect, and what is wanted: to choose a coin, to have a transaction looked at before it is signed, or to pay.
 */
export function paymentRoutes({ submit, verify, issue, sign, issuer }: PaymentParts): FastifyPluginCallback {
  return (scope, _options, done) => {
    scope.setErrorHandler(answerErrors(paymentError))
    scope.addHook('onRequest', openToAll)
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.header('vary', vary).header('cache-control', 'no-store')
      next()
    })
    const during = limitSubmissions(scope)
    const handler = (request: FastifyRequest, reply: FastifyReply) =>
      during(request, () => post(request, reply))
    readBodies(scope)
    const config = { access: 'public' } as const
    for (const url of ['/payments/json/:currency', '/r', '/i']) {
      const route = { ...describedOnly, config, schema: schemaOf(url), onRequest: requireKnown, handler }
      scope.route({ method: 'POST', url: `${url}/:uid`, ...route })
    }
    const bsv = { url: '/payments/json/:currency(^[bB][sS][vV]$)/:uid', bodyLimit: bsvBodyLimitBytes }
    const route = { ...describedOnly, config, schema: schemaOf(bsv.url), onRequest: requireKnown, handler }
    scope.route({ method: 'POST', ...bsv, ...route })
    const preflights = preflight('POST, OPTIONS')
    scope.route({ method: 'OPTIONS', url: '/payments/json/:currency/:uid', config, handler: preflights })
    done()
  }

  async function post(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const sent = postOf(request)
    if (sent.body.length > (postLimit(sent.mediaType) ?? 0)) throw new Refused('body_too_large')
    const posted = postedBy(sent)
    if (!posted) throw new Refused('payment_content_type')
    const wire = await answerTo(posted, request)
    return reply.headers(headersOf(wire, sign)).send(wire.body)
  }

  async function answerTo(posted: Posted, { params, arrival }: FastifyRequest): Promise<Wire> {
    const { currency: pathCoin = null, uid } = params as Params
    switch (posted.for) {
      case 'request':
        if (pathCoin !== null) requireSameCoin(posted.coin, pathCoin)
        return posted.answer(await issue(uid, posted.coin), issuer)
      case 'verification':
        await verify({ uid, pathCoin, unsigned: posted.unsigned, arrival })
        return posted.answer()
      case 'payment':
        return posted.answer(await submit({ uid, pathCoin, submission: posted.submission, arrival }))
    }
  }
}

/** Whatever comes is read as bytes, so many as its media type allows; the dialect says what they are. */
function readBodies(scope: Parameters<FastifyPluginCallback>[0]): void {
  scope.removeAllContentTypeParsers()
  const bytes = (_request: unknown, body: unknown, parsed: (error: null, body: unknown) => void) =>
    parsed(null, body)
  const bsv = { parseAs: 'buffer', bodyLimit: bsvBodyLimitBytes } as const
  scope.addContentTypeParser(/^\s*application\/bitcoinsv-payment\b/i, bsv, bytes)
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyLimitBytes }, bytes)
}

const schemaOf = (url: string) => ({
  summary: 'Hands in the signed transactions of a payment; they are verified before they are broadcast',
  tags: ['Payments'],
  params: url.includes(':currency') ? PaymentParams : InvoiceParams,
  body: PaymentBody,
  response: postAnswers,
})

interface Params {
  readonly currency?: string
  readonly uid: string
}

/** What is known without the body is refused before it is read. */
async function requireKnown({ params, headers }: FastifyRequest): Promise<void> {
  const { currency } = params as Params
  if (currency !== undefined) requireCoin(currency)
  const limit = postLimit(mediaType(headers['content-type']))
  if (limit === null) throw new Refused('payment_content_type')
  if (Number(headers['content-length']) > limit) throw new Refused('body_too_large')
}

function postOf({ headers, body, params }: FastifyRequest): Post {
  const { currency: pathCoin = null } = params as Params
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  let read: { readonly value: unknown } | undefined
  const json = () => {
    read ??= readBody(bytes)
    return read.value
  }
  return { mediaType: mediaType(headers['content-type']), pathCoin, headers, body: bytes, json }
}

/** For wallets a body that is no JSON is like one that is no payment. */
function readBody(bytes: Buffer): { readonly value: unknown } {
  try {
    return readJsonBytes(bytes)
  } catch (error) {
    if (error instanceof JsonInvalid) throw unreadable(error.message)
    throw error
  }
}
