import { type CoinCode, findCoin } from '../../coins/index.ts'
import { isObject, parseJsonObject } from '../../wallet/http.ts'
import type { ConformanceRun, ProbeResult, Protocol } from '../conformance-run.ts'
import { checkJsonObject } from '../fields.ts'
import { toJsonText } from '../finding.ts'
import type { CheckedOutput } from '../outputs.ts'
import type { ProbeRequest } from '../probe-client.ts'
import { checkRejections, createUnknownInvoiceUrl, phrases, type RejectionCase } from '../rejections.ts'
import { buildUnsignedTransaction } from '../unsigned-transaction.ts'
import { checkTemplateFields } from './specification.ts'

const name = 'json-payment-protocol-1'
const source = 'JSON Payment Protocol v1'
const bitcore = 'BitPay, bitcore-wallet-client'
const headers = { accept: 'application/payment-request' }

/** The payment request for an invoice's only coin. */
export const jsonPaymentProtocol1: Protocol = {
  name,
  getProbeRequests: (url) => [{ coin: null, request: { method: 'GET', url, headers } }],

  getOfferedCoins({ response }) {
    const code = findCoinCode(parseJsonObject(response.text))
    return code === null ? [] : [code]
  },

  async check(run, [result]) {
    if (!result) return
    const code = findCoinCode(parseJsonObject(result.response.text))
    const url = checkRequest(run, result, code) ?? run.url
    const last = run.quotes.at(-1)
    const requestedOutput = last?.response === result.response ? last.outputs[0] : undefined
    await checkRejections(run, name, [
      {
        description: 'an unknown invoice',
        request: { method: 'GET', url: createUnknownInvoiceUrl(run.url), headers },
        format: 'any',
        statuses: [404],
        source: bitcore,
      },
      ...createInvalidPayments(url, code ?? 'BTC'),
      ...(requestedOutput ? createInvalidVerifications(url, code ?? 'BTC', requestedOutput) : []),
    ])
  },
}

const findCoinCode = ({ currency }: Readonly<Record<string, unknown>>): CoinCode | null =>
  typeof currency === 'string' ? (findCoin(currency)?.code ?? null) : null

function checkRequest(run: ConformanceRun, { response }: ProbeResult, code: CoinCode | null): URL | null {
  const checker = run.findings.createChecker(name, response)
  const template = checkJsonObject(checker, response, source)
  run.signatures.check(response, { required: true })
  if (!template) return null
  const currencyRule = { check: 'currency', expected: 'the code of a coin', source }
  if (!checker.check(code !== null, currencyRule, toJsonText(template.currency)) || code === null) return null
  const { outputs } = template
  const outputRule = {
    check: 'one output',
    expected: 'exactly one output',
    source: `${bitcore}: "Must have 1 output"`,
  }
  const count = Array.isArray(outputs) ? outputs.filter(isObject).length : 0
  checker.check(count <= 1, outputRule, `${count}`)
  return checkTemplateFields(run, checker, { template, code, response, source })
}

const post = (url: URL, type: string, body: object | string): ProbeRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': `application/${type}` },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

function createInvalidPayments(url: URL, code: string): readonly RejectionCase[] {
  const createCase = (description: string, phrase: string, request: ProbeRequest): RejectionCase => ({
    description,
    request,
    phrase,
    format: 'msg or text',
    source: bitcore,
  })
  const createPayment = (...transactions: readonly string[]) =>
    post(url, 'payment', { currency: code, transactions })
  return [
    createCase('a payment that is not JSON', phrases.payment, post(url, 'payment', '{')),
    createCase('a payment without transactions', phrases.count, createPayment()),
    createCase('a payment with two transactions', phrases.count, createPayment('00', '01')),
    createCase('a transaction that is not hex', phrases.hex, createPayment('zz')),
    createCase('a malformed transaction', phrases.transaction, createPayment('00')),
    createCase('a verification that is not JSON', phrases.payment, post(url, 'verify-payment', '{')),
    createCase('an unsupported Content-Type', phrases.contentType, post(url, 'x-payment', '{}')),
  ]
}

/** Unsigned transactions, submitted for verification only. They can't be payments. */
function createInvalidVerifications(
  url: URL,
  currency: string,
  output: CheckedOutput,
): readonly RejectionCase[] {
  const createCase = (description: string, phrase: string, unsignedTransaction: string): RejectionCase => ({
    description,
    request: post(url, 'verify-payment', { currency, unsignedTransaction, weightedSize: 250 }),
    format: 'msg or text',
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
