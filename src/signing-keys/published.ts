import { hash } from 'node:crypto'
import { iso } from '../kernel/clock.ts'
import type { SigningKey } from './key.ts'

/** The key list that wallets fetch. Its bytes change only when the keys do. */
export interface Published {
  /** JSON, exactly as served. */
  readonly text: string
  /** SHA-256 of the text in hex, which names the URL of its signatures. */
  readonly keyHash: string
}

/** @param listed newest first, at least one */
export function publish(listed: readonly SigningKey[], baseUrl: string): Published {
  const { hostname } = new URL(baseUrl)
  const text = JSON.stringify({
    owner: `Quittance at ${hostname}`,
    // When the first key expires, so that wallets refresh the list before any key is gone.
    expirationDate: iso(Math.min(...listed.map(({ expiresAt }) => expiresAt))),
    validDomains: [hostname],
    publicKeys: listed.map(({ publicKey }) => publicKey),
  })
  return { text, keyHash: hash('sha256', text) }
}
