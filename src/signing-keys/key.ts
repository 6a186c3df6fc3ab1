import { createHmac } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { encodeBase58Check } from '../coins/codec/base58.ts'
import { hash160, plain } from '../coins/codec/hash.ts'
import { day, type Instant, second } from '../kernel/clock.ts'

/** What the database knows of a key: the private half follows from the id and the server's key. */
export interface SigningKey {
  readonly id: string
  /** Compressed, hex. */
  readonly publicKey: string
  readonly createdAt: Instant
  /** Until then it is listed, whether it signs or not. */
  readonly expiresAt: Instant
  /** When another took its place; null for the one that signs. */
  readonly retiredAt: Instant | null
}

export interface KeyPair {
  readonly secret: Uint8Array
  readonly publicKey: string
  /** By which `x-identity` names it: the public key in the form of a Bitcoin address. */
  readonly identity: string
}

export const lifeMs = 365 * day
/** So long before its end a key gets a successor. */
export const succeedMs = 30 * day
/** Every process lists a new key before the first of them signs with it: a wallet may ask another for the list than for the request. */
export const leadMs = 3 * second

const addressVersion = 0x00

/** @param serverKey at least 32 bytes */
export function keyPairOf(serverKey: Uint8Array, id: string): KeyPair {
  const secret = secretOf(serverKey, id)
  const publicKey = secp256k1.getPublicKey(secret)
  return { secret, publicKey: Buffer.from(publicKey).toString('hex'), identity: identityOf(publicKey) }
}

/** The base58 text of a public key's hash, as of an address on Bitcoin's main chain. */
export const identityOf = (publicKey: Uint8Array): string =>
  encodeBase58Check(addressVersion, hash160(publicKey))

/** A number from 1 to below the order of the curve: nearly every hash is one, and the next is tried when it is not. */
function secretOf(serverKey: Uint8Array, id: string): Uint8Array {
  for (let counter = 0; ; counter++) {
    const secret = plain(createHmac('sha256', serverKey).update(`signing-key|${id}|${counter}`).digest())
    if (secp256k1.utils.isValidSecretKey(secret)) return secret
  }
}

/** Is it time for a successor? Also when the key is gone already. */
export const isEnding = ({ expiresAt }: SigningKey, now: Instant): boolean => now >= expiresAt - succeedMs

/**
 * The key to sign with, among those that this process can sign with, newest first: the newest that had the time to be listed everywhere.
 * Of several new ones the oldest.
 */
export const signingAt = <Key extends SigningKey>(own: readonly Key[], now: Instant): Key | undefined =>
  own.find(({ createdAt }) => now >= createdAt + leadMs) ?? own.at(-1)
