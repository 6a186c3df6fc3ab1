import { coins, findCoin } from '../../coins/index.ts'
import type { ConformanceRun, ProbeResult, Protocol } from '../conformance-run.ts'
import {
  checkFields,
  checkJsonObject,
  createFeeRateField,
  createNetworkField,
  createQuoteFields,
  type FieldRule,
  isNetwork,
  isPaymentUrl,
  type Members,
} from '../fields.ts'
import type { ResponseChecker } from '../finding.ts'
import { checkAddressOutputs } from '../outputs.ts'
import {
  checkRejections,
  createUnknownInvoiceUrl,
  type RejectionCase,
  unknownCoinCode,
} from '../rejections.ts'

const source = 'the Quittance specification: payment request template'
const errorSource = 'the Quittance specification: errors'
const accept = 'application/payment-request'

/** The template of one coin, selected with `x-currency`, and the payment as `{currency, transactions}`. */
export const quittanceProtocol: Protocol = {
  name: 'specification',
  requiresEveryCoin: true,

  getProbeRequests: (url) =>
    [...coins.keys()].map((coin) => ({
      coin,
      request: { method: 'GET', url, headers: { accept, 'x-currency': coin } },
    })),

  getOfferedCoins: ({ coin }) => (coin === null ? [] : [coin]),

  async check(run, results) {
    const urls = results.map((result) => checkTemplate(run, result))
    const [first] = results
    if (!first?.coin) return
    await checkCaseInsensitivity(run, first)
    const paymentUrl = urls[0] ?? null
    await checkRejections(run, 'specification', [
      ...createInvalidRequests(run.url, first.coin),
      ...(paymentUrl ? createInvalidPayments(paymentUrl, first.coin) : []),
    ])
  },
}

/** Checks one template and returns its payment URL, or null. */
function checkTemplate(run: ConformanceRun, { coin: code, response }: ProbeResult): URL | null {
  const checker = run.findings.createChecker('specification', response)
  const template = checkJsonObject(checker, response, source)
  run.signatures.check(response, { required: false })
  return template && code ? checkTemplateFields(run, checker, { template, code, response, source }) : null
}

/** Checks the fields that the Quittance specification and JSON Payment Protocol v1 have in common. */
export function checkTemplateFields(
  run: ConformanceRun,
  checker: ResponseChecker,
  {
    template,
    code,
    response,
    source: ruleSource,
  }: {
    template: Members
    code: NonNullable<ProbeResult['coin']>
    response: ProbeResult['response']
    source: string
  },
): URL | null {
  const { network, outputs, time, paymentUrl } = template
  const fields = [
    createNetworkField(ruleSource),
    ...createTemplateFields(code, ruleSource),
    ...createQuoteFields(run, ruleSource),
  ]
  const passed = checkFields(checker, template, fields)
  const chain = isNetwork(network) ? network : null
  const coin = findCoin(code)
  const requestedOutputs = coin ? checkAddressOutputs(checker, outputs, { coin, chain }) : []
  if (passed && checker.isClean() && chain)
    run.quotes.push({
      coin: code,
      time: parseSeconds(time),
      network: chain,
      outputs: requestedOutputs,
      response,
    })
  return isPaymentUrl(paymentUrl, run.url) ? new URL(paymentUrl) : null
}

export const parseSeconds = (time: unknown): number => Math.floor(Date.parse(String(time)) / 1_000)

const createTemplateFields = (code: string, ruleSource: string): readonly FieldRule[] => [
  { name: 'currency', expected: code, source: ruleSource, isValid: (value) => value === code },
  createFeeRateField(ruleSource, 'currency'),
  {
    name: 'requiredFeePerByte',
    expected: 'the same as requiredFeeRate, or absent',
    source: 'Paytaca and libcash read this name',
    isValid: (value, { requiredFeeRate }) => value === undefined || value === requiredFeeRate,
  },
]

/** Media types and coin codes are case-insensitive. An Accept header may list several types, with parameters. */
async function checkCaseInsensitivity(
  run: ConformanceRun,
  { coin, response: first }: ProbeResult,
): Promise<void> {
  const headers = {
    accept: 'Application/Payment-Request;q=0.9, application/json',
    'x-currency': (coin ?? '').toLowerCase(),
  }
  const response = await run.send({ method: 'GET', url: run.url, headers })
  run.findings.createChecker('specification', response).check(
    response.status === 200 && response.type === first.type,
    {
      check: 'case insensitivity',
      expected:
        'the template: media types and coin codes are case-insensitive, and Accept may list several types with parameters',
      source: 'RFC 9110 8.3.1 and 12.5.1',
    },
    `${response.status} ${response.type}`,
  )
}

const createInvalidRequests = (url: URL, coin: string): readonly RejectionCase[] => [
  {
    description: 'an unknown coin',
    request: { method: 'GET', url, headers: { accept, 'x-currency': unknownCoinCode } },
    format: 'error',
    source,
  },
  {
    description: 'an unknown invoice',
    request: { method: 'GET', url: createUnknownInvoiceUrl(url), headers: { accept, 'x-currency': coin } },
    format: 'error',
    statuses: [404],
    source: 'the Quittance specification: invoice lookup',
  },
]

function createInvalidPayments(url: URL, coin: string): readonly RejectionCase[] {
  const post = (description: string, body: string, type = 'application/json'): RejectionCase => ({
    description,
    request: { method: 'POST', url, headers: { 'content-type': type }, body },
    format: 'payment',
    source: errorSource,
  })
  const otherCoin = [...coins.keys()].find((code) => code !== coin)
  const formatBody = (currency: unknown, ...transactions: readonly string[]) =>
    JSON.stringify({ currency, transactions })
  return [
    {
      description: 'a wrong method at paymentUrl',
      request: { method: 'GET', url, headers: {} },
      format: 'payment',
      statuses: [405],
      source: 'RFC 9110 15.5.6',
    },
    post('a body that is not JSON', '{'),
    post('a payment without transactions', formatBody(coin)),
    post('a transaction that is not hex', formatBody(coin, 'zz')),
    post('a malformed transaction', formatBody(coin, '00')),
    post('a payment in the wrong coin', formatBody(otherCoin, '00')),
    {
      ...post('an unsupported Content-Type', formatBody(coin, '00'), 'application/x-payment'),
      statuses: [400, 415],
    },
  ]
}
