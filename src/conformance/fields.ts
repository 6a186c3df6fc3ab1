import type { Coin } from '../coins/coin.ts'
import { findCoin } from '../coins/index.ts'
import { type Instant, minute } from '../kernel/clock.ts'
import { JsonInvalid, readJson } from '../kernel/json.ts'
import { isObject } from '../wallet/http.ts'
import { isTrustworthy } from '../wallet/payment-uri.ts'
import type { Reply } from './ask.ts'
import { asJson, type Judge, type Severity } from './finding.ts'

export type Members = Readonly<Record<string, unknown>>

/** A member that a wallet reads, and what it must be there. */
export interface Field {
  readonly name: string
  readonly expected: string
  readonly source: string
  readonly severity?: Severity
  readonly fits: (value: unknown, whole: Members) => boolean
}

/** Where clocks differ by less, nobody is wrong. */
const clockSkewMs = 5 * minute

/** Holds an object to its fields; `place` stands before their names: `paymentOptions[BTC].`. The fault of several is found once. */
export function holdFields(judge: Judge, whole: Members, fields: readonly Field[], place = ''): boolean {
  let right = true
  for (const { name, fits, ...rule } of fields) {
    const value = whole[name]
    if (!judge.hold(fits(value, whole), { check: `${place}${name}`, ...rule }, asJson(value))) right = false
  }
  return right
}

/** The object that an answer of JSON holds, or null. A media type with another charset, or JSON with a key twice, is no JSON. */
export function holdJson(judge: Judge, reply: Reply, source: string): Members | null {
  const { 'content-type': header } = reply.headers
  const isJson = /^application\/json(\s*;\s*charset="?utf-8"?)?$/i.test(header ?? '')
  judge.hold(isJson, { check: 'Content-Type', expected: 'application/json', source }, header)
  const value = parsedJson(reply.text)
  const rule = { check: 'body', expected: 'a JSON object, each of its names once', source }
  return judge.hold(isObject(value), rule, reply.text) && isObject(value) ? value : null
}

/** JSON, read strictly; undefined when it is none. */
export function parsedJson(text: string): unknown {
  try {
    return readJson(text).value
  } catch (error) {
    if (error instanceof JsonInvalid) return undefined
    throw error
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** A whole number of base units above zero. */
export const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

export const isTime = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(value) &&
  !Number.isNaN(Date.parse(value))

export const isNetwork = (value: unknown): value is 'main' | 'test' | 'regtest' =>
  value === 'main' || value === 'test' || value === 'regtest'

/** Base units per byte, above zero, and no more than any wallet of the coin would ever pay. */
export const isFeeRate = (value: unknown, coin: Pick<Coin, 'feeRate'> | undefined): value is number =>
  typeof value === 'number' &&
  value > 0 &&
  (coin === undefined || value * 1_000 <= Number(coin.feeRate.ceiling))

/** A wallet sends its payment to who asked for it, by a channel as safe. */
export function isPaymentUrl(value: unknown, url: URL): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const to = new URL(value)
  return isTrustworthy(to) && to.origin === url.origin
}

export const isPast = (from: number, now: Instant): boolean => from <= now + clockSkewMs

export interface Around {
  readonly url: URL
  readonly now: () => Instant
}

/** The members that every request of JSON Payment Protocol has. */
export const quoteFields = ({ url, now }: Around, source: string): readonly Field[] => [
  {
    name: 'time',
    expected: 'a moment that is not in the future, ISO 8601 in UTC',
    source,
    fits: (value) => isTime(value) && isPast(Date.parse(value), now()),
  },
  {
    name: 'expires',
    expected: 'a moment in the future and after time, ISO 8601 in UTC',
    source,
    fits: (value, { time }) =>
      isTime(value) && Date.parse(value) > now() && !(isTime(time) && Date.parse(value) <= Date.parse(time)),
  },
  {
    name: 'memo',
    expected: 'a string that is not empty',
    source: `${source}; wallets show it, and Edge refuses null`,
    fits: isText,
  },
  {
    name: 'paymentUrl',
    expected: `an https URL of ${url.host}`,
    source: `${source}; a wallet pays who asked`,
    fits: (value) => isPaymentUrl(value, url),
  },
  { name: 'paymentId', expected: 'a string that is not empty', source, fits: isText },
]

export const networkField = (source: string): Field => ({
  name: 'network',
  expected: 'main, test or regtest',
  source,
  fits: isNetwork,
})

/** The rate of the coin that `member` names beside it. */
export const feeRateField = (source: string, member: string): Field => ({
  name: 'requiredFeeRate',
  expected: 'a number of base units per byte, above zero and not absurd',
  source,
  fits: (value, { [member]: code }) =>
    isFeeRate(value, typeof code === 'string' ? findCoin(code) : undefined),
})
