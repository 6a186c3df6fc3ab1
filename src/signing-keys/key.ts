import { encodeBase58Check } from '../coins/codec/base58.ts'
import { hash160, toUint8Array } from '../coins/codec/hash.ts'
import { getPublicKey, isSecretKey } from '../coins/codec/secp256k1.ts'
import { day, type Instant, second } from '../kernel/clock.ts'
import { toHex } from '../kernel/hex.ts'
import { computeHmac } from '../kernel/hmac.ts'

/** A key as stored in the database. The private key is derived from the id and the server key. */
export interface SigningKey {
  readonly id: string
  /** Compressed, hex. */
  readonly publicKey: string
  readonly createdAt: Instant
  /** The key is published until this time, even after another key replaced it. */
  readonly expiresAt: Instant
  /** When another key replaced it; null for the current key. */
  readonly retiredAt: Instant | null
}

export interface KeyPair {
  readonly secret: Uint8Array
  readonly publicKey: string
  /** Its name in `x-identity`: the public key in the form of a Bitcoin address. */
  readonly identity: string
}

export const lifetimeMs = 365 * day
/** A key is rotated this long before it expires. */
const rotateBeforeMs = 30 * day
/**
 * Every process publishes a new key before any of them signs with it: a wallet may fetch the list from one process and the request from
 * another.
 */
const leadMs = 3 * second

const addressVersion = 0x00

/** @param serverKey at least 32 bytes */
export function deriveKeyPair(serverKey: Uint8Array, id: string): KeyPair {
  const secret = deriveSecret(serverKey, id)
  const publicKey = getPublicKey(secret)
  return { secret, publicKey: toHex(publicKey), identity: encodePublicKey(publicKey) }
}

/** The public key's hash in Base58Check, like a Bitcoin mainnet address. */
export const encodePublicKey = (publicKey: Uint8Array): string =>
  encodeBase58Check(addressVersion, hash160(publicKey))

/** Derives a private key, a number from 1 to below the curve order. Nearly every hash qualifies; if not, the next counter is tried. */
function deriveSecret(serverKey: Uint8Array, id: string): Uint8Array {
  for (let counter = 0; ; counter++) {
    const secret = toUint8Array(computeHmac('sha256', serverKey, `signing-key|${id}|${counter}`))
    if (isSecretKey(secret)) return secret
  }
}

/** True shortly before the key expires, and after that. */
export const isRotationDue = ({ expiresAt }: SigningKey, now: Instant): boolean =>
  now >= expiresAt - rotateBeforeMs

/**
 * Picks the signing key from this process's own keys, which are sorted newest first: the newest one that every process has had time to
 * publish. If all are too new, the oldest.
 */
export const findSigningKey = <Key extends SigningKey>(
  ownKeys: readonly Key[],
  now: Instant,
): Key | undefined => ownKeys.find(({ createdAt }) => now >= createdAt + leadMs) ?? ownKeys.at(-1)
