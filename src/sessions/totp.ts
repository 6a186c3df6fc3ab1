import { base32nopad } from '@scure/base'
import { type Instant, second } from '../kernel/clock.ts'
import { computeHmac } from '../kernel/hmac.ts'

/** RFC 6238 with parameters that every authenticator supports: HMAC-SHA-1, 30 s, six digits. */
const stepMs = 30 * second
const digits = 6

/** RFC 4226 §5.3. */
export function computeCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = computeHmac('sha1', secret, counter)
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

export const getStep = (now: Instant): number => Math.floor(now / stepMs)

/** The time step that the code belongs to: the current one or, for clock skew, one of its neighbours. Null if none matches. */
export function findStep(code: string, secret: Uint8Array, now: Instant): number | null {
  const steps = [-1, 0, 1].map((offset) => getStep(now) + offset)
  return steps.find((step) => computeCode(secret, step) === code) ?? null
}

export const encodeBase32 = (bytes: Uint8Array): string => base32nopad.encode(bytes)

/** The URI in the authenticator's QR code (Google Authenticator's Key URI Format). */
export const buildKeyUri = (
  secret: Uint8Array,
  { issuer, email }: { issuer: string; email: string },
): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?secret=${encodeBase32(secret)}&issuer=${encodeURIComponent(issuer)}`
