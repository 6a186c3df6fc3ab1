import { hash, randomBytes, randomFillSync } from 'node:crypto'
import type { Instant } from './clock.ts'

/** Crockford's base 32 in lower case: no ambiguous characters, and it sorts like the bytes it encodes. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** 48 bits of time, then 128 bits from the system's random source: unguessable, and sorted by creation time. */
export function newUid(now: Instant): string {
  return firstUid(now) + randomLetters(26)
}

/** Random bytes are drawn in blocks: one system call per uid takes ten times as long as everything else in creating it. */
const drawn = Buffer.alloc(4_096)
let used = drawn.length

/** Each character holds five random bits. */
function randomLetters(count: number): string {
  if (used + count > drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  let letters = ''
  for (const end = used + count; used < end; used++) {
    letters += alphabet[(drawn[used] ?? 0) & 31]
    // Erase used bytes: a later leak of our memory reveals no issued secret.
    drawn[used] = 0
  }
  return letters
}

const uidForm = /^[0-9a-hjkmnp-tv-z]{36}$/

/** Checks the form of a uid. Anything else can be answered with "not found". */
export const isUid = (text: string): boolean => uidForm.test(text)

/** The secret of an access token: 256 bits. */
export const newToken = (): string => `qt_${randomBytes(32).toString('base64url')}`

/** A 256-bit secret for a cookie or a link. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The stored form of a full-entropy secret: its SHA-256 in hex. */
export const digestOf = (secret: string): string => hash('sha256', secret)

/** An event id: timestamp, then its position among the events of the same transition, then 80 random bits. */
export const newEventId = (now: Instant, place: number): string =>
  `evt_${firstUid(now)}${alphabet[(place >> 5) & 31]}${alphabet[place & 31]}${randomLetters(16)}`

/** The id of a payment or a token: time-sorted like a uid but shorter, with 48 bits of time and 80 random bits, as in ULID. */
export function newId(now: Instant): string {
  return firstUid(now) + randomLetters(16)
}

/** The smallest uid of that timestamp: turns time bounds into uid bounds. */
export function firstUid(at: Instant): string {
  let prefix = ''
  for (let place = 9; place >= 0; place--) prefix += alphabet[Math.floor(Math.max(0, at) / 32 ** place) % 32]
  return prefix
}

/** The timestamp that a uid or an id starts with, after its prefix (`evt_…`). */
export const timeOfId = (id: string): Instant =>
  [...id.slice(id.indexOf('_') + 1).slice(0, 10)].reduce(
    (at, letter) => at * 32 + alphabet.indexOf(letter),
    0,
  )
