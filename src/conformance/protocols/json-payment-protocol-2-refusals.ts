import type { CoinCode } from '../../coins/index.ts'
import type { CheckedOutput } from '../outputs.ts'
import type { ProbeRequest } from '../probe-client.ts'
import { createUnknownInvoiceUrl, phrases, type RejectionCase, unknownCoinCode } from '../refusals.ts'
import { buildUnsignedTransaction } from '../unsigned.ts'

// The requests that JSON Payment Protocol v2 must reject, and helpers to build them.

const bitcore = 'BitPay, bitcore-wallet-client: it searches msg for these words'
const version = { 'x-paypro-version': '2' }

export const getOptions = { accept: 'application/payment-options', ...version }

export const postOf = (url: URL, type: string, body: object | string): ProbeRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': type, ...version },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

export const refusedRequests = (url: URL, to: URL): readonly RejectionCase[] => [
  {
    description: 'an unknown invoice',
    request: { method: 'GET', url: createUnknownInvoiceUrl(url), headers: getOptions },
    shape: 'any',
    statuses: [404],
    source: 'BitPay, bitcore-wallet-client',
  },
  {
    description: 'an unknown coin',
    request: postOf(to, 'application/payment-request', { chain: unknownCoinCode, currency: unknownCoinCode }),
    shape: 'msg',
    phrase: phrases.coin,
    source: bitcore,
  },
]

export function refusedPayments(to: URL, code: string): readonly RejectionCase[] {
  const refused = (of: string, phrase: string, question: ProbeRequest): RejectionCase => ({
    description: of,
    request: question,
    shape: 'msg',
    phrase,
    source: bitcore,
  })
  const payment = (...transactions: readonly object[]) =>
    postOf(to, 'application/payment', { chain: code, currency: code, transactions })
  const [hex, raw] = [{ tx: 'zz' }, { tx: '00' }]
  return [
    refused('a payment that is not JSON', phrases.payment, postOf(to, 'application/payment', '{')),
    refused('a payment without transactions', phrases.count, payment()),
    refused('a payment with two transactions', phrases.count, payment(raw, { tx: '01' })),
    refused('a transaction that is not hex', phrases.hex, payment(hex)),
    refused('a malformed transaction', phrases.transaction, payment(raw)),
    refused(
      'a verification that is not JSON',
      phrases.payment,
      postOf(to, 'application/payment-verification', '{'),
    ),
    refused('another Content-Type', phrases.contentType, postOf(to, 'application/x-payment', '{}')),
  ]
}

/** Unsigned transactions, submitted for verification only. They can't be payments: they spend a transaction that doesn't exist. */
export function refusedUnsigned(to: URL, code: CoinCode, asked: CheckedOutput): readonly RejectionCase[] {
  const refused = (of: string, phrase: string, tx: string): RejectionCase => ({
    description: of,
    request: postOf(to, 'application/payment-verification', {
      chain: code,
      currency: code,
      transactions: [{ tx, weightedSize: 250 }],
    }),
    shape: 'msg',
    statuses: [400, 422],
    phrase,
    source: bitcore,
  })
  return [
    refused(
      'an unsigned transaction with a wrong amount',
      phrases.amount,
      buildUnsignedTransaction(asked, 1n),
    ),
    refused('an unsigned transaction with unknown inputs', phrases.inputs, buildUnsignedTransaction(asked)),
  ]
}
