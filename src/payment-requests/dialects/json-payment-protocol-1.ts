import { buildRequestUrl } from '../../invoices/option.ts'
import type { PaymentRequest } from '../request.ts'
import {
  type Dialect,
  json,
  type PostIntent,
  type Respond,
  requireCoinName,
  requireHex,
  requireHexes,
  requireObject,
  requireOne,
  type WalletPost,
} from './dialect.ts'
import { buildTemplate, repeatUnsigned, toPaymentResult, verifiedMemo } from './json-forms.ts'

const verification = 'application/verify-payment'
const payment = 'application/payment'

/**
 * BitPay's JSON Payment Protocol, version 1: the request for the one coin that the invoice is paid in, the check of the unsigned
 * transaction, the payment. https://github.com/bitpay/jsonPaymentProtocol/blob/master/v1/specification.md
 */
export const jsonPaymentProtocol1: Dialect = {
  name: 'json-payment-protocol-1',
  rank: 5,

  parseGet: ({ types }) =>
    types.includes('application/payment-request')
      ? { kind: 'request', type: json, coin: null, respond }
      : null,

  acceptsPost: (mediaType) => mediaType === verification || mediaType === payment,

  parsePost: (post) => (post.mediaType === verification ? readUnsigned(post) : readPayment(post)),
}

const respond: Respond<PaymentRequest> = (request, { baseUrl }) => ({
  type: json,
  body: JSON.stringify(buildTemplate(request, buildRequestUrl(baseUrl, request.uid))),
  isSigned: true,
})

function readUnsigned(post: WalletPost): PostIntent {
  const body = requireObject(post.parseJson())
  const { unsignedTransaction } = body
  const size = parseSize(body.weightedSize)
  const [currency, transaction] = [requireCoinName(body.currency), requireHex(unsignedTransaction)]
  return {
    kind: 'verification',
    unsigned: { coin: currency, transaction, size },
    respond: () => ({
      type: json,
      body: JSON.stringify({
        payment: {
          currency,
          unsignedTransaction: repeatUnsigned(transaction),
          ...(size !== null && { weightedSize: size }),
        },
        memo: verifiedMemo,
      }),
      isSigned: true,
    }),
  }
}

function readPayment(post: WalletPost): PostIntent {
  const body = requireObject(post.parseJson())
  const currency = requireCoinName(body.currency)
  const transactions = requireHexes(body.transactions)
  // The protocol allows one transaction. The specification's URL, which names the coin, accepts several in this format too.
  if (post.pathCoin === null) requireOne(transactions)
  return {
    kind: 'payment',
    submission: { coin: currency, transactions },
    respond: (receipt) => ({
      type: json,
      body: JSON.stringify({
        payment: { currency, transactions },
        ...toPaymentResult(receipt),
      }),
      isSigned: true,
    }),
  }
}

/** Ignores anything but a whole number of bytes. */
export const parseSize = (claimed: unknown): number | null =>
  typeof claimed === 'number' && Number.isSafeInteger(claimed) ? claimed : null
