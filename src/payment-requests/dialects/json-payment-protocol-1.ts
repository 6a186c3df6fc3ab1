import { requestUrl } from '../../invoices/option.ts'
import {
  accepted,
  type Dialect,
  json,
  type Post,
  type Posted,
  requireHex,
  requireHexes,
  requireObject,
  requireOne,
  unreadable,
} from './dialect.ts'
import { settled, template, verifiedMemo } from './json-forms.ts'

const verification = 'application/verify-payment'
const payment = 'application/payment'

/**
 * BitPay's JSON Payment Protocol, version 1: a request of the one coin that the invoice is paid in, a look at the unsigned transaction, the
 * payment. https://github.com/bitpay/jsonPaymentProtocol/blob/master/v1/specification.md
 */
export const jsonPaymentProtocol1: Dialect = {
  name: 'json-payment-protocol-1',
  rank: 5,

  asked: ({ accept }) =>
    accepted(accept).includes('application/payment-request')
      ? {
          for: 'request',
          type: json,
          coin: null,
          answer: (request, { baseUrl }) => ({
            type: json,
            body: JSON.stringify(template(request, requestUrl(baseUrl, request.uid))),
            signed: true,
          }),
        }
      : null,

  posts: (mediaType) => mediaType === verification || mediaType === payment,

  read: (post) => (post.mediaType === verification ? readUnsigned(post) : readPayment(post)),
}

function readUnsigned(post: Post): Posted {
  const body = requireObject(post.json())
  const { unsignedTransaction, weightedSize } = body
  const [currency, transaction] = [coinOf(body), requireHex(unsignedTransaction)]
  return {
    for: 'verification',
    unsigned: { coin: currency, transaction, size: sizeOf(weightedSize) },
    answer: () => ({
      type: json,
      body: JSON.stringify({
        payment: { currency, unsignedTransaction: transaction, weightedSize },
        memo: verifiedMemo,
      }),
      signed: true,
    }),
  }
}

function readPayment(post: Post): Posted {
  const body = requireObject(post.json())
  const currency = coinOf(body)
  const sent = requireHexes(body.transactions)
  // The protocol knows one; the specification's own address takes as many of this form as of its own.
  if (post.pathCoin === null) requireOne(sent)
  return {
    for: 'payment',
    submission: { coin: currency, transactions: sent },
    answer: (receipt) => ({
      type: json,
      body: JSON.stringify({ payment: { currency, transactions: sent }, ...settled(receipt) }),
      signed: true,
    }),
  }
}

function coinOf({ currency }: Readonly<Record<string, unknown>>): string {
  if (typeof currency !== 'string') throw unreadable('currency must be the code of the coin')
  return currency
}

/** Whatever is no whole number of bytes says nothing. */
export const sizeOf = (claimed: unknown): number | null =>
  typeof claimed === 'number' && Number.isSafeInteger(claimed) ? claimed : null
