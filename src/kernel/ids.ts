import { createHash, randomBytes } from 'node:crypto'
import type { Instant } from './clock.ts'

/** Crockford's base 32 in lower case: no letter that reads as another, and its order is that of the bytes. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** 48 bits of time, then 128 bits from the system's random source: unguessable, and sorted by creation. */
export function newUid(now: Instant): string {
  let uid = firstUid(now)
  for (const byte of randomBytes(26)) uid += alphabet[byte & 31]
  return uid
}

const uidForm = /^[0-9a-hjkmnp-tv-z]{36}$/

/** Could this be a uid of ours? Whatever else is asked for is simply not found. */
export const isUid = (text: string): boolean => uidForm.test(text)

/** The secret of an access token: 256 bits. */
export const newToken = (): string => `qt_${randomBytes(32).toString('base64url')}`

/** What is stored of a secret of full entropy: its SHA-256, hex. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Id of an event: by time, then by its place among those that happened with it, then 80 random bits. */
export const newEventId = (now: Instant, place: number): string =>
  `evt_${firstUid(now)}${alphabet[(place >> 5) & 31]}${alphabet[place & 31]}${newId(now).slice(10)}`

/** Id of a payment or a token: time-sorted like a uid, shorter: 48 bits of time and 80 random ones, as in ULID. */
export function newId(now: Instant): string {
  return newUid(now).slice(0, 26)
}

/** The smallest uid of that moment: bounds of time become bounds of uids. */
export function firstUid(at: Instant): string {
  let prefix = ''
  for (let place = 9; place >= 0; place--) prefix += alphabet[Math.floor(Math.max(0, at) / 32 ** place) % 32]
  return prefix
}
