import type { IncomingHttpHeaders } from 'node:http'
import type { PaymentRequest } from '../request.ts'
import {
  type Dialect,
  json,
  type PaymentSubmission,
  type Respond,
  requireCoinName,
  requireHexes,
  requireObject,
} from './dialect.ts'
import { buildTemplate, toPaymentResult } from './json-forms.ts'

/** Quittance's own protocol: the payment request template for the coin in `x-currency`, the payment as `{currency, transactions}`. */
export const specification: Dialect = {
  name: 'specification',
  rank: 4,

  parseGet: ({ headers }) =>
    headers['x-currency'] === undefined
      ? null
      : {
          kind: 'request',
          type: json,
          coin: readCoin(headers),
          respond,
        },

  acceptsPost: (mediaType) => mediaType === 'application/json',

  parsePost: (post) => ({
    kind: 'payment',
    submission: readSubmission(post.parseJson()),
    respond: (receipt) => ({ type: json, body: JSON.stringify(toPaymentResult(receipt)) }),
  }),
}

const respond: Respond<PaymentRequest> = (request, { baseUrl }) => ({
  type: json,
  body: JSON.stringify(buildTemplate(request, buildPaymentUrl(request, baseUrl))),
  isSigned: true,
})

const readCoin = ({ 'x-currency': currency }: IncomingHttpHeaders): string | null =>
  Array.isArray(currency) ? currency.join(', ') : (currency?.trim() ?? null)

const buildPaymentUrl = ({ coin, uid }: PaymentRequest, baseUrl: string): string =>
  `${baseUrl}/payments/json/${coin}/${uid}`

/** Parses `{currency, transactions}`; each transaction is hex of even length. */
function readSubmission(body: unknown): PaymentSubmission {
  const { currency, transactions } = requireObject(body)
  return { coin: requireCoinName(currency), transactions: requireHexes(transactions) }
}
