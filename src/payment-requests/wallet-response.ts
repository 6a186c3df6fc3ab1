import type { IncomingHttpHeaders } from 'node:http'
import type { Signer } from '../signing-keys/signer.ts'
import type { Issuer, Respond, WalletResponse } from './dialects/dialect.ts'
import { readsPlainErrors } from './dialects/index.ts'
import type { PaymentOffer, PaymentRequest } from './request.ts'

/** The request headers that the response depends on. */
export const vary = 'Accept, X-Currency, X-Paypro-Version'

/** A response to a wallet as it is sent, signed if its dialect requires it. */
export interface CompleteResponse {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

export interface Responder {
  complete(response: WalletResponse): CompleteResponse
  /** Returns a dialect's response to a request or an offer. It is built and signed once. */
  respondTo<Subject extends PaymentRequest | PaymentOffer>(
    subject: Subject,
    respond: Respond<Subject>,
  ): CompleteResponse
}

interface CachedResponse extends CompleteResponse {
  readonly signer: Signer
}

interface ResponderDependencies {
  /** The signer with the current key. */
  readonly getSigner: () => Signer
  readonly issuer: Issuer
}

/**
 * Builds the responses to wallets. A response only depends on its payment request, its dialect and the signing key. It is cached by the
 * payment request object, which `createRequestIssuer` replaces when the invoice changes, and rebuilt when the key changes.
 */
export function createResponder({ getSigner, issuer }: ResponderDependencies): Responder {
  const cache = new WeakMap<PaymentRequest | PaymentOffer, Map<unknown, CachedResponse>>()
  return { complete, respondTo }

  function complete({ type, body, headers, isSigned }: WalletResponse): CompleteResponse {
    return { headers: { 'content-type': type, ...headers, ...(isSigned && getSigner().sign(body)) }, body }
  }

  function respondTo<Subject extends PaymentRequest | PaymentOffer>(
    subject: Subject,
    respond: Respond<Subject>,
  ): CompleteResponse {
    const responses = cache.get(subject) ?? new Map<unknown, CachedResponse>()
    cache.set(subject, responses)
    const cached = responses.get(respond)
    if (cached?.signer === getSigner()) return cached
    const response = { ...complete(respond(subject, issuer)), signer: getSigner() }
    responses.set(respond, response)
    return response
  }
}

/** Wallets read the message from `error`, `msg` or `message`. Those of some dialects show the error body as is. */
export function formatWalletErrorBody<Members extends object>(
  message: string,
  members: Members,
  request: { readonly method: string; readonly headers: IncomingHttpHeaders },
): string | (Members & { readonly msg: string; readonly message: string }) {
  return readsPlainErrors(request) ? message : { ...members, msg: message, message }
}
