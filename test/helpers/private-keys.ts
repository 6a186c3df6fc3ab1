import assert from 'node:assert/strict'
import { encodeBase58Check } from '../../src/coins/codec/base58.ts'
import { createPrivateNode, decodeExtendedKey, type PrivateNode } from '../../src/coins/codec/bip32.ts'
import { isSecretKey } from '../../src/coins/codec/secp256k1.ts'
import type { ChainName, CoinParams } from '../../src/coins/coin.ts'

type KeyParams = Pick<CoinParams, 'chains'>

/** Encodes a 32-byte private key with a compressed public key in wallet import format. */
export function encodeWif(secretKey: Uint8Array, coin: KeyParams, chain: ChainName): string {
  assert(isSecretKey(secretKey), 'a private key must be between zero and the curve order')
  return encodeBase58Check(coin.chains[chain].wif, secretKey, 1)
}

/** Parses an extended private key of a coin and chain. */
export function parseExtendedPrivateKey(text: string, coin: KeyParams, chain: ChainName): PrivateNode {
  const key = decodeExtendedKey(text)
  assert(key && coin.chains[chain].extendedKeys.some((candidate) => candidate.private === key.version))
  return createPrivateNode({ ...key, key: key.key.slice(1) })
}
