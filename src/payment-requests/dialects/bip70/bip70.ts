import { create, type DescMessage, fromBinary, type MessageShape, toBinary } from '@bufbuild/protobuf'
import type { Coin } from '../../../coins/coin.ts'
import { coins, getCoin } from '../../../coins/index.ts'
import { buildRequestUrl } from '../../../invoices/option.ts'
import { toHex } from '../../../kernel/hex.ts'
import { formatPerByte, type PaymentRequest } from '../../request.ts'
import {
  createUnparseablePaymentError,
  type Dialect,
  type Issuer,
  type PaymentReceipt,
  type PostIntent,
  type Respond,
  requireTransactionCount,
  type WalletPost,
  type WalletResponse,
} from '../dialect.ts'
import { hasTooManyFields } from './field-count.ts'
import {
  PaymentACKSchema,
  PaymentDetailsSchema,
  PaymentRequestSchema,
  PaymentSchema,
  PaymentVerificationSchema,
} from './paymentrequest_pb.ts'

/** "A PaymentRequest message … larger than 50,000 bytes should be rejected", and so should a Payment (BIP70). */
const bodyLimit = 50_000

/** Coins by their name in BIP71 media types. BSV uses BIP270 instead. */
const coinsByMediaTypeName = new Map(
  [...coins.values()].filter(({ code }) => code !== 'BSV').map((coin) => [coin.mediaTypeName, coin]),
)

/** BIP70 with the media types of BIP71, one per coin, plus BitPay's verification of unsigned transactions. */
export const bip70: Dialect = {
  name: 'bip70',
  rank: 3,
  usesPlainTextErrors: true,
  bodyLimit,

  parseGet({ types }) {
    for (const type of types) {
      const coin = findCoinInType(type, 'paymentrequest')
      if (coin) return { kind: 'request', type, coin: coin.code, respond }
    }
    return null
  },

  acceptsPost: (mediaType) =>
    findCoinInType(mediaType, 'payment') !== null || findCoinInType(mediaType, 'verify-payment') !== null,

  parsePost(post) {
    const paymentCoin = findCoinInType(post.mediaType, 'payment')
    if (paymentCoin) return readPayment(post, paymentCoin)
    const verificationCoin = findCoinInType(post.mediaType, 'verify-payment')
    return verificationCoin && readUnsigned(post, verificationCoin)
  },
}

function findCoinInType(mediaType: string, kind: string): Coin | null {
  const [, word] = /^application\/([a-z]+)-(.*)$/.exec(mediaType) ?? []
  return (mediaType === `application/${word}-${kind}` && coinsByMediaTypeName.get(word ?? '')) || null
}

const respond: Respond<PaymentRequest> = (request, issuer) => ({
  // Wallets compare it with the media type they requested.
  type: `application/${getCoin(request.coin).mediaTypeName}-paymentrequest`,
  body: toBinary(PaymentRequestSchema, buildRequest(buildDetails(request, issuer), issuer)),
  headers: { 'content-transfer-encoding': 'binary' },
})

function buildDetails(request: PaymentRequest, { baseUrl }: Issuer): Uint8Array {
  return toBinary(
    PaymentDetailsSchema,
    create(PaymentDetailsSchema, {
      // BIP70 has only two networks. On regtest Electrum also expects `test`.
      network: request.chain === 'main' ? 'main' : 'test',
      outputs: request.outputs.map(({ amount, script }) => ({ amount, script: Buffer.from(script, 'hex') })),
      time: toSeconds(request.quotedAt),
      expires: toSeconds(request.expiresAt),
      memo: request.memo,
      paymentUrl: buildRequestUrl(baseUrl, request.uid),
      merchantData: Buffer.from(request.uid),
      requiredFeeRate: Number(formatPerByte(request.feeRate)),
    }),
  )
}

const toSeconds = (instant: number): bigint => BigInt(Math.floor(instant / 1_000))

/** Signs the request if there is a certificate. The signature covers the message with its own field present and empty. */
function buildRequest(serializedPaymentDetails: Uint8Array, { certificate }: Issuer) {
  const unsigned = { paymentDetailsVersion: 1, pkiType: 'none', serializedPaymentDetails }
  if (!certificate) return create(PaymentRequestSchema, unsigned)
  const { pkiType, pkiData } = certificate
  const request = create(PaymentRequestSchema, { ...unsigned, pkiType, pkiData, signature: new Uint8Array() })
  request.signature = certificate.sign(toBinary(PaymentRequestSchema, request))
  return request
}

function readPayment({ body }: WalletPost, coin: Coin): PostIntent {
  const { transactions } = parseMessage(body, PaymentSchema, 'a BIP70 Payment')
  return {
    kind: 'payment',
    submission: { coin: coin.code, transactions: requireTransactionCount(transactions).map(toHex) },
    respond: (receipt) => buildAcknowledgement(body, receipt, coin),
  }
}

/** Echoes the payment byte for byte. */
const buildAcknowledgement = (payment: Uint8Array, { memo }: PaymentReceipt, coin: Coin): WalletResponse => ({
  type: `application/${coin.mediaTypeName}-paymentack`,
  body: toBinary(PaymentACKSchema, create(PaymentACKSchema, { payment, memo })),
  headers: { 'content-transfer-encoding': 'binary' },
})

function readUnsigned({ body }: WalletPost, coin: Coin): PostIntent {
  const { unsignedTransaction, weightedSize } = parseMessage(
    body,
    PaymentVerificationSchema,
    'a PaymentVerification',
  )
  return {
    kind: 'verification',
    unsigned: { coin: coin.code, transaction: toHex(unsignedTransaction), size: Number(weightedSize) },
    respond: () => ({ type: 'text/plain; charset=utf-8', body: '' }),
  }
}

function parseMessage<Schema extends DescMessage>(
  body: Uint8Array,
  schema: Schema,
  name: string,
): MessageShape<Schema> {
  try {
    if (hasTooManyFields(body)) throw new RangeError('it has too many fields')
    return fromBinary(schema, body)
  } catch {
    throw createUnparseablePaymentError(`it is not ${name}`)
  }
}
