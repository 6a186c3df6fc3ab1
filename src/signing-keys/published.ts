import { hash } from 'node:crypto'
import { iso } from '../kernel/clock.ts'
import type { SigningKey } from './key.ts'

/** What tells wallets which keys sign: its bytes change with the keys alone. */
export interface Published {
  /** JSON; as it goes out. */
  readonly text: string
  /** SHA-256 of the text, hex: names the page of its signatures. */
  readonly keyHash: string
}

/** @param listed newest first, at least one */
export function publish(listed: readonly SigningKey[], baseUrl: string): Published {
  const { hostname } = new URL(baseUrl)
  const text = JSON.stringify({
    owner: `Quittance at ${hostname}`,
    // Of the first that ends: who keeps the list asks again before one of them is gone.
    expirationDate: iso(Math.min(...listed.map(({ expiresAt }) => expiresAt))),
    validDomains: [hostname],
    publicKeys: listed.map(({ publicKey }) => publicKey),
  })
  return { text, keyHash: hash('sha256', text) }
}
