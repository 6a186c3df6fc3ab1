import { createHmac, randomBytes } from 'node:crypto'
import { base32, keyUri } from './totp.ts'

/** So many, each good once, for who has lost the authenticator. */
export const recoveryCount = 10

const secretBytes = 20
/** 80 bits: sixteen letters to write down. */
const recoveryBytes = 10

export const newFactorKey = (): string => randomBytes(16).toString('base64url')

/** Could this be one of `newFactorKey`'s? */
export const isFactorKey = (text: string): boolean => /^[\w-]{22}$/.test(text)

/**
 * The secrets behind codes. They follow from the server's key and one that is kept with the account, so that no table holds one.
 * @param serverKey at least 32 bytes
 */
export function factorSecrets(serverKey: Uint8Array) {
  const derived = (...parts: readonly (string | number)[]): Buffer =>
    createHmac('sha256', serverKey).update(parts.join('|')).digest()
  return { secretOf, recoveryCodes, shown }

  function secretOf(accountId: number, key: string): Buffer {
    return derived('code', accountId, key).subarray(0, secretBytes)
  }

  /** As they are written down: `abcd-efgh-ijkl-mnop`. */
  function recoveryCodes(accountId: number, key: string): string[] {
    return Array.from({ length: recoveryCount }, (_, place) => {
      const text = base32(derived('recovery', accountId, key, place).subarray(0, recoveryBytes))
      return (text.toLowerCase().match(/.{4}/g) ?? []).join('-')
    })
  }

  /** What the owner puts into an authenticator, and writes down. */
  function shown({ accountId, email }: { accountId: number; email: string }, key: string) {
    const secret = secretOf(accountId, key)
    return {
      key,
      secret: base32(secret),
      uri: keyUri(secret, { issuer: 'Quittance', email }),
      recovery: recoveryCodes(accountId, key),
    }
  }
}

export type FactorSecrets = ReturnType<typeof factorSecrets>
export type ShownFactor = ReturnType<FactorSecrets['shown']>
