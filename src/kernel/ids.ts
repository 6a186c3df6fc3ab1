import { hash, randomBytes, randomFillSync } from 'node:crypto'
import type { Instant } from './clock.ts'

/** Crockford's base 32 in lower case: no ambiguous characters, and it sorts like the bytes it encodes. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** 48 bits of time, then 128 bits from the system's random source: unguessable, and sorted by creation time. */
export function generateUid(now: Instant): string {
  return getMinUid(now) + generateCharacters(26)
}

/** Random bytes are read in blocks: a system call per uid takes ten times as long as the rest of creating it. */
const randomPool = Buffer.alloc(4_096)
let offset = randomPool.length

/** Each character holds five random bits. */
function generateCharacters(count: number): string {
  if (offset + count > randomPool.length) {
    randomFillSync(randomPool)
    offset = 0
  }
  let letters = ''
  for (const end = offset + count; offset < end; offset++) {
    letters += alphabet[(randomPool[offset] ?? 0) & 31]
    // Erase used bytes: a later leak of our memory reveals no issued secret.
    randomPool[offset] = 0
  }
  return letters
}

const uidPattern = /^[0-9a-hjkmnp-tv-z]{36}$/

/** Whether the text has the format of a uid. Callers respond with "not found" to anything else. */
export const isUid = (text: string): boolean => uidPattern.test(text)

/** The secret of an access token: 256 bits. */
export const generateToken = (): string => `qt_${randomBytes(32).toString('base64url')}`

/** A 256-bit secret for a cookie or a link. */
export const generateSecret = (): string => randomBytes(32).toString('base64url')

/** The stored form of a full-entropy secret: its SHA-256 in hex. */
export const hashSecret = (secret: string): string => hash('sha256', secret)

/** An event id: timestamp, then its position among the events of the same transition, then 80 random bits. */
export const generateEventId = (now: Instant, position: number): string =>
  `evt_${getMinUid(now)}${alphabet[(position >> 5) & 31]}${alphabet[position & 31]}${generateCharacters(16)}`

/** The id of a payment or a token: time-sorted like a uid but shorter, with 48 bits of time and 80 random bits, as in ULID. */
export function generateId(now: Instant): string {
  return getMinUid(now) + generateCharacters(16)
}

/** The smallest uid of that timestamp: turns time bounds into uid bounds. */
export function getMinUid(time: Instant): string {
  let prefix = ''
  for (let exponent = 9; exponent >= 0; exponent--)
    prefix += alphabet[Math.floor(Math.max(0, time) / 32 ** exponent) % 32]
  return prefix
}

/** The timestamp that a uid or an id starts with, after its prefix (`evt_…`). */
export const decodeIdTime = (id: string): Instant =>
  [...id.slice(id.indexOf('_') + 1).slice(0, 10)].reduce(
    (time, character) => time * 32 + alphabet.indexOf(character),
    0,
  )
