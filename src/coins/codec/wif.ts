import assert from 'node:assert/strict'
import type { ChainName, CoinFacts } from '../coin.ts'
import { decodeBase58Check, encodeBase58Check } from './base58.ts'
import { isSecretKey } from './bip32.ts'

/** Says that the public key is written in 33 bytes; keys without it are older than any wallet of today. */
const compressed = 1

/** A private key of 32 bytes in wallet import format. */
export function encodeWif(secretKey: Uint8Array, coin: Pick<CoinFacts, 'chains'>, chain: ChainName): string {
  assert(isSecretKey(secretKey), 'a private key is between zero and the order')
  return encodeBase58Check(coin.chains[chain].wif, secretKey, compressed)
}

/** The 32 bytes of a private key for that chain, of a compressed public key; null when the text is none. */
export function decodeWif(
  text: string,
  coin: Pick<CoinFacts, 'chains'>,
  chain: ChainName,
): Uint8Array | null {
  const bytes = decodeBase58Check(text)
  if (bytes?.length !== 34 || bytes[0] !== coin.chains[chain].wif || bytes[33] !== compressed) return null
  const secretKey = bytes.slice(1, 33)
  return isSecretKey(secretKey) ? secretKey : null
}
