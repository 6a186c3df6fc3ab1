import type { ChainName, Coin } from '../coins/coin.ts'
import { findCoin } from '../coins/index.ts'
import { type Instant, minute } from '../kernel/clock.ts'
import { JsonError, readJson } from '../kernel/json.ts'
import { isObject } from '../wallet/http.ts'
import { isSecureUrl } from '../wallet/payment-uri.ts'
import { type ResponseChecker, type Severity, toJsonText } from './finding.ts'
import type { ProbeResponse } from './probe-client.ts'

export type Members = Readonly<Record<string, unknown>>

/** A member that wallets read, and the rule for its value. */
export interface FieldRule {
  readonly name: string
  readonly expected: string
  readonly source: string
  readonly severity?: Severity
  readonly isValid: (value: unknown, object: Members) => boolean
}

/** Clocks may differ by this much without either being wrong. */
const clockSkewMs = 5 * minute

/**
 * Checks the fields of an object. `prefix` comes before their names: `paymentOptions[BTC].`. The same error in several objects is
 * reported once.
 */
export function checkFields(
  checker: ResponseChecker,
  object: Members,
  fields: readonly FieldRule[],
  prefix = '',
): boolean {
  let areAllValid = true
  for (const { name, isValid, ...rule } of fields) {
    const value = object[name]
    if (!checker.check(isValid(value, object), { check: `${prefix}${name}`, ...rule }, toJsonText(value)))
      areAllValid = false
  }
  return areAllValid
}

/** The object in a JSON response, or null. Any charset except UTF-8 and any duplicate key is an error. */
export function checkJsonObject(
  checker: ResponseChecker,
  response: ProbeResponse,
  source: string,
): Members | null {
  const { 'content-type': header } = response.headers
  const isJson = /^application\/json(\s*;\s*charset="?utf-8"?)?$/i.test(header ?? '')
  checker.check(isJson, { check: 'Content-Type', expected: 'application/json', source }, header)
  const value = parseJsonStrictly(response.text)
  const rule = { check: 'body', expected: 'a JSON object without duplicate keys', source }
  return checker.check(isObject(value), rule, response.text) && isObject(value) ? value : null
}

/** Strictly parsed JSON; undefined if it is invalid. */
export function parseJsonStrictly(text: string): unknown {
  try {
    return readJson(text).value
  } catch (error) {
    if (error instanceof JsonError) return undefined
    throw error
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** A positive integer of base units. */
export const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

export const isTime = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(value) &&
  !Number.isNaN(Date.parse(value))

export const isNetwork = (value: unknown): value is ChainName =>
  value === 'main' || value === 'test' || value === 'regtest'

/** Base units per byte: positive, and no higher than any wallet of the coin would pay. */
export const isFeeRate = (value: unknown, coin: Pick<Coin, 'feeRate'> | undefined): value is number =>
  typeof value === 'number' &&
  value > 0 &&
  (coin === undefined || value * 1_000 <= Number(coin.feeRate.ceiling))

/** Wallets submit a payment only to the origin that requested it, over a channel that is just as secure. */
export function isPaymentUrl(value: unknown, url: URL): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const target = new URL(value)
  return isSecureUrl(target) && target.origin === url.origin
}

export const isPast = (timestamp: number, now: Instant): boolean => timestamp <= now + clockSkewMs

interface QuoteFieldContext {
  readonly url: URL
  readonly now: () => Instant
}

/** The members of every JSON Payment Protocol request. */
export const createQuoteFields = ({ url, now }: QuoteFieldContext, source: string): readonly FieldRule[] => [
  {
    name: 'time',
    expected: 'a time that is not in the future, ISO 8601 in UTC',
    source,
    isValid: (value) => isTime(value) && isPast(Date.parse(value), now()),
  },
  {
    name: 'expires',
    expected: 'a time in the future and after time, ISO 8601 in UTC',
    source,
    isValid: (value, { time }) =>
      isTime(value) && Date.parse(value) > now() && !(isTime(time) && Date.parse(value) <= Date.parse(time)),
  },
  {
    name: 'memo',
    expected: 'a non-empty string',
    source: `${source}; wallets show it, and Edge rejects null`,
    isValid: isText,
  },
  {
    name: 'paymentUrl',
    expected: `an https URL on ${url.host}`,
    source: `${source}; wallets pay only the host that requested the payment`,
    isValid: (value) => isPaymentUrl(value, url),
  },
  { name: 'paymentId', expected: 'a non-empty string', source, isValid: isText },
]

export const createNetworkField = (source: string): FieldRule => ({
  name: 'network',
  expected: 'main, test or regtest',
  source,
  isValid: isNetwork,
})

/** The fee rate of the coin named in `member`. */
export const createFeeRateField = (source: string, member: string): FieldRule => ({
  name: 'requiredFeeRate',
  expected: 'a number of base units per byte, above zero and plausible',
  source,
  isValid: (value, { [member]: code }) =>
    isFeeRate(value, typeof code === 'string' ? findCoin(code) : undefined),
})
