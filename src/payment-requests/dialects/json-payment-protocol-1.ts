import { requestUrl } from '../../invoices/option.ts'
import {
  accepted,
  type Dialect,
  json,
  type PostIntent,
  requireCoinName,
  requireHex,
  requireHexes,
  requireObject,
  requireOne,
  type WalletPost,
} from './dialect.ts'
import { template, toPaymentResult, verifiedMemo } from './json-forms.ts'

const verification = 'application/verify-payment'
const payment = 'application/payment'

/**
 * BitPay's JSON Payment Protocol, version 1: the request for the one coin that the invoice is paid in, the check of the unsigned
 * transaction, the payment. https://github.com/bitpay/jsonPaymentProtocol/blob/master/v1/specification.md
 */
export const jsonPaymentProtocol1: Dialect = {
  name: 'json-payment-protocol-1',
  rank: 5,

  parseGet: ({ accept }) =>
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

  acceptsPost: (mediaType) => mediaType === verification || mediaType === payment,

  parsePost: (post) => (post.mediaType === verification ? readUnsigned(post) : readPayment(post)),
}

function readUnsigned(post: WalletPost): PostIntent {
  const body = requireObject(post.json())
  const { unsignedTransaction, weightedSize } = body
  const [currency, transaction] = [requireCoinName(body.currency), requireHex(unsignedTransaction)]
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

function readPayment(post: WalletPost): PostIntent {
  const body = requireObject(post.json())
  const currency = requireCoinName(body.currency)
  const sent = requireHexes(body.transactions)
  // The protocol allows one transaction. The specification's own URL accepts as many in this format as in its own.
  if (post.pathCoin === null) requireOne(sent)
  return {
    for: 'payment',
    submission: { coin: currency, transactions: sent },
    answer: (receipt) => ({
      type: json,
      body: JSON.stringify({ payment: { currency, transactions: sent }, ...toPaymentResult(receipt) }),
      signed: true,
    }),
  }
}

/** Ignores anything but a whole number of bytes. */
export const sizeOf = (claimed: unknown): number | null =>
  typeof claimed === 'number' && Number.isSafeInteger(claimed) ? claimed : null
