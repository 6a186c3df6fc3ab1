import { ApiError } from '../kernel/api-error.ts'
import { parseRawNumbers } from '../kernel/exact-json.ts'
import { formatDecimal, parseDecimal } from '../kernel/money.ts'
import { requireStorable } from './storable.ts'

/** The merchant's JSON object. `JSON.stringify` writes it with the digits that were sent: its numbers may be `JSON.rawJSON`. */
export type Metadata = Readonly<Record<string, unknown>>

/** Webhook receivers accept 64 KiB, and a webhook contains more than this. */
const maxMetadataBytes = 32 * 1024
/** A cart of a hundred items with nine fields each. 32 KiB of single digits would be 16 000 values, and each costs microseconds. */
const maxMetadataValues = 1_000

/** Reads stored metadata. */
export function parseMetadata(text: string): Metadata {
  // Takes 0.4 ms for 32 KiB of small numbers. `JSON.rawJSON` for each takes 11 ms, and metadata is parsed for every event.
  const metadata: Metadata = JSON.parse(text)
  return JSON.stringify(metadata) === text ? metadata : (parseRawNumbers(text) as Metadata)
}

/** The text to store. */
export const writeMetadata = (metadata: Metadata): string => JSON.stringify(metadata)

/**
 * Reads the metadata of a request from its text. `undefined` means none.
 * @throws {ApiError} `body_invalid` if it is too large, or contains text that cannot be stored
 */
export function readMetadata(text: string | undefined): Metadata | null {
  if (text === undefined) return null
  // Counted first, because keeping the digits of each number takes most of the time. The object itself is not counted.
  if (!hasFewValues(JSON.parse(text), maxMetadataValues + 1)) throw createTooLargeError()
  const metadata = parseRawNumbers(text) as Metadata
  if (Buffer.byteLength(writeMetadata(metadata)) > maxMetadataBytes) throw createTooLargeError()
  for (const string of listStrings(metadata)) requireStorable(string)
  return metadata
}

const createTooLargeError = () =>
  new ApiError(
    'body_invalid',
    `metadata is too large: send at most ${maxMetadataBytes} bytes of JSON with at most ${maxMetadataValues} values.`,
  )

/** Whether a JSON value consists of at most `limit` values. Stops counting above it. */
export function hasFewValues(value: unknown, limit: number): boolean {
  const pending = [value]
  for (let count = 0; pending.length > 0; count++) {
    if (count + pending.length > limit) return false
    const next = pending.pop()
    if (typeof next === 'object' && next !== null) for (const each of Object.values(next)) pending.push(each)
  }
  return true
}

/** Normalises the numbers, so that equal values compare as equal. */
export function normaliseMetadata(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normaliseMetadata)
  if (isContainer(value))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, normaliseMetadata(member)]))
  const number = JSON.isRawJSON(value) ? parseDecimal(JSON.stringify(value)) : null
  return number ? JSON.rawJSON(formatDecimal(number)) : value
}

/** Every key and every string, at any depth. */
function* listStrings(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  if (!isContainer(value)) return
  for (const [key, member] of Object.entries(value)) {
    yield key
    yield* listStrings(member)
  }
}

/** The text of every string and number in it, for the search. */
export function* listMetadataTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'number' || JSON.isRawJSON(value)) yield JSON.stringify(value)
  else if (isContainer(value)) for (const member of Object.values(value)) yield* listMetadataTexts(member)
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !JSON.isRawJSON(value)
