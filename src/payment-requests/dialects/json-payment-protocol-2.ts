import { requestUrl } from '../../invoices/option.ts'
import type { PaymentOffer, PaymentRequest } from '../request.ts'
import {
  accepted,
  type Dialect,
  type Issuer,
  json,
  type Post,
  type Posted,
  requireHex,
  requireObject,
  requireOne,
  unreadable,
  type Wire,
} from './dialect.ts'
import { feeRate, outputs, settled, times, verifiedMemo } from './json-forms.ts'
import { sizeOf } from './json-payment-protocol-1.ts'

const selection = 'application/payment-request'
const verification = 'application/payment-verification'
const payment = 'application/payment'

/** Of all six coins. */
const decimals = 8

/**
 * BitPay's JSON Payment Protocol, version 2: the coins to choose from, the request of the one that was chosen, a look at the unsigned
 * transaction, the payment. https://github.com/bitpay/jsonPaymentProtocol/blob/master/v2/specification.md
 */
export const jsonPaymentProtocol2: Dialect = {
  name: 'json-payment-protocol-2',
  rank: 1,

  asked: ({ accept }) =>
    accepted(accept).includes('application/payment-options')
      ? { for: 'offer', type: json, answer: (offer, issuer) => signed(options(offer, issuer)) }
      : null,

  posts: (mediaType) => [selection, verification, payment].includes(mediaType),

  read(post) {
    const body = requireObject(post.json())
    switch (post.mediaType) {
      case selection:
        return {
          for: 'request',
          coin: coinOf(body),
          answer: (request, issuer) => signed(chosen(request, issuer)),
        }
      case verification:
        return readUnsigned(body)
      default:
        return isVersion2(post, body) ? readPayment(body) : null
    }
  },
}

function options({ uid, chain, memo, coins: offered, ...quote }: PaymentOffer, { baseUrl }: Issuer) {
  return {
    ...times(quote),
    memo,
    paymentUrl: requestUrl(baseUrl, uid),
    paymentId: uid,
    paymentOptions: offered.map(({ coin, amount, feeRate: perThousand }) => ({
      chain: coin,
      currency: coin,
      network: chain,
      estimatedAmount: Number(amount),
      requiredFeeRate: feeRate(perThousand),
      // Beside the amount nothing is asked for.
      minerFee: 0,
      decimals,
      selected: offered.length === 1,
      native: true,
    })),
  }
}

function chosen(request: PaymentRequest, { baseUrl }: Issuer) {
  return {
    ...times(request),
    memo: request.memo,
    paymentUrl: requestUrl(baseUrl, request.uid),
    paymentId: request.uid,
    chain: request.coin,
    currency: request.coin,
    network: request.chain,
    instructions: [
      { type: 'transaction', requiredFeeRate: feeRate(request.feeRate), outputs: outputs(request) },
    ],
  }
}

function readUnsigned(body: Body): Posted {
  const { tx, weightedSize } = transactionOf(body)
  const facts = named(body)
  return {
    for: 'verification',
    unsigned: { coin: coinOf(body), transaction: tx, size: sizeOf(weightedSize) },
    // Wallets compare it with what they sent, byte for byte.
    answer: () => signed({ payment: { ...facts, transactions: [{ tx }] }, memo: verifiedMemo }),
  }
}

/** Without the header, a transaction that is an object tells the version. */
function isVersion2({ headers }: Post, { transactions }: Body): boolean {
  if (headers['x-paypro-version'] === '2') return true
  return Array.isArray(transactions) && typeof transactions[0] === 'object'
}

function readPayment(body: Body): Posted {
  const { tx } = transactionOf(body)
  const facts = named(body)
  return {
    for: 'payment',
    submission: { coin: coinOf(body), transactions: [tx] },
    answer: (receipt) => signed({ payment: { ...facts, transactions: [{ tx }] }, ...settled(receipt) }),
  }
}

type Body = Readonly<Record<string, unknown>>

/** The one transaction: `{tx, weightedSize?}`, or the hex alone. */
function transactionOf({ transactions }: Body): { tx: string; weightedSize: unknown } {
  if (!Array.isArray(transactions)) throw unreadable('transactions must be an array of objects with tx')
  const only = requireOne(transactions)
  const { tx, weightedSize } = typeof only === 'string' ? { tx: only } : requireObject(only)
  return { tx: requireHex(tx), weightedSize }
}

/** `currency` is a token of the chain; of our coins each is the only one of its chain. */
function coinOf({ chain, currency }: Body): string {
  if (typeof chain === 'string' && (currency === undefined || currency === null)) return chain
  if (typeof currency !== 'string') throw unreadable('chain must be the code of the coin')
  const differ = typeof chain === 'string' && chain.toUpperCase() !== currency.toUpperCase()
  // No coin of ours is called so: whoever looks for it says which there are.
  return differ ? `${chain}/${currency}`.slice(0, 20) : currency
}

/** The coin as the answers spell it: wallets that send a known one in lower case get its code. */
function named(body: Body): { chain: string; currency: string } {
  const code = coinOf(body).toUpperCase()
  return { chain: code, currency: code }
}

const signed = (body: object): Wire => ({ type: json, body: JSON.stringify(body), signed: true })
