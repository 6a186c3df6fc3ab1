import { ApiError } from '../kernel/api-error.ts'
import type { Instant } from '../kernel/clock.ts'

/** A WebAuthn credential that signs in to an account. It verifies its user, so it replaces both the password and the code. */
export interface Passkey {
  readonly id: string
  readonly accountId: number
  /** The id that the authenticator chose, in base64url. */
  readonly credentialId: string
  /** The COSE key, in base64url. */
  readonly publicKey: string
  /** The user id that the authenticator stores with it, in base64url. */
  readonly userHandle: string
  /** The number of signatures, as the authenticator counts them. Always 0 for passkeys that are synchronised between devices. */
  readonly signCount: number
  /** How browsers may reach the authenticator. */
  readonly transports: readonly string[]
  readonly name: string
  readonly createdAt: Instant
  readonly lastUsedAt: Instant | null
}

export interface PasskeyStore {
  /** False if a passkey with that credential id exists, for any account. */
  insert(passkey: Passkey): Promise<boolean>
  find(accountId: number, id: string): Promise<Passkey | null>
  findByCredentialId(credentialId: string): Promise<Passkey | null>
  /** Oldest first. */
  listByAccount(accountId: number): Promise<Passkey[]>
  /** False if the passkey was removed or used in the meantime. */
  recordUse(id: string, use: { previousCount: number; newCount: number; at: Instant }): Promise<boolean>
  /** False if the account has no such passkey. */
  rename(accountId: number, id: string, name: string): Promise<boolean>
  /** False if the account has no such passkey. */
  delete(accountId: number, id: string): Promise<boolean>
}

/** More than the devices and password managers that anyone has. */
export const maxPasskeys = 10

export const maxPasskeyNameLength = 100

/** @throws {ApiError} `passkey_name_invalid` */
export function parsePasskeyName(text: string): string {
  const name = text.trim()
  if (name === '' || [...name].length > maxPasskeyNameLength || /[\p{Cc}\p{Cs}]/u.test(name))
    throw new ApiError(
      'passkey_name_invalid',
      `The passkey name must have 1 to ${maxPasskeyNameLength} characters.`,
    )
  return name
}

/** Describes a passkey in the options for a browser. */
export const describeCredential = ({ credentialId, transports }: Passkey) => ({
  type: 'public-key',
  id: credentialId,
  ...(transports.length > 0 && { transports }),
})
