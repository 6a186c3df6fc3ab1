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
import { checkRejections, createUnknownInvoiceUrl, type RejectionCase, unknownCoinCode } from '../refusals.ts'

const source = 'the specification of this service: payment request template'
const payments = 'the specification of this service: errors'
const accept = 'application/payment-request'

/** The template of one coin, selected with `x-currency`, and the payment as `{currency, transactions}`. */
export const specification: Protocol = {
  name: 'specification',
  everyCoin: true,

  getProbeRequests: (url) =>
    [...coins.keys()].map((coin) => ({
      coin,
      request: { method: 'GET', url, headers: { accept, 'x-currency': coin } },
    })),

  offers: ({ coin }) => (coin === null ? [] : [coin]),

  async examine(walk, answered) {
    const urls = answered.map((heard) => examineTemplate(walk, heard))
    const [first] = answered
    if (!first?.coin) return
    await checkCaseInsensitivity(walk, first)
    const paymentUrl = urls[0] ?? null
    await checkRejections(walk, 'specification', [
      ...refusedRequests(walk.url, first.coin),
      ...(paymentUrl ? refusedPayments(paymentUrl, first.coin) : []),
    ])
  },
}

/** Checks one template and returns its payment URL, or null. */
function examineTemplate(walk: ConformanceRun, { coin: code, reply }: ProbeResult): URL | null {
  const judge = walk.findings.judge('specification', reply)
  const template = checkJsonObject(judge, reply, source)
  walk.signatures.hold(reply, { required: false })
  return template && code ? readTemplate(walk, judge, { template, code, reply, source }) : null
}

/** Checks the fields that the specification and JSON Payment Protocol v1 have in common. */
export function readTemplate(
  walk: ConformanceRun,
  judge: ResponseChecker,
  {
    template,
    code,
    reply,
    source: says,
  }: {
    template: Members
    code: NonNullable<ProbeResult['coin']>
    reply: ProbeResult['reply']
    source: string
  },
): URL | null {
  const { network, outputs, time, paymentUrl } = template
  const fields = [networkField(says), ...templateFields(code, says), ...quoteFields(walk, says)]
  const right = checkFields(judge, template, fields)
  const chain = network === 'main' || network === 'test' || network === 'regtest' ? network : null
  const coin = findCoin(code)
  const asked = coin ? checkAddressOutputs(judge, outputs, { coin, chain }) : []
  if (right && judge.clean() && chain)
    walk.quotes.push({ coin: code, time: secondsOf(time), network: chain, outputs: asked, reply })
  return isPaymentUrl(paymentUrl, walk.url) ? new URL(paymentUrl) : null
}

export const secondsOf = (time: unknown): number => Math.floor(Date.parse(String(time)) / 1_000)

const templateFields = (code: string, says: string): readonly FieldRule[] => [
  { name: 'currency', expected: code, source: says, fits: (value) => value === code },
  feeRateField(says, 'currency'),
  {
    name: 'requiredFeePerByte',
    expected: 'the same as requiredFeeRate, or absent',
    source: 'Paytaca and libcash read this name',
    fits: (value, { requiredFeeRate }) => value === undefined || value === requiredFeeRate,
  },
]

/** Media types and coin codes are case-insensitive. An Accept header may list several types, with parameters. */
async function checkCaseInsensitivity(
  walk: ConformanceRun,
  { coin, reply: first }: ProbeResult,
): Promise<void> {
  const headers = {
    accept: 'Application/Payment-Request;q=0.9, application/json',
    'x-currency': (coin ?? '').toLowerCase(),
  }
  const reply = await walk.ask({ method: 'GET', url: walk.url, headers })
  walk.findings.judge('specification', reply).check(
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

const refusedRequests = (url: URL, coin: string): readonly RejectionCase[] => [
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

function refusedPayments(url: URL, coin: string): readonly RejectionCase[] {
  const post = (of: string, body: string, type = 'application/json'): RejectionCase => ({
    description: of,
    request: { method: 'POST', url, headers: { 'content-type': type }, body },
    shape: 'payment',
    source: payments,
  })
  const other = [...coins.keys()].find((each) => each !== coin)
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
    post('a payment in another coin', body(other, '00')),
    { ...post('another Content-Type', body(coin, '00'), 'application/x-payment'), statuses: [400, 415] },
  ]
}
