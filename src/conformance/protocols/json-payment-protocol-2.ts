import { type CoinCode, findCoin } from '../../coins/index.ts'
import { isObject, parseJsonObject } from '../../wallet/http.ts'
import type { ConformanceRun, Protocol } from '../conformance-run.ts'
import {
  checkFields,
  checkJsonObject,
  createFeeRateField,
  createNetworkField,
  createQuoteFields,
  type FieldRule,
  isAmount,
  isNetwork,
  isPaymentUrl,
  isText,
  type Members,
} from '../fields.ts'
import { type ResponseChecker, toJsonText } from '../finding.ts'
import { type CheckedOutput, checkAddressOutputs } from '../outputs.ts'
import type { ProbeResponse } from '../probe-client.ts'
import { checkRejections } from '../rejections.ts'
import {
  createInvalidPayments,
  createInvalidRequests,
  createInvalidVerifications,
  createPostRequest,
  optionsHeaders,
} from './json-payment-protocol-2-rejections.ts'
import { parseSeconds } from './specification.ts'

const name = 'json-payment-protocol-2'
const source = 'JSON Payment Protocol v2'
const edge = `${source}; otherwise Edge rejects the whole response`

/** The options with all coins, the payment request for each, and the requests to reject. */
export const jsonPaymentProtocol2: Protocol = {
  name,
  getProbeRequests: (url) => [{ coin: null, request: { method: 'GET', url, headers: optionsHeaders } }],
  getOfferedCoins: ({ response }) => findCoinCodes(parseJsonObject(response.text).paymentOptions),

  async check(run, results) {
    const [options] = results
    if (!options) return
    const paymentUrl = checkOptions(run, options.response) ?? run.url
    const codes = findCoinCodes(parseJsonObject(options.response.text).paymentOptions)
    let selection: { code: CoinCode; output: CheckedOutput } | null = null
    for (const code of codes) {
      const [output] = await checkSelection(run, paymentUrl, code)
      if (output) selection ??= { code, output }
    }
    await checkRejections(run, name, [
      ...createInvalidRequests(run.url, paymentUrl),
      ...createInvalidPayments(paymentUrl, codes[0] ?? 'BTC'),
      ...(selection ? createInvalidVerifications(paymentUrl, selection.code, selection.output) : []),
    ])
  },
}

/** The supported coins among the options. */
const findCoinCodes = (options: unknown): CoinCode[] => [
  ...new Set(
    (Array.isArray(options) ? options.filter(isObject) : []).flatMap(({ chain }) =>
      typeof chain === 'string' ? (findCoin(chain)?.code ?? []) : [],
    ),
  ),
]

function checkOptions(run: ConformanceRun, response: ProbeResponse): URL | null {
  const checker = run.findings.createChecker(name, response)
  const body = checkJsonObject(checker, response, source)
  run.signatures.check(response, { required: true })
  if (!body) return null
  checkFields(checker, body, createQuoteFields(run, source))
  const { paymentOptions: options, paymentUrl } = body
  const list = Array.isArray(options) ? options.filter(isObject) : []
  const rule = { check: 'paymentOptions', expected: 'a non-empty array of objects', source }
  checker.check(
    Array.isArray(options) && list.length > 0 && list.length === options.length,
    rule,
    toJsonText(options),
  )
  for (const option of list) checkFields(checker, option, optionFields, 'paymentOptions.')
  checkOptionCoins(run, checker, list)
  return isPaymentUrl(paymentUrl, run.url) ? new URL(paymentUrl) : null
}

/** Edge's parsers ("cleaners") require every one of them. */
const optionFields: readonly FieldRule[] = [
  { name: 'chain', expected: 'the code of a coin', source: edge, isValid: isText },
  { name: 'currency', expected: 'the code of a coin', source: edge, isValid: isText },
  createNetworkField(edge),
  {
    name: 'estimatedAmount',
    expected: 'a whole number of base units above zero',
    source: edge,
    isValid: isAmount,
  },
  createFeeRateField(edge, 'chain'),
  {
    name: 'minerFee',
    expected: 'a number of base units, zero or more',
    source: edge,
    isValid: (value) => typeof value === 'number' && value >= 0,
  },
  {
    name: 'decimals',
    expected: '8',
    source: `${edge}; with 0 it shows amounts 100 million times too high`,
    isValid: (value, { chain }) =>
      typeof chain === 'string' && findCoin(chain) ? value === 8 : Number.isSafeInteger(value),
  },
  {
    name: 'selected',
    expected: 'true or false',
    source: edge,
    isValid: (value) => typeof value === 'boolean',
  },
]

/** Checks that each coin appears once, and that all coins of other dialects are included. */
function checkOptionCoins(
  { offered }: ConformanceRun,
  checker: ResponseChecker,
  options: readonly Members[],
): void {
  const listedOptions = options.map(({ chain, currency }) => `${chain}/${currency ?? chain}`)
  const uniqueRule = { check: 'paymentOptions: once', expected: 'each coin only once', source }
  checker.check(new Set(listedOptions).size === listedOptions.length, uniqueRule, listedOptions.join(', '))
  const missingCoins = [...offered].filter((code) => !findCoinCodes(options).includes(code))
  const allRule = {
    check: 'paymentOptions: all',
    expected: `every coin that the invoice can be paid in: ${[...offered].join(', ')}`,
    source,
  }
  checker.check(missingCoins.length === 0, allRule, `no ${missingCoins.join(', no ')}`)
}

/** Checks the payment request for a coin. Returns its outputs if there were no errors. */
async function checkSelection(
  run: ConformanceRun,
  url: URL,
  code: CoinCode,
): Promise<readonly CheckedOutput[]> {
  const response = await run.send(
    createPostRequest(url, 'application/payment-request', { chain: code, currency: code }),
  )
  const checker = run.findings.createChecker(name, response)
  const statusRule = { check: 'choice', expected: '200', source }
  if (!checker.check(response.status === 200, statusRule, response.status)) return []
  run.responses.push(response)
  const body = checkJsonObject(checker, response, source)
  run.signatures.check(response, { required: true })
  if (!body) return []
  checkFields(
    checker,
    body,
    [...createChoiceFields(code), createNetworkField(source), ...createQuoteFields(run, source)],
    'choice.',
  )
  const { instructions, network, time } = body
  const [instruction, ...others] = Array.isArray(instructions) ? instructions.filter(isObject) : []
  const instructionRule = {
    check: 'choice.instructions',
    expected: 'an array of exactly one object: Edge accepts no more',
    source,
  }
  if (
    !checker.check(
      instruction !== undefined && others.length === 0,
      instructionRule,
      toJsonText(instructions),
    ) ||
    !instruction
  )
    return []
  checkFields(checker, { chain: code, ...instruction }, instructionFields, 'choice.instructions.')
  const coin = findCoin(code)
  const chain = isNetwork(network) ? network : null
  const path = 'choice.instructions.outputs'
  const outputs = coin ? checkAddressOutputs(checker, instruction.outputs, { coin, chain, path }) : []
  if (!checker.isClean() || !chain) return []
  run.quotes.push({ coin: code, time: parseSeconds(time), network: chain, outputs, response })
  return outputs
}

const createChoiceFields = (code: string): readonly FieldRule[] => [
  { name: 'chain', expected: code, source, isValid: (value) => value === code },
  {
    name: 'currency',
    expected: `${code}, or absent`,
    source,
    isValid: (value) => value === undefined || value === code,
  },
]

const instructionFields: readonly FieldRule[] = [
  { name: 'type', expected: 'transaction', source, isValid: (value) => value === 'transaction' },
  createFeeRateField(edge, 'chain'),
]
