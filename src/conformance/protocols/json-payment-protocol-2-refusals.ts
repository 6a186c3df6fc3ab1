import type { CoinCode } from '../../coins/index.ts'
import type { Question } from '../ask.ts'
import type { Asked } from '../outputs.ts'
import { noCoin, phrases, type Refusal, unknownInvoice } from '../refusals.ts'
import { unsigned } from '../unsigned.ts'

// What JSON Payment Protocol v2 refuses, and its questions.

const bitcore = 'BitPay, bitcore-wallet-client: it looks for these words in msg'
const version = { 'x-paypro-version': '2' }

export const getOptions = { accept: 'application/payment-options', ...version }

export const postOf = (url: URL, type: string, body: object | string): Question => ({
  method: 'POST',
  url,
  headers: { 'content-type': type, ...version },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

export const refusedRequests = (url: URL, to: URL): readonly Refusal[] => [
  {
    of: 'an unknown invoice',
    question: { method: 'GET', url: unknownInvoice(url), headers: getOptions },
    shape: 'any',
    statuses: [404],
    source: 'BitPay, bitcore-wallet-client',
  },
  {
    of: 'an unknown coin',
    question: postOf(to, 'application/payment-request', { chain: noCoin, currency: noCoin }),
    shape: 'msg',
    phrase: phrases.coin,
    source: bitcore,
  },
]

export function refusedPayments(to: URL, code: string): readonly Refusal[] {
  const refused = (of: string, phrase: string, question: Question): Refusal => ({
    of,
    question,
    shape: 'msg',
    phrase,
    source: bitcore,
  })
  const payment = (...transactions: readonly object[]) =>
    postOf(to, 'application/payment', { chain: code, currency: code, transactions })
  const [hex, raw] = [{ tx: 'zz' }, { tx: '00' }]
  return [
    refused('a payment that is no JSON', phrases.payment, postOf(to, 'application/payment', '{')),
    refused('a payment without transactions', phrases.count, payment()),
    refused('a payment of two transactions', phrases.count, payment(raw, { tx: '01' })),
    refused('a transaction that is no hex', phrases.hex, payment(hex)),
    refused('a transaction that cannot be read', phrases.transaction, payment(raw)),
    refused(
      'a verification that is no JSON',
      phrases.payment,
      postOf(to, 'application/payment-verification', '{'),
    ),
    refused('another Content-Type', phrases.contentType, postOf(to, 'application/x-payment', '{}')),
  ]
}

/** To verify a transaction is no payment: it is not signed. Its input is of a transaction that there is not. */
export function refusedUnsigned(to: URL, code: CoinCode, asked: Asked): readonly Refusal[] {
  const refused = (of: string, phrase: string, tx: string): Refusal => ({
    of,
    question: postOf(to, 'application/payment-verification', {
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
    refused('an unsigned transaction of a wrong amount', phrases.amount, unsigned(asked, 1n)),
    refused('an unsigned transaction of unknown inputs', phrases.inputs, unsigned(asked)),
  ]
}
