import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { type CoinCode, coins } from '../../src/coins/index.ts'
import {
  PaymentACKSchema,
  PaymentSchema,
  PaymentVerificationSchema,
} from '../../src/payment-requests/dialects/bip70/paymentrequest_pb.ts'
import type { RawReply } from './replies.ts'

/** One way to pay: the requests of a wallet with that protocol, and the fields of the responses. */
export interface PaymentProtocol {
  readonly name: string
  readonly coins: readonly CoinCode[]
  readonly pay: (coin: string, hex: string) => Posting
  /** Asserts a success for this transaction. */
  readonly receipt: (response: RawReply) => Receipt
  /** Verification of the unsigned transaction, if the protocol has it. */
  readonly verify?: (coin: string, hex: string, size?: number) => Posting
  /** The hex that the response echoes; null if it echoes nothing. */
  readonly echo?: (response: RawReply) => unknown
  readonly usesPlainTextErrors?: true
}

export interface Posting {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | Readonly<Record<string, unknown>>
}

export interface Receipt {
  readonly type: string
  /** As the response echoes them. */
  readonly transactions: unknown
  readonly memo: unknown
}

const all: readonly CoinCode[] = [...coins.keys()]
const json = 'application/json; charset=utf-8'
const createPosting = (type: string, body: Posting['body'], more: Posting['headers'] = {}): Posting => ({
  headers: { 'content-type': type, ...more },
  body,
})

const toFields = (payment: unknown): Readonly<Record<string, unknown>> => Object(payment)
const getBip70Word = (coin: string): string => coins.get(coin as CoinCode)?.mediaTypeName ?? ''

export const paymentProtocols: readonly PaymentProtocol[] = [
  {
    name: 'specification',
    coins: all,
    pay: (currency, hex) => createPosting('application/json', { currency, transactions: [hex] }),
    receipt: ({ headers, json: { transactions, memo } }) => ({
      type: String(headers['content-type']),
      transactions,
      memo,
    }),
  },
  {
    name: 'JSON Payment Protocol v1',
    coins: all,
    verify: (currency, unsignedTransaction, weightedSize) =>
      createPosting('application/verify-payment', { currency, unsignedTransaction, weightedSize }),
    echo: ({ json: { payment } }) => toFields(payment).unsignedTransaction,
    pay: (currency, hex) => createPosting('application/payment', { currency, transactions: [hex] }),
    receipt: ({ headers, json: { payment, memo } }) => ({
      type: String(headers['content-type']),
      transactions: toFields(payment).transactions,
      memo,
    }),
  },
  {
    name: 'JSON Payment Protocol v2',
    coins: all,
    verify: (chain, tx, weightedSize) =>
      createPosting('application/payment-verification', { chain, transactions: [{ tx, weightedSize }] }),
    echo: ({ json: { payment } }) => Object(toFields(payment).transactions)[0]?.tx,
    pay: (chain, tx) =>
      createPosting(
        'application/payment',
        { chain, currency: chain, transactions: [{ tx }] },
        { 'x-paypro-version': '2' },
      ),
    receipt: ({ headers, json: { payment, memo } }) => ({
      type: String(headers['content-type']),
      transactions: Array.from(Object(toFields(payment).transactions), (each) => Object(each).tx),
      memo,
    }),
  },
  {
    name: 'BIP70',
    coins: all.filter((code) => code !== 'BSV'),
    usesPlainTextErrors: true,
    verify: (coin, hex, size = 0) =>
      createPosting(
        `application/${getBip70Word(coin)}-verify-payment`,
        encodeMessage(PaymentVerificationSchema, {
          unsignedTransaction: Buffer.from(hex, 'hex'),
          weightedSize: BigInt(size),
        }),
      ),
    pay: (coin, hex) =>
      createPosting(
        `application/${getBip70Word(coin)}-payment`,
        encodeMessage(PaymentSchema, { transactions: [Buffer.from(hex, 'hex')], memo: 'From me' }),
      ),
    receipt({ headers, bytes }) {
      const { payment, memo } = fromBinary(PaymentACKSchema, bytes)
      const { transactions } = fromBinary(PaymentSchema, payment)
      return {
        type: String(headers['content-type']),
        transactions: transactions.map((each) => Buffer.from(each).toString('hex')),
        memo,
      }
    },
  },
  {
    name: 'BIP270',
    coins: ['BSV'],
    pay: (_coin, transaction) =>
      createPosting('application/bitcoinsv-payment', { merchantData: 'x', transaction, memo: 'From me' }),
    receipt: ({ headers, json: { payment, memo } }) => ({
      type: String(headers['content-type']),
      transactions: [toFields(payment).transaction],
      memo,
    }),
  },
]

/** Returns the media type of a success. */
export const getReceiptType = ({ name }: PaymentProtocol, coin: string): string =>
  name === 'BIP70' ? `application/${getBip70Word(coin)}-paymentack` : json

const encodeMessage = <Schema extends typeof PaymentSchema | typeof PaymentVerificationSchema>(
  schema: Schema,
  members: Parameters<typeof create<Schema>>[1],
): Buffer => Buffer.from(toBinary(schema, create(schema, members)))
