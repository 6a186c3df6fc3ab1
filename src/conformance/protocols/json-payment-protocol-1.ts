import { type CoinCode, findCoin } from '../../coins/index.ts'
import { isObject, members } from '../../wallet/http.ts'
import type { Question } from '../ask.ts'
import { holdJson } from '../fields.ts'
import { asJson } from '../finding.ts'
import type { Asked } from '../outputs.ts'
import { holdRefusals, phrases, type Refusal, unknownInvoice } from '../refusals.ts'
import { unsigned } from '../unsigned.ts'
import type { Heard, Protocol, Walk } from '../walk.ts'
import { readTemplate } from './specification.ts'

const name = 'json-payment-protocol-1'
const source = 'JSON Payment Protocol v1'
const bitcore = 'BitPay, bitcore-wallet-client'
const headers = { accept: 'application/payment-request' }

/** The request of an invoice's one coin. */
export const jsonPaymentProtocol1: Protocol = {
  name,
  questions: (url) => [{ coin: null, question: { method: 'GET', url, headers } }],

  offers({ reply }) {
    const code = codeOf(members(reply.text))
    return code === null ? [] : [code]
  },

  async examine(walk, [heard]) {
    if (!heard) return
    const code = codeOf(members(heard.reply.text))
    const url = examineRequest(walk, heard, code) ?? walk.url
    const last = walk.seen.at(-1)
    const asked = last?.reply === heard.reply ? last.outputs[0] : undefined
    await holdRefusals(walk, name, [
      {
        of: 'an unknown invoice',
        question: { method: 'GET', url: unknownInvoice(walk.url), headers },
        shape: 'any',
        statuses: [404],
        source: bitcore,
      },
      ...refusedPayments(url, code ?? 'BTC'),
      ...(asked ? refusedUnsigned(url, code ?? 'BTC', asked) : []),
    ])
  },
}

const codeOf = ({ currency }: Readonly<Record<string, unknown>>): CoinCode | null =>
  typeof currency === 'string' ? (findCoin(currency)?.code ?? null) : null

function examineRequest(walk: Walk, { reply }: Heard, code: CoinCode | null): URL | null {
  const judge = walk.findings.judge(name, reply)
  const template = holdJson(judge, reply, source)
  walk.signatures.hold(reply, { required: true })
  if (!template) return null
  const known = { check: 'currency', expected: 'the code of a coin', source }
  if (!judge.hold(code !== null, known, asJson(template.currency)) || code === null) return null
  const { outputs } = template
  const one = {
    check: 'one output',
    expected: 'exactly one output',
    source: `${bitcore}: "Must have 1 output"`,
  }
  const count = Array.isArray(outputs) ? outputs.filter(isObject).length : 0
  judge.hold(count <= 1, one, `${count}`)
  return readTemplate(walk, judge, { template, code, reply, source })
}

const post = (url: URL, type: string, body: object | string): Question => ({
  method: 'POST',
  url,
  headers: { 'content-type': `application/${type}` },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

function refusedPayments(url: URL, code: string): readonly Refusal[] {
  const refused = (of: string, phrase: string, question: Question): Refusal => ({
    of,
    question,
    phrase,
    shape: 'msg or text',
    source: bitcore,
  })
  const payment = (...transactions: readonly string[]) =>
    post(url, 'payment', { currency: code, transactions })
  return [
    refused('a payment that is no JSON', phrases.payment, post(url, 'payment', '{')),
    refused('a payment without transactions', phrases.count, payment()),
    refused('a payment of two transactions', phrases.count, payment('00', '01')),
    refused('a transaction that is no hex', phrases.hex, payment('zz')),
    refused('a transaction that cannot be read', phrases.transaction, payment('00')),
    refused('a verification that is no JSON', phrases.payment, post(url, 'verify-payment', '{')),
    refused('another Content-Type', phrases.contentType, post(url, 'x-payment', '{}')),
  ]
}

/** To verify a transaction is no payment: it is not signed. */
function refusedUnsigned(url: URL, currency: string, asked: Asked): readonly Refusal[] {
  const refused = (of: string, phrase: string, unsignedTransaction: string): Refusal => ({
    of,
    question: post(url, 'verify-payment', { currency, unsignedTransaction, weightedSize: 250 }),
    shape: 'msg or text',
    statuses: [400, 422],
    phrase,
    source: bitcore,
  })
  return [
    refused('an unsigned transaction of a wrong amount', phrases.amount, unsigned(asked, 1n)),
    refused('an unsigned transaction of unknown inputs', phrases.inputs, unsigned(asked)),
  ]
}
