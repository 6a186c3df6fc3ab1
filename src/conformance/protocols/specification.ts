import { coins, findCoin } from '../../coins/index.ts'
import {
  type Field,
  feeRateField,
  holdFields,
  holdJson,
  isPaymentUrl,
  type Members,
  networkField,
  quoteFields,
} from '../fields.ts'
import type { Judge } from '../finding.ts'
import { holdOutputs } from '../outputs.ts'
import { holdRefusals, noCoin, type Refusal, unknownInvoice } from '../refusals.ts'
import type { Heard, Protocol, Walk } from '../walk.ts'

const source = 'the specification of this service: payment request template'
const payments = 'the specification of this service: errors'
const accept = 'application/payment-request'

/** The template of one coin by `x-currency`, and the payment as `{currency, transactions}`. */
export const specification: Protocol = {
  name: 'specification',
  everyCoin: true,

  questions: (url) =>
    [...coins.keys()].map((coin) => ({
      coin,
      question: { method: 'GET', url, headers: { accept, 'x-currency': coin } },
    })),

  offers: ({ coin }) => (coin === null ? [] : [coin]),

  async examine(walk, answered) {
    const urls = answered.map((heard) => examineTemplate(walk, heard))
    const [first] = answered
    if (!first?.coin) return
    await holdSpelling(walk, first)
    const paymentUrl = urls[0] ?? null
    await holdRefusals(walk, 'specification', [
      ...refusedRequests(walk.url, first.coin),
      ...(paymentUrl ? refusedPayments(paymentUrl, first.coin) : []),
    ])
  },
}

/** Checks one template; where its payment goes, or null. */
function examineTemplate(walk: Walk, { coin: code, reply }: Heard): URL | null {
  const judge = walk.findings.judge('specification', reply)
  const template = holdJson(judge, reply, source)
  walk.signatures.hold(reply, { required: false })
  return template && code ? readTemplate(walk, judge, { template, code, reply, source }) : null
}

/** What the specification and JSON Payment Protocol v1 have in common. */
export function readTemplate(
  walk: Walk,
  judge: Judge,
  {
    template,
    code,
    reply,
    source: says,
  }: {
    template: Members
    code: NonNullable<Heard['coin']>
    reply: Heard['reply']
    source: string
  },
): URL | null {
  const { network, outputs, time, paymentUrl } = template
  const fields = [networkField(says), ...templateFields(code, says), ...quoteFields(walk, says)]
  const right = holdFields(judge, template, fields)
  const chain = network === 'main' || network === 'test' || network === 'regtest' ? network : null
  const coin = findCoin(code)
  const asked = coin ? holdOutputs(judge, outputs, { coin, chain }) : []
  if (right && judge.clean() && chain)
    walk.seen.push({ coin: code, time: secondsOf(time), network: chain, outputs: asked, reply })
  return isPaymentUrl(paymentUrl, walk.url) ? new URL(paymentUrl) : null
}

export const secondsOf = (time: unknown): number => Math.floor(Date.parse(String(time)) / 1_000)

const templateFields = (code: string, says: string): readonly Field[] => [
  { name: 'currency', expected: code, source: says, fits: (value) => value === code },
  feeRateField(says, 'currency'),
  {
    name: 'requiredFeePerByte',
    expected: 'the same as requiredFeeRate, or nothing',
    source: 'Paytaca and libcash read this name',
    fits: (value, { requiredFeeRate }) => value === undefined || value === requiredFeeRate,
  },
]

/** Media types and coin codes are compared without case; an Accept may list several, with parameters. */
async function holdSpelling(walk: Walk, { coin, reply: first }: Heard): Promise<void> {
  const headers = {
    accept: 'Application/Payment-Request;q=0.9, application/json',
    'x-currency': (coin ?? '').toLowerCase(),
  }
  const reply = await walk.ask({ method: 'GET', url: walk.url, headers })
  walk.findings.judge('specification', reply).hold(
    reply.status === 200 && reply.type === first.type,
    {
      check: 'spelling',
      expected:
        'the template: media types and coin codes are compared without case, in lists and with parameters',
      source: 'RFC 9110 8.3.1 and 12.5.1',
    },
    `${reply.status} ${reply.type}`,
  )
}

const refusedRequests = (url: URL, coin: string): readonly Refusal[] => [
  {
    of: 'an unknown coin',
    question: { method: 'GET', url, headers: { accept, 'x-currency': noCoin } },
    shape: 'error',
    source,
  },
  {
    of: 'an unknown invoice',
    question: { method: 'GET', url: unknownInvoice(url), headers: { accept, 'x-currency': coin } },
    shape: 'error',
    statuses: [404],
    source: 'the specification of this service: invoice lookup',
  },
]

function refusedPayments(url: URL, coin: string): readonly Refusal[] {
  const post = (of: string, body: string, type = 'application/json'): Refusal => ({
    of,
    question: { method: 'POST', url, headers: { 'content-type': type }, body },
    shape: 'payment',
    source: payments,
  })
  const other = [...coins.keys()].find((each) => each !== coin)
  const body = (currency: unknown, ...transactions: readonly string[]) =>
    JSON.stringify({ currency, transactions })
  return [
    {
      of: 'another method at paymentUrl',
      question: { method: 'GET', url, headers: {} },
      shape: 'payment',
      statuses: [405],
      source: 'RFC 9110 15.5.6',
    },
    post('a body that is no JSON', '{'),
    post('a payment without transactions', body(coin)),
    post('a transaction that is no hex', body(coin, 'zz')),
    post('a transaction that cannot be read', body(coin, '00')),
    post('a payment in another coin', body(other, '00')),
    { ...post('another Content-Type', body(coin, '00'), 'application/x-payment'), statuses: [400, 415] },
  ]
}
