import { hash, randomBytes, randomFillSync } from 'node:crypto'
import type { Instant } from './clock.ts'

/** Crockford's base 32 in lower case: no letter that reads as another, and its order is that of the bytes. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** 48 bits of time, then 128 bits from the system's random source: unguessable, and sorted by creation. */
export function newUid(now: Instant): string {
  return firstUid(now) + randomLetters(26)
}

/** Random bytes are drawn in blocks: a call of the system for each uid takes ten times as long as all the rest of making it. */
const drawn = Buffer.alloc(4_096)
let used = drawn.length

/** Each holds five random bits. */
function randomLetters(count: number): string {
  if (used + count > drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  let letters = ''
  for (const end = used + count; used < end; used++) {
    letters += alphabet[(drawn[used] ?? 0) & 31]
    // Whoever reads our memory later finds none that was handed out.
    drawn[used] = 0
  }
  return letters
}

const uidForm = /^[0-9a-hjkmnp-tv-z]{36}$/

/** Could this be a uid of ours? Whatever else is asked for is simply not found. */
export const isUid = (text: string): boolean => uidForm.test(text)

/** The secret of an access token: 256 bits. */
export const newToken = (): string => `qt_${randomBytes(32).toString('base64url')}`

/** What a cookie or a link holds: 256 bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is stored of a secret of full entropy: its SHA-256, hex. */
export const digestOf = (secret: string): string => hash('sha256', secret)

/** Id of an event: by time, then by its place among those that happened with it, then 80 random bits. */
export const newEventId = (now: Instant, place: number): string =>
  `evt_${firstUid(now)}${alphabet[(place >> 5) & 31]}${alphabet[place & 31]}${randomLetters(16)}`

/** Id of a payment or a token: time-sorted like a uid, shorter: 48 bits of time and 80 random ones, as in ULID. */
export function newId(now: Instant): string {
  return firstUid(now) + randomLetters(16)
}

/** The smallest uid of that moment: bounds of time become bounds of uids. */
export function firstUid(at: Instant): string {
  let prefix = ''
  for (let place = 9; place >= 0; place--) prefix += alphabet[Math.floor(Math.max(0, at) / 32 ** place) % 32]
  return prefix
}
