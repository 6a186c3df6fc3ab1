import { randomBytes, timingSafeEqual } from 'node:crypto'
import { type Clock, type Instant, minute } from '../kernel/clock.ts'
import { computeHmac } from '../kernel/hmac.ts'
import { hashSecret } from '../kernel/ids.ts'

/** Long enough to fetch a security key from another room. */
export const challengeLifetimeMs = 5 * minute

/** Milliseconds since 1970 in 48 bits. */
const expiryBytes = 6
const randomLength = 16
const macBytes = 32

/** A challenge that was answered: only its digest is stored. */
export interface AnsweredChallenge {
  readonly digest: string
  readonly expiresAt: Instant
}

/**
 * Challenges for passkeys: each contains its expiry and is authenticated, so that visitors can request any number of them and nothing is
 * stored. An answered one is stored until it expires, so that it can't be used again.
 * @param serverKey at least 32 bytes
 */
export function createPasskeyChallenges(serverKey: Uint8Array, clock: Clock) {
  const key = computeHmac('sha256', serverKey, 'passkey challenge')
  return { issue, createReader }

  /** @param purpose what the challenge is for, and for whom: it is valid for nothing else */
  function issue(purpose: string): string {
    const content = Buffer.alloc(expiryBytes + randomLength)
    content.writeUIntBE(clock.now() + challengeLifetimeMs, 0, expiryBytes)
    randomBytes(randomLength).copy(content, expiryBytes)
    return Buffer.concat([content, sign(content, purpose)]).toString('base64url')
  }

  /** Recognises a challenge for this purpose in an answer, and keeps it until the rest of the answer is verified. */
  function createReader(purpose: string) {
    let answered: AnsweredChallenge | null = null
    return { checkChallenge, getAnswered }

    function checkChallenge(challenge: string): boolean {
      const expiresAt = findExpiry(challenge, purpose)
      if (expiresAt !== null) answered = { digest: hashSecret(challenge), expiresAt }
      return expiresAt !== null
    }

    function getAnswered(): AnsweredChallenge {
      if (!answered) throw new Error('an answer was accepted without its challenge')
      return answered
    }
  }

  /** When the challenge expires; null if we didn't issue it for this purpose or if it has expired. */
  function findExpiry(challenge: string, purpose: string): Instant | null {
    const bytes = Buffer.from(challenge, 'base64url')
    // Only the canonical base64url is valid: otherwise an answer could be replayed with its challenge encoded differently.
    if (bytes.length !== expiryBytes + randomLength + macBytes || bytes.toString('base64url') !== challenge)
      return null
    const content = bytes.subarray(0, -macBytes)
    if (!timingSafeEqual(bytes.subarray(-macBytes), sign(content, purpose))) return null
    const expiresAt = content.readUIntBE(0, expiryBytes)
    return clock.now() < expiresAt ? expiresAt : null
  }

  function sign(content: Uint8Array, purpose: string): Buffer {
    return computeHmac('sha256', key, content, purpose)
  }
}

export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>
