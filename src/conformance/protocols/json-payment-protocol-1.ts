import { type CoinCode, findCoin } from '../../coins/index.ts'
import { isObject, members } from '../../wallet/http.ts'
import type { ConformanceRun, ProbeResult, Protocol } from '../conformance-run.ts'
import { checkJsonObject } from '../fields.ts'
import { asJson } from '../finding.ts'
import type { CheckedOutput } from '../outputs.ts'
import type { ProbeRequest } from '../probe-client.ts'
import { checkRejections, createUnknownInvoiceUrl, phrases, type RejectionCase } from '../refusals.ts'
import { buildUnsignedTransaction } from '../unsigned.ts'
import { readTemplate } from './specification.ts'

const name = 'json-payment-protocol-1'
const source = 'JSON Payment Protocol v1'
const bitcore = 'BitPay, bitcore-wallet-client'
const headers = { accept: 'application/payment-request' }

/** The payment request for an invoice's only coin. */
export const jsonPaymentProtocol1: Protocol = {
  name,
  getProbeRequests: (url) => [{ coin: null, request: { method: 'GET', url, headers } }],

  offers({ reply }) {
    const code = codeOf(members(reply.text))
    return code === null ? [] : [code]
  },

  async examine(walk, [heard]) {
    if (!heard) return
    const code = codeOf(members(heard.reply.text))
    const url = examineRequest(walk, heard, code) ?? walk.url
    const last = walk.quotes.at(-1)
    const asked = last?.reply === heard.reply ? last.outputs[0] : undefined
    await checkRejections(walk, name, [
      {
        description: 'an unknown invoice',
        request: { method: 'GET', url: createUnknownInvoiceUrl(walk.url), headers },
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

function examineRequest(walk: ConformanceRun, { reply }: ProbeResult, code: CoinCode | null): URL | null {
  const judge = walk.findings.judge(name, reply)
  const template = checkJsonObject(judge, reply, source)
  walk.signatures.hold(reply, { required: true })
  if (!template) return null
  const known = { check: 'currency', expected: 'the code of a coin', source }
  if (!judge.check(code !== null, known, asJson(template.currency)) || code === null) return null
  const { outputs } = template
  const one = {
    check: 'one output',
    expected: 'exactly one output',
    source: `${bitcore}: "Must have 1 output"`,
  }
  const count = Array.isArray(outputs) ? outputs.filter(isObject).length : 0
  judge.check(count <= 1, one, `${count}`)
  return readTemplate(walk, judge, { template, code, reply, source })
}

const post = (url: URL, type: string, body: object | string): ProbeRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': `application/${type}` },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

function refusedPayments(url: URL, code: string): readonly RejectionCase[] {
  const refused = (of: string, phrase: string, question: ProbeRequest): RejectionCase => ({
    description: of,
    request: question,
    phrase,
    shape: 'msg or text',
    source: bitcore,
  })
  const payment = (...transactions: readonly string[]) =>
    post(url, 'payment', { currency: code, transactions })
  return [
    refused('a payment that is not JSON', phrases.payment, post(url, 'payment', '{')),
    refused('a payment without transactions', phrases.count, payment()),
    refused('a payment with two transactions', phrases.count, payment('00', '01')),
    refused('a transaction that is not hex', phrases.hex, payment('zz')),
    refused('a malformed transaction', phrases.transaction, payment('00')),
    refused('a verification that is not JSON', phrases.payment, post(url, 'verify-payment', '{')),
    refused('another Content-Type', phrases.contentType, post(url, 'x-payment', '{}')),
  ]
}

/** Unsigned transactions, submitted for verification only. They can't be payments. */
function refusedUnsigned(url: URL, currency: string, asked: CheckedOutput): readonly RejectionCase[] {
  const refused = (of: string, phrase: string, unsignedTransaction: string): RejectionCase => ({
    description: of,
    request: post(url, 'verify-payment', { currency, unsignedTransaction, weightedSize: 250 }),
    shape: 'msg or text',
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
