import { type CoinCode, findCoin } from '../../coins/index.ts'
import { isObject, members } from '../../wallet/http.ts'
import type { ConformanceRun, Protocol } from '../conformance-run.ts'
import {
  checkFields,
  checkJsonObject,
  type FieldRule,
  feeRateField,
  isAmount,
  isPaymentUrl,
  isText,
  type Members,
  networkField,
  quoteFields,
} from '../fields.ts'
import { asJson, type ResponseChecker } from '../finding.ts'
import { type CheckedOutput, checkAddressOutputs } from '../outputs.ts'
import type { ProbeResponse } from '../probe-client.ts'
import { checkRejections } from '../refusals.ts'
import {
  getOptions,
  postOf,
  refusedPayments,
  refusedRequests,
  refusedUnsigned,
} from './json-payment-protocol-2-refusals.ts'
import { secondsOf } from './specification.ts'

const name = 'json-payment-protocol-2'
const source = 'JSON Payment Protocol v2'
const edge = `${source}; otherwise Edge rejects the whole response`

/** The options with all coins, the payment request for each, and the requests to reject. */
export const jsonPaymentProtocol2: Protocol = {
  name,
  getProbeRequests: (url) => [{ coin: null, request: { method: 'GET', url, headers: getOptions } }],
  offers: ({ reply }) => codesIn(members(reply.text).paymentOptions),

  async examine(walk, answered) {
    const [options] = answered
    if (!options) return
    const to = examineOptions(walk, options.reply) ?? walk.url
    const codes = codesIn(members(options.reply.text).paymentOptions)
    let chosen: { code: CoinCode; asked: CheckedOutput } | null = null
    for (const code of codes) {
      const [asked] = await examineChoice(walk, to, code)
      if (asked) chosen ??= { code, asked }
    }
    await checkRejections(walk, name, [
      ...refusedRequests(walk.url, to),
      ...refusedPayments(to, codes[0] ?? 'BTC'),
      ...(chosen ? refusedUnsigned(to, chosen.code, chosen.asked) : []),
    ])
  },
}

/** The supported coins among the options. */
const codesIn = (options: unknown): CoinCode[] => [
  ...new Set(
    (Array.isArray(options) ? options.filter(isObject) : []).flatMap(({ chain }) =>
      typeof chain === 'string' ? (findCoin(chain)?.code ?? []) : [],
    ),
  ),
]

function examineOptions(walk: ConformanceRun, reply: ProbeResponse): URL | null {
  const judge = walk.findings.judge(name, reply)
  const body = checkJsonObject(judge, reply, source)
  walk.signatures.hold(reply, { required: true })
  if (!body) return null
  checkFields(judge, body, quoteFields(walk, source))
  const { paymentOptions: options, paymentUrl } = body
  const list = Array.isArray(options) ? options.filter(isObject) : []
  const rule = { check: 'paymentOptions', expected: 'a non-empty array of objects', source }
  judge.check(
    Array.isArray(options) && list.length > 0 && list.length === options.length,
    rule,
    asJson(options),
  )
  for (const option of list) checkFields(judge, option, optionFields, 'paymentOptions.')
  checkOptionCoins(walk, judge, list)
  return isPaymentUrl(paymentUrl, walk.url) ? new URL(paymentUrl) : null
}

/** Edge's cleaners require every one of them. */
const optionFields: readonly FieldRule[] = [
  { name: 'chain', expected: 'the code of a coin', source: edge, fits: isText },
  { name: 'currency', expected: 'the code of a coin', source: edge, fits: isText },
  networkField(edge),
  {
    name: 'estimatedAmount',
    expected: 'a whole number of base units above zero',
    source: edge,
    fits: isAmount,
  },
  feeRateField(edge, 'chain'),
  {
    name: 'minerFee',
    expected: 'a number of base units, zero or more',
    source: edge,
    fits: (value) => typeof value === 'number' && value >= 0,
  },
  {
    name: 'decimals',
    expected: '8',
    source: `${edge}; with 0 it shows amounts 100 million times too high`,
    fits: (value, { chain }) =>
      typeof chain === 'string' && findCoin(chain) ? value === 8 : Number.isSafeInteger(value),
  },
  { name: 'selected', expected: 'true or false', source: edge, fits: (value) => typeof value === 'boolean' },
]

/** Checks that each coin appears once, and that all coins of other dialects are included. */
function checkOptionCoins(
  { offered }: ConformanceRun,
  judge: ResponseChecker,
  options: readonly Members[],
): void {
  const listed = options.map(({ chain, currency }) => `${chain}/${currency ?? chain}`)
  const once = { check: 'paymentOptions: once', expected: 'each coin only once', source }
  judge.check(new Set(listed).size === listed.length, once, listed.join(', '))
  const missing = [...offered].filter((code) => !codesIn(options).includes(code))
  const all = {
    check: 'paymentOptions: all',
    expected: `every coin that the invoice can be paid in: ${[...offered].join(', ')}`,
    source,
  }
  judge.check(missing.length === 0, all, `no ${missing.join(', no ')}`)
}

/** Checks the payment request for a coin. Returns its outputs if there were no errors. */
async function examineChoice(
  walk: ConformanceRun,
  url: URL,
  code: CoinCode,
): Promise<readonly CheckedOutput[]> {
  const reply = await walk.ask(postOf(url, 'application/payment-request', { chain: code, currency: code }))
  const judge = walk.findings.judge(name, reply)
  const there = { check: 'choice', expected: '200', source }
  if (!judge.check(reply.status === 200, there, reply.status)) return []
  walk.answered.push(reply)
  const body = checkJsonObject(judge, reply, source)
  walk.signatures.hold(reply, { required: true })
  if (!body) return []
  checkFields(
    judge,
    body,
    [...choiceFields(code), networkField(source), ...quoteFields(walk, source)],
    'choice.',
  )
  const { instructions, network, time } = body
  const [only, ...others] = Array.isArray(instructions) ? instructions.filter(isObject) : []
  const one = {
    check: 'choice.instructions',
    expected: 'an array of exactly one object: Edge accepts no more',
    source,
  }
  if (!judge.check(only !== undefined && others.length === 0, one, asJson(instructions)) || !only) return []
  checkFields(judge, { chain: code, ...only }, instructionFields, 'choice.instructions.')
  const coin = findCoin(code)
  const chain = network === 'main' || network === 'test' || network === 'regtest' ? network : null
  const place = 'choice.instructions.outputs'
  const outputs = coin ? checkAddressOutputs(judge, only.outputs, { coin, chain, place }) : []
  if (!judge.clean() || !chain) return []
  walk.quotes.push({ coin: code, time: secondsOf(time), network: chain, outputs, reply })
  return outputs
}

const choiceFields = (code: string): readonly FieldRule[] => [
  { name: 'chain', expected: code, source, fits: (value) => value === code },
  {
    name: 'currency',
    expected: `${code}, or absent`,
    source,
    fits: (value) => value === undefined || value === code,
  },
]

const instructionFields: readonly FieldRule[] = [
  { name: 'type', expected: 'transaction', source, fits: (value) => value === 'transaction' },
  feeRateField(edge, 'chain'),
]
