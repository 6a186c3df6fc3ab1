import type { CoinCode } from '../../coins/index.ts'
import type { CheckedOutput } from '../outputs.ts'
import type { ProbeRequest } from '../probe-client.ts'
import { createUnknownInvoiceUrl, phrases, type RejectionCase, unknownCoinCode } from '../rejections.ts'
import { buildUnsignedTransaction } from '../unsigned-transaction.ts'

const bitcore = 'BitPay, bitcore-wallet-client: it searches msg for these words'
const version = { 'x-paypro-version': '2' }

export const optionsHeaders = { accept: 'application/payment-options', ...version }

export const createPostRequest = (url: URL, type: string, body: object | string): ProbeRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': type, ...version },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

export const createInvalidRequests = (url: URL, paymentUrl: URL): readonly RejectionCase[] => [
  {
    description: 'an unknown invoice',
    request: { method: 'GET', url: createUnknownInvoiceUrl(url), headers: optionsHeaders },
    format: 'any',
    statuses: [404],
    source: 'BitPay, bitcore-wallet-client',
  },
  {
    description: 'an unknown coin',
    request: createPostRequest(paymentUrl, 'application/payment-request', {
      chain: unknownCoinCode,
      currency: unknownCoinCode,
    }),
    format: 'msg',
    phrase: phrases.coin,
    source: bitcore,
  },
]

export function createInvalidPayments(paymentUrl: URL, code: string): readonly RejectionCase[] {
  const createCase = (description: string, phrase: string, request: ProbeRequest): RejectionCase => ({
    description,
    request,
    format: 'msg',
    phrase,
    source: bitcore,
  })
  const createPayment = (...transactions: readonly object[]) =>
    createPostRequest(paymentUrl, 'application/payment', { chain: code, currency: code, transactions })
  const [hex, raw] = [{ tx: 'zz' }, { tx: '00' }]
  return [
    createCase(
      'a payment that is not JSON',
      phrases.payment,
      createPostRequest(paymentUrl, 'application/payment', '{'),
    ),
    createCase('a payment without transactions', phrases.count, createPayment()),
    createCase('a payment with two transactions', phrases.count, createPayment(raw, { tx: '01' })),
    createCase('a transaction that is not hex', phrases.hex, createPayment(hex)),
    createCase('a malformed transaction', phrases.transaction, createPayment(raw)),
    createCase(
      'a verification that is not JSON',
      phrases.payment,
      createPostRequest(paymentUrl, 'application/payment-verification', '{'),
    ),
    createCase(
      'an unsupported Content-Type',
      phrases.contentType,
      createPostRequest(paymentUrl, 'application/x-payment', '{}'),
    ),
  ]
}

/** Unsigned transactions, submitted for verification only. They can't be payments: they spend a transaction that doesn't exist. */
export function createInvalidVerifications(
  paymentUrl: URL,
  code: CoinCode,
  output: CheckedOutput,
): readonly RejectionCase[] {
  const createCase = (description: string, phrase: string, tx: string): RejectionCase => ({
    description,
    request: createPostRequest(paymentUrl, 'application/payment-verification', {
      chain: code,
      currency: code,
      transactions: [{ tx, weightedSize: 250 }],
    }),
    format: 'msg',
    statuses: [400, 422],
    phrase,
    source: bitcore,
  })
  return [
    createCase(
      'an unsigned transaction with a wrong amount',
      phrases.amount,
      buildUnsignedTransaction(output, 1n),
    ),
    createCase(
      'an unsigned transaction with unknown inputs',
      phrases.inputs,
      buildUnsignedTransaction(output),
    ),
  ]
}
