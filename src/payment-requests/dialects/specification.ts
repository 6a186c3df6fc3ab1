import type { IncomingHttpHeaders } from 'node:http'
import type { PaymentRequest } from '../request.ts'
import { type Dialect, json, requireHexes, requireObject, type Submission, unreadable } from './dialect.ts'
import { settled, template } from './json-forms.ts'

/** The specification's own protocol: the template by `x-currency`, the payment as `{currency, transactions}`. */
export const specification: Dialect = {
  name: 'specification',
  rank: 4,

  asked: (headers) =>
    headers['x-currency'] === undefined
      ? null
      : {
          for: 'request',
          type: json,
          coin: coinOf(headers),
          answer: (request, { baseUrl }) => ({
            type: json,
            body: JSON.stringify(template(request, paymentUrl(request, baseUrl))),
            signed: true,
          }),
        },

  posts: (mediaType) => mediaType === 'application/json',

  read: (post) => ({
    for: 'payment',
    submission: readSubmission(post.json()),
    answer: (receipt) => ({ type: json, body: JSON.stringify(settled(receipt)) }),
  }),
}

const coinOf = ({ 'x-currency': currency }: IncomingHttpHeaders): string | null =>
  Array.isArray(currency) ? currency.join(', ') : (currency?.trim() ?? null)

const paymentUrl = ({ coin, uid }: PaymentRequest, baseUrl: string): string =>
  `${baseUrl}/payments/json/${coin}/${uid}`

/** Reads `{currency, transactions}`; each transaction hex of even length, none twice. */
function readSubmission(body: unknown): Submission {
  const { currency, transactions } = requireObject(body)
  if (typeof currency !== 'string') throw unreadable('currency must be the code of the coin')
  return { coin: currency, transactions: requireHexes(transactions) }
}
