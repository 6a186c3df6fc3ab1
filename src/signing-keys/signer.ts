import { hash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { boundedMap } from '../kernel/bounded-map.ts'
import type { KeyPair } from './key.ts'

/** What a wallet checks an answer by: headers of JSON Payment Protocol, to be sent with exactly the body that was signed. */
export interface SignatureHeaders {
  /** `SHA-256=` and the hash of the body, hex. */
  readonly digest: string
  readonly 'x-identity': string
  readonly 'x-signature-type': 'ecc'
  /** r and s, 32 bytes each, hex. */
  readonly signature: string
  readonly 'x-signature': string
}

export interface Signer {
  /** The same body has the same signature, here and in every other process, until the key changes. A text is signed as UTF-8. */
  sign(body: Uint8Array | string): SignatureHeaders
}

/** So many bodies are remembered: a request is fetched several times over, and each signature takes 0.4 ms. Some 4 MB. */
const mostRemembered = 10_000

/** Signs with one key. */
export function signerOf({ secret, identity }: Pick<KeyPair, 'secret' | 'identity'>): Signer {
  const signatures = boundedMap<string, string>(mostRemembered)
  return {
    sign(body) {
      const digest = hash('sha256', body)
      const known = signatures.get(digest)
      const signature = known ?? signatureOf(digest)
      if (known === undefined) signatures.set(digest, signature)
      return {
        digest: `SHA-256=${digest}`,
        'x-identity': identity,
        'x-signature-type': 'ecc',
        signature,
        'x-signature': signature,
      }
    },
  }

  /** By RFC 6979 no random number goes in; wallets take the lower of the two possible s alone. */
  function signatureOf(digest: string): string {
    const options = { prehash: false, lowS: true, format: 'compact' } as const
    return Buffer.from(secp256k1.sign(Buffer.from(digest, 'hex'), secret, options)).toString('hex')
  }
}
