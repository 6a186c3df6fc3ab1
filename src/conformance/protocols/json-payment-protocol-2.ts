import { type CoinCode, findCoin } from '../../coins/index.ts'
import { isObject, members } from '../../wallet/http.ts'
import type { Reply } from '../ask.ts'
import {
  type Field,
  feeRateField,
  holdFields,
  holdJson,
  isAmount,
  isPaymentUrl,
  isText,
  type Members,
  networkField,
  quoteFields,
} from '../fields.ts'
import { asJson, type Judge } from '../finding.ts'
import { type Asked, holdOutputs } from '../outputs.ts'
import { holdRefusals } from '../refusals.ts'
import type { Protocol, Walk } from '../walk.ts'
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
const edge = `${source}; Edge refuses a whole answer for it`

/** The coins to choose from, the request of each, and what is refused. */
export const jsonPaymentProtocol2: Protocol = {
  name,
  questions: (url) => [{ coin: null, question: { method: 'GET', url, headers: getOptions } }],
  offers: ({ reply }) => codesIn(members(reply.text).paymentOptions),

  async examine(walk, answered) {
    const [options] = answered
    if (!options) return
    const to = examineOptions(walk, options.reply) ?? walk.url
    const codes = codesIn(members(options.reply.text).paymentOptions)
    let chosen: { code: CoinCode; asked: Asked } | null = null
    for (const code of codes) {
      const [asked] = await examineChoice(walk, to, code)
      if (asked) chosen ??= { code, asked }
    }
    await holdRefusals(walk, name, [
      ...refusedRequests(walk.url, to),
      ...refusedPayments(to, codes[0] ?? 'BTC'),
      ...(chosen ? refusedUnsigned(to, chosen.code, chosen.asked) : []),
    ])
  },
}

/** The coins of ours among the options. */
const codesIn = (options: unknown): CoinCode[] => [
  ...new Set(
    (Array.isArray(options) ? options.filter(isObject) : []).flatMap(({ chain }) =>
      typeof chain === 'string' ? (findCoin(chain)?.code ?? []) : [],
    ),
  ),
]

function examineOptions(walk: Walk, reply: Reply): URL | null {
  const judge = walk.findings.judge(name, reply)
  const body = holdJson(judge, reply, source)
  walk.signatures.hold(reply, { required: true })
  if (!body) return null
  holdFields(judge, body, quoteFields(walk, source))
  const { paymentOptions: options, paymentUrl } = body
  const list = Array.isArray(options) ? options.filter(isObject) : []
  const rule = { check: 'paymentOptions', expected: 'an array of one object or more', source }
  judge.hold(
    Array.isArray(options) && list.length > 0 && list.length === options.length,
    rule,
    asJson(options),
  )
  for (const option of list) holdFields(judge, option, optionFields, 'paymentOptions.')
  holdCoins(walk, judge, list)
  return isPaymentUrl(paymentUrl, walk.url) ? new URL(paymentUrl) : null
}

/** Edge's cleaners ask for every one of them. */
const optionFields: readonly Field[] = [
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
    source: `${edge}; with 0 it shows a hundred million times too much`,
    fits: (value, { chain }) =>
      typeof chain === 'string' && findCoin(chain) ? value === 8 : Number.isSafeInteger(value),
  },
  { name: 'selected', expected: 'true or false', source: edge, fits: (value) => typeof value === 'boolean' },
]

/** Each coin once, and all that other dialects offer. */
function holdCoins({ offered }: Walk, judge: Judge, options: readonly Members[]): void {
  const listed = options.map(({ chain, currency }) => `${chain}/${currency ?? chain}`)
  const once = { check: 'paymentOptions: once', expected: 'each coin once', source }
  judge.hold(new Set(listed).size === listed.length, once, listed.join(', '))
  const missing = [...offered].filter((code) => !codesIn(options).includes(code))
  const all = {
    check: 'paymentOptions: all',
    expected: `every coin that the invoice can be paid in: ${[...offered].join(', ')}`,
    source,
  }
  judge.hold(missing.length === 0, all, `no ${missing.join(', no ')}`)
}

/** What the choice of a coin asks for, when nothing is wrong with it. */
async function examineChoice(walk: Walk, url: URL, code: CoinCode): Promise<readonly Asked[]> {
  const reply = await walk.ask(postOf(url, 'application/payment-request', { chain: code, currency: code }))
  const judge = walk.findings.judge(name, reply)
  const there = { check: 'choice', expected: '200', source }
  if (!judge.hold(reply.status === 200, there, reply.status)) return []
  walk.answered.push(reply)
  const body = holdJson(judge, reply, source)
  walk.signatures.hold(reply, { required: true })
  if (!body) return []
  holdFields(
    judge,
    body,
    [...choiceFields(code), networkField(source), ...quoteFields(walk, source)],
    'choice.',
  )
  const { instructions, network, time } = body
  const [only, ...others] = Array.isArray(instructions) ? instructions.filter(isObject) : []
  const one = { check: 'choice.instructions', expected: 'an array of one object: Edge takes no more', source }
  if (!judge.hold(only !== undefined && others.length === 0, one, asJson(instructions)) || !only) return []
  holdFields(judge, { chain: code, ...only }, instructionFields, 'choice.instructions.')
  const coin = findCoin(code)
  const chain = network === 'main' || network === 'test' || network === 'regtest' ? network : null
  const place = 'choice.instructions.outputs'
  const outputs = coin ? holdOutputs(judge, only.outputs, { coin, chain, place }) : []
  if (!judge.clean() || !chain) return []
  walk.seen.push({ coin: code, time: secondsOf(time), network: chain, outputs, reply })
  return outputs
}

const choiceFields = (code: string): readonly Field[] => [
  { name: 'chain', expected: code, source, fits: (value) => value === code },
  {
    name: 'currency',
    expected: `${code}, or nothing`,
    source,
    fits: (value) => value === undefined || value === code,
  },
]

const instructionFields: readonly Field[] = [
  { name: 'type', expected: 'transaction', source, fits: (value) => value === 'transaction' },
  feeRateField(edge, 'chain'),
]
