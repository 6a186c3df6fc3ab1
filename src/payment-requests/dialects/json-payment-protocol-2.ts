import { buildRequestUrl } from '../../invoices/option.ts'
import type { PaymentOffer, PaymentRequest } from '../request.ts'
import {
  createUnparseablePaymentError,
  type Dialect,
  type Issuer,
  json,
  type PostIntent,
  type Respond,
  requireCoinName,
  requireHex,
  requireObject,
  requireOne,
  type WalletPost,
  type WalletResponse,
} from './dialect.ts'
import {
  formatFeeRate,
  formatOutputs,
  formatTimes,
  repeatUnsigned,
  toPaymentResult,
  verifiedMemo,
} from './json-forms.ts'
import { parseSize } from './json-payment-protocol-1.ts'

const selection = 'application/payment-request'
const verification = 'application/payment-verification'
const payment = 'application/payment'

/** All six coins have eight decimals. */
const decimals = 8

/**
 * BitPay's JSON Payment Protocol, version 2: the coins to choose from, the request for the chosen one, the check of the unsigned
 * transaction, the payment. https://github.com/bitpay/jsonPaymentProtocol/blob/master/v2/specification.md
 */
export const jsonPaymentProtocol2: Dialect = {
  name: 'json-payment-protocol-2',
  rank: 1,

  parseGet: ({ types }) =>
    types.includes('application/payment-options')
      ? { kind: 'offer', type: json, respond: respondToOptions }
      : null,

  acceptsPost: (mediaType) => [selection, verification, payment].includes(mediaType),

  parsePost(post) {
    const body = requireObject(post.parseJson())
    switch (post.mediaType) {
      case selection:
        return { kind: 'request', coin: requireCoin(body), respond: respondToSelection }
      case verification:
        return readUnsigned(body)
      default:
        return isVersion2(post, body) ? readPayment(body) : null
    }
  },
}

const respondToOptions: Respond<PaymentOffer> = (offer, issuer) =>
  toSignedResponse(buildOptions(offer, issuer))

const respondToSelection: Respond<PaymentRequest> = (request, issuer) =>
  toSignedResponse(buildSelection(request, issuer))

function buildOptions({ uid, chain, memo, coins: offered, ...quote }: PaymentOffer, { baseUrl }: Issuer) {
  return {
    ...formatTimes(quote),
    memo,
    paymentUrl: buildRequestUrl(baseUrl, uid),
    paymentId: uid,
    paymentOptions: offered.map(({ coin, amount, feeRate: perThousand }) => ({
      chain: coin,
      currency: coin,
      network: chain,
      estimatedAmount: Number(amount),
      requiredFeeRate: formatFeeRate(perThousand),
      // We charge nothing on top of the amount.
      minerFee: 0,
      decimals,
      selected: offered.length === 1,
      native: true,
    })),
  }
}

function buildSelection(request: PaymentRequest, { baseUrl }: Issuer) {
  return {
    ...formatTimes(request),
    memo: request.memo,
    paymentUrl: buildRequestUrl(baseUrl, request.uid),
    paymentId: request.uid,
    chain: request.coin,
    currency: request.coin,
    network: request.chain,
    instructions: [
      {
        type: 'transaction',
        requiredFeeRate: formatFeeRate(request.feeRate),
        outputs: formatOutputs(request),
      },
    ],
  }
}

function readUnsigned(body: Body): PostIntent {
  const { tx, weightedSize } = requireTransaction(body)
  const coinNames = readCoinNames(body)
  return {
    kind: 'verification',
    unsigned: { coin: requireCoin(body), transaction: tx, size: parseSize(weightedSize) },
    // Wallets compare this with what they sent, byte for byte.
    respond: () =>
      toSignedResponse({
        payment: { ...coinNames, transactions: [{ tx: repeatUnsigned(tx) }] },
        memo: verifiedMemo,
      }),
  }
}

/** Without the header, a transaction in object form identifies version 2. */
function isVersion2({ headers }: WalletPost, { transactions }: Body): boolean {
  if (headers['x-paypro-version'] === '2') return true
  return Array.isArray(transactions) && typeof transactions[0] === 'object'
}

function readPayment(body: Body): PostIntent {
  const { tx } = requireTransaction(body)
  const coinNames = readCoinNames(body)
  return {
    kind: 'payment',
    submission: { coin: requireCoin(body), transactions: [tx] },
    respond: (receipt) =>
      toSignedResponse({ payment: { ...coinNames, transactions: [{ tx }] }, ...toPaymentResult(receipt) }),
  }
}

type Body = Readonly<Record<string, unknown>>

/** The one transaction: `{tx, weightedSize?}`, or just the hex. */
function requireTransaction({ transactions }: Body): { tx: string; weightedSize: unknown } {
  if (!Array.isArray(transactions))
    throw createUnparseablePaymentError('transactions must be an array of objects with tx')
  const only = requireOne(transactions)
  const { tx, weightedSize } = typeof only === 'string' ? { tx: only } : requireObject(only)
  return { tx: requireHex(tx), weightedSize }
}

/** `currency` may be a token on the chain. We only support each chain's native coin, so the two names must match. */
function requireCoin({ chain, currency }: Body): string {
  const name = requireCoinName(currency ?? chain, 'chain')
  if (typeof chain !== 'string') return name
  const chainName = requireCoinName(chain)
  // No coin has this name, so the lookup fails with the list of valid ones.
  return chainName.toUpperCase() === name.toUpperCase() ? name : `${chainName}/${name}`.slice(0, 20)
}

/** The coin's names for the response: always in upper case, even if the wallet sent them in lower case. */
function readCoinNames(body: Body): { chain: string; currency: string } {
  const code = requireCoin(body).toUpperCase()
  return { chain: code, currency: code }
}

const toSignedResponse = (body: object): WalletResponse => ({
  type: json,
  body: JSON.stringify(body),
  isSigned: true,
})
