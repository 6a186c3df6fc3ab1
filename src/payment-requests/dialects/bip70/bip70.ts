import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import type { Coin } from '../../../coins/coin.ts'
import { coins } from '../../../coins/index.ts'
import { requestUrl } from '../../../invoices/option.ts'
import { type PaymentRequest, perByte } from '../../request.ts'
import {
  accepted,
  type Dialect,
  type Issuer,
  type Post,
  type Posted,
  type Receipt,
  requireChain,
  unreadable,
  type Wire,
} from '../dialect.ts'
import {
  PaymentACKSchema,
  PaymentDetailsSchema,
  PaymentRequestSchema,
  PaymentSchema,
  PaymentVerificationSchema,
} from './paymentrequest_pb.ts'

/** "A PaymentRequest message … larger than 50,000 bytes should be rejected", and so of a Payment (BIP70). */
const bodyLimit = 50_000

/** The coins by their words in media types; BSV's is BIP270's. */
const byWord = new Map(
  [...coins.values()].filter(({ code }) => code !== 'BSV').map((coin) => [coin.bip70Word, coin]),
)

/** BIP70 with the media types of BIP71, whose word is the coin's; and BitPay's look at the unsigned transaction. */
export const bip70: Dialect = {
  name: 'bip70',
  rank: 3,
  plainErrors: true,
  bodyLimit,

  asked({ accept }) {
    for (const type of accepted(accept)) {
      const coin = coinIn(type, 'paymentrequest')
      if (coin)
        return {
          for: 'request',
          type,
          coin: coin.code,
          answer: (request, issuer) => asMessage(type, request, issuer),
        }
    }
    return null
  },

  posts: (mediaType) => coinIn(mediaType, 'payment') !== null || coinIn(mediaType, 'verify-payment') !== null,

  read(post) {
    const paid = coinIn(post.mediaType, 'payment')
    if (paid) return readPayment(post, paid)
    const verified = coinIn(post.mediaType, 'verify-payment')
    return verified && readUnsigned(post, verified)
  },
}

function coinIn(mediaType: string, kind: string): Coin | null {
  const [, word] = /^application\/([a-z]+)-(.*)$/.exec(mediaType) ?? []
  return (mediaType === `application/${word}-${kind}` && byWord.get(word ?? '')) || null
}

/** The same media type back, exactly: wallets compare it. */
const asMessage = (type: string, request: PaymentRequest, issuer: Issuer): Wire => ({
  type,
  body: toBinary(PaymentRequestSchema, signedRequest(details(request, issuer), issuer)),
  headers: { 'content-transfer-encoding': 'binary' },
})

function details(request: PaymentRequest, { baseUrl }: Issuer): Uint8Array {
  return toBinary(
    PaymentDetailsSchema,
    create(PaymentDetailsSchema, {
      // There are two; on regtest Electrum compares with `test` as well.
      network: request.chain === 'main' ? 'main' : 'test',
      outputs: request.outputs.map(({ amount, script }) => ({ amount, script: Buffer.from(script, 'hex') })),
      time: seconds(request.quotedAt),
      expires: seconds(request.expiresAt),
      memo: request.memo,
      paymentUrl: requestUrl(baseUrl, request.uid),
      merchantData: Buffer.from(request.uid),
      requiredFeeRate: Number(perByte(request.feeRate)),
    }),
  )
}

const seconds = (instant: number): bigint => BigInt(Math.floor(instant / 1_000))

/** The signature covers the message with its own field there and empty. */
function signedRequest(serializedPaymentDetails: Uint8Array, { certificate }: Issuer) {
  const unsigned = { paymentDetailsVersion: 1, pkiType: 'none', serializedPaymentDetails }
  if (!certificate) return create(PaymentRequestSchema, unsigned)
  const { pkiType, pkiData } = certificate
  const request = create(PaymentRequestSchema, { ...unsigned, pkiType, pkiData, signature: new Uint8Array() })
  request.signature = certificate.sign(toBinary(PaymentRequestSchema, request))
  return request
}

function readPayment({ body }: Post, coin: Coin): Posted {
  const { transactions } = parsed(() => fromBinary(PaymentSchema, body), 'a BIP70 Payment')
  return {
    for: 'payment',
    submission: { coin: coin.code, transactions: requireChain(transactions).map(toHex) },
    answer: (receipt) => acknowledgement(body, receipt, coin),
  }
}

/** The payment comes back byte for byte as it was sent. */
const acknowledgement = (payment: Uint8Array, { memo }: Receipt, coin: Coin): Wire => ({
  type: `application/${coin.bip70Word}-paymentack`,
  body: toBinary(PaymentACKSchema, create(PaymentACKSchema, { payment, memo })),
  headers: { 'content-transfer-encoding': 'binary' },
})

function readUnsigned({ body }: Post, coin: Coin): Posted {
  const { unsignedTransaction, weightedSize } = parsed(
    () => fromBinary(PaymentVerificationSchema, body),
    'a PaymentVerification',
  )
  return {
    for: 'verification',
    unsigned: { coin: coin.code, transaction: toHex(unsignedTransaction), size: Number(weightedSize) },
    answer: () => ({ type: 'text/plain; charset=utf-8', body: '' }),
  }
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

function parsed<Message>(parse: () => Message, what: string): Message {
  try {
    return parse()
  } catch {
    throw unreadable(`it is not ${what}`)
  }
}
