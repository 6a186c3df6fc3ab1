import { hash160 } from '../coins/codec/hash.ts'
import { createP2pkhScript, createP2wpkhScript } from '../coins/codec/script.ts'
import { generateSecretKey, getPublicKey, isSecretKey } from '../coins/codec/secp256k1.ts'
import { decodeWif } from '../coins/codec/wif.ts'
import type { ChainName, Coin } from '../coins/coin.ts'
import { fromHex } from '../kernel/hex.ts'
import { PayError } from './pay-error.ts'

/** A key pair: 32 secret bytes, and the compressed public key of 33 bytes. */
export interface Key {
  readonly secret: Uint8Array
  readonly publicKey: Uint8Array
}

const scriptBuilders = { p2pkh: createP2pkhScript, p2wpkh: createP2wpkhScript }

/** The script types that pay a single key. */
export type ScriptType = keyof typeof scriptBuilders

/** A key from the system's random source. */
export function generateKey(): Key {
  return createKey(generateSecretKey())
}

/** The key pair of 32 secret bytes. */
export function createKey(secret: Uint8Array): Key {
  return { secret, publicKey: getPublicKey(secret) }
}

/**
 * Parses a private key: wallet import format of that coin and chain, or 64 hex digits. It is never echoed.
 * @throws {PayError} `option_invalid`
 */
export function parseKey(text: string, coin: Coin, network: ChainName): Key {
  const key = text.trim()
  const isHex = /^[0-9a-f]{64}$/i.test(key)
  const secret = isHex ? fromHex(key) : decodeWif(key, coin, network)
  if (secret && isSecretKey(secret)) return createKey(secret)
  throw new PayError(
    'option_invalid',
    `Invalid private key: use 64 hex digits, or the wallet import format of ${coin.name} on the ${network} network.`,
  )
}

/** The script type of the addresses that the coin's wallets use by default. */
export function getDefaultScriptType({ signatures }: Pick<Coin, 'signatures'>): ScriptType {
  return signatures === 'segwit' ? 'p2wpkh' : 'p2pkh'
}

/** The script of that type that pays the key. */
export function createOutputScript({ publicKey }: Key, type: ScriptType): Uint8Array {
  return scriptBuilders[type](hash160(publicKey))
}

/** Whether the key alone can spend this output. */
export function canSpend({ signatures }: Pick<Coin, 'signatures'>, key: Key, script: Uint8Array): boolean {
  const types: readonly ScriptType[] = signatures === 'segwit' ? ['p2pkh', 'p2wpkh'] : ['p2pkh']
  return types.some((type) => Buffer.compare(createOutputScript(key, type), script) === 0)
}
