import { randomBytes } from 'node:crypto'
import { computeHmac } from '../kernel/hmac.ts'
import { buildKeyUri, encodeBase32 } from './totp.ts'

/** Recovery codes per account, each valid once, for users who have lost their authenticator. */
const recoveryCount = 10

const secretBytes = 20
/** 80 bits: sixteen letters to write down. */
const recoveryBytes = 10

export const generateFactorKey = (): string => randomBytes(16).toString('base64url')

/** Checks the format of `generateFactorKey`. */
export const isFactorKey = (text: string): boolean => /^[\w-]{22}$/.test(text)

/**
 * Second-factor secrets, derived from the server key and a key stored with the account, so that no table stores them.
 * @param serverKey at least 32 bytes
 */
export function createFactorSecrets(serverKey: Uint8Array) {
  const derive = (...parts: readonly (string | number)[]): Buffer =>
    computeHmac('sha256', serverKey, parts.join('|'))
  return { deriveSecret, deriveRecoveryCodes, describeSetup }

  function deriveSecret(accountId: number, key: string): Buffer {
    return derive('code', accountId, key).subarray(0, secretBytes)
  }

  /** In the form `abcd-efgh-ijkl-mnop`. */
  function deriveRecoveryCodes(accountId: number, key: string): string[] {
    return Array.from({ length: recoveryCount }, (_, index) => {
      const text = encodeBase32(derive('recovery', accountId, key, index).subarray(0, recoveryBytes))
      return (text.toLowerCase().match(/.{4}/g) ?? []).join('-')
    })
  }

  /** Setup data for the owner to enter into an authenticator and write down. */
  function describeSetup({ accountId, email }: { accountId: number; email: string }, key: string) {
    const secret = deriveSecret(accountId, key)
    return {
      key,
      secret: encodeBase32(secret),
      uri: buildKeyUri(secret, { issuer: 'Quittance', email }),
      recovery: deriveRecoveryCodes(accountId, key),
    }
  }
}

export type FactorSecrets = ReturnType<typeof createFactorSecrets>
export type FactorSetup = ReturnType<FactorSecrets['describeSetup']>
