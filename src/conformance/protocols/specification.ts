import { coins, findCoin } from '../../coins/index.ts'
import type { ConformanceRun, ProbeResult, Protocol } from '../conformance-run.ts'
import {
  checkFields,
  checkJsonObject,
  type FieldRule,
  feeRateField,
  isPaymentUrl,
  type Members,
  networkField,
  quoteFields,
} from '../fields.ts'
import type { ResponseChecker } from '../finding.ts'
import { checkAddressOutputs } from '../outputs.ts'
import {
  checkRejections,
  createUnknownInvoiceUrl,
  type RejectionCase,
  unknownCoinCode,
} from '../rejections.ts'

const source = 'the specification of this service: payment request template'
const payments = 'the specification of this service: errors'
const accept = 'application/payment-request'

/** The template of one coin, selected with `x-currency`, and the payment as `{currency, transactions}`. */
export const specification: Protocol = {
  name: 'specification',
  requiresEveryCoin: true,

  getProbeRequests: (url) =>
    [...coins.keys()].map((coin) => ({
      coin,
      request: { method: 'GET', url, headers: { accept, 'x-currency': coin } },
    })),

  getOfferedCoins: ({ coin }) => (coin === null ? [] : [coin]),

  async check(run, answered) {
    const urls = answered.map((result) => checkTemplate(run, result))
    const [first] = answered
    if (!first?.coin) return
    await checkCaseInsensitivity(run, first)
    const paymentUrl = urls[0] ?? null
    await checkRejections(run, 'specification', [
      ...invalidRequests(run.url, first.coin),
      ...(paymentUrl ? invalidPayments(paymentUrl, first.coin) : []),
    ])
  },
}

/** Checks one template and returns its payment URL, or null. */
function checkTemplate(run: ConformanceRun, { coin: code, reply }: ProbeResult): URL | null {
  const checker = run.findings.createChecker('specification', reply)
  const template = checkJsonObject(checker, reply, source)
  run.signatures.check(reply, { required: false })
  return template && code ? readTemplate(run, checker, { template, code, reply, source }) : null
}

/** Checks the fields that the specification and JSON Payment Protocol v1 have in common. */
export function readTemplate(
  run: ConformanceRun,
  checker: ResponseChecker,
  {
    template,
    code,
    reply,
    source: ruleSource,
  }: {
    template: Members
    code: NonNullable<ProbeResult['coin']>
    reply: ProbeResult['reply']
    source: string
  },
): URL | null {
  const { network, outputs, time, paymentUrl } = template
  const fields = [
    networkField(ruleSource),
    ...templateFields(code, ruleSource),
    ...quoteFields(run, ruleSource),
  ]
  const passed = checkFields(checker, template, fields)
  const chain = network === 'main' || network === 'test' || network === 'regtest' ? network : null
  const coin = findCoin(code)
  const requestedOutputs = coin ? checkAddressOutputs(checker, outputs, { coin, chain }) : []
  if (passed && checker.isClean() && chain)
    run.quotes.push({
      coin: code,
      time: parseSeconds(time),
      network: chain,
      outputs: requestedOutputs,
      reply,
    })
  return isPaymentUrl(paymentUrl, run.url) ? new URL(paymentUrl) : null
}

export const parseSeconds = (time: unknown): number => Math.floor(Date.parse(String(time)) / 1_000)

const templateFields = (code: string, ruleSource: string): readonly FieldRule[] => [
  { name: 'currency', expected: code, source: ruleSource, isValid: (value) => value === code },
  feeRateField(ruleSource, 'currency'),
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
  { coin, reply: first }: ProbeResult,
): Promise<void> {
  const headers = {
    accept: 'Application/Payment-Request;q=0.9, application/json',
    'x-currency': (coin ?? '').toLowerCase(),
  }
  const reply = await run.send({ method: 'GET', url: run.url, headers })
  run.findings.createChecker('specification', reply).check(
    reply.status === 200 && reply.type === first.type,
    {
      check: 'spelling',
      expected:
        'the template: media types and coin codes are case-insensitive, and may come in lists and with parameters',
      source: 'RFC 9110 8.3.1 and 12.5.1',
    },
    `${reply.status} ${reply.type}`,
  )
}

const invalidRequests = (url: URL, coin: string): readonly RejectionCase[] => [
  {
    description: 'an unknown coin',
    request: { method: 'GET', url, headers: { accept, 'x-currency': unknownCoinCode } },
    shape: 'error',
    source,
  },
  {
    description: 'an unknown invoice',
    request: { method: 'GET', url: createUnknownInvoiceUrl(url), headers: { accept, 'x-currency': coin } },
    shape: 'error',
    statuses: [404],
    source: 'the specification of this service: invoice lookup',
  },
]

function invalidPayments(url: URL, coin: string): readonly RejectionCase[] {
  const post = (description: string, body: string, type = 'application/json'): RejectionCase => ({
    description,
    request: { method: 'POST', url, headers: { 'content-type': type }, body },
    shape: 'payment',
    source: payments,
  })
  const otherCoin = [...coins.keys()].find((each) => each !== coin)
  const body = (currency: unknown, ...transactions: readonly string[]) =>
    JSON.stringify({ currency, transactions })
  return [
    {
      description: 'another method at paymentUrl',
      request: { method: 'GET', url, headers: {} },
      shape: 'payment',
      statuses: [405],
      source: 'RFC 9110 15.5.6',
    },
    post('a body that is not JSON', '{'),
    post('a payment without transactions', body(coin)),
    post('a transaction that is not hex', body(coin, 'zz')),
    post('a malformed transaction', body(coin, '00')),
    post('a payment in another coin', body(otherCoin, '00')),
    { ...post('another Content-Type', body(coin, '00'), 'application/x-payment'), statuses: [400, 415] },
  ]
}
