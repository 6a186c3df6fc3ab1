import { hash } from 'node:crypto'
import { toIsoString } from '../kernel/clock.ts'
import type { SigningKey } from './key.ts'

/** The key list that wallets fetch. Its bytes change only when the keys do. */
export interface KeyList {
  /** JSON, exactly as served. */
  readonly text: string
  /** SHA-256 of the text in hex, which names the URL of its signatures. */
  readonly keyHash: string
}

/** @param keys newest first, at least one */
export function buildKeyList(keys: readonly SigningKey[], baseUrl: string): KeyList {
  const { hostname } = new URL(baseUrl)
  const text = JSON.stringify({
    owner: `Quittance at ${hostname}`,
    // The time when the first key expires, so that wallets refresh the list in time.
    expirationDate: toIsoString(Math.min(...keys.map(({ expiresAt }) => expiresAt))),
    validDomains: [hostname],
    publicKeys: keys.map(({ publicKey }) => publicKey),
  })
  return { text, keyHash: hash('sha256', text) }
}
