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
  /** The response of a dialect to a request or an offer, built and signed once. */
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
  readonly signer: () => Signer
  readonly issuer: Issuer
}

/**
 * Builds the responses to wallets. A response depends on nothing but its payment request, its dialect and the signing key, so it is cached
 * with the payment request, which `createRequestIssuer` replaces when its invoice changes, until another key signs.
 */
export function createResponder({ signer, issuer }: ResponderDependencies): Responder {
  const cache = new WeakMap<PaymentRequest | PaymentOffer, Map<unknown, CachedResponse>>()
  return { complete, respondTo }

  function complete({ type, body, headers, signed }: WalletResponse): CompleteResponse {
    return { headers: { 'content-type': type, ...headers, ...(signed && signer().sign(body)) }, body }
  }

  function respondTo<Subject extends PaymentRequest | PaymentOffer>(
    subject: Subject,
    respond: Respond<Subject>,
  ): CompleteResponse {
    const responses = cache.get(subject) ?? new Map<unknown, CachedResponse>()
    cache.set(subject, responses)
    const cached = responses.get(respond)
    if (cached?.signer === signer()) return cached
    const response = { ...complete(respond(subject, issuer)), signer: signer() }
    responses.set(respond, response)
    return response
  }
}

/** Wallets read the error message under three names. Those of some dialects show the body of an error as is. */
export function walletErrorBody<Members extends object>(
  message: string,
  members: Members,
  request: { readonly method: string; readonly headers: IncomingHttpHeaders },
): string | (Members & { readonly msg: string; readonly message: string }) {
  return readsPlainErrors(request) ? message : { ...members, msg: message, message }
}
