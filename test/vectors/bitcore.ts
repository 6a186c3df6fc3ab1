import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The part of BitPay's libraries, which have no types, that tests ask: another implementation of Bitcoin, Litecoin, Dogecoin. */
export interface Bitcore {
  readonly Transaction: {
    new (hex: string): { readonly id: string; toString(): string }
    readonly Sighash: {
      /** Digest, in reversed order. */
      sighash(transaction: object, hashType: number, index: number, subscript: object): Buffer
    }
  }
  readonly Script: { new (bytes: Buffer): object }
  readonly Address: {
    fromString(address: string): { readonly hashBuffer: Buffer; readonly type: string }
    fromPublicKeyHash(hash: Buffer, network: string): { toString(): string }
    fromScriptHash(hash: Buffer, network: string): { toString(): string }
  }
  readonly HDPrivateKey: {
    fromSeed(seed: string, network: string): BitcoreKey
  }
}

interface BitcoreKey {
  deriveChild(path: string): BitcoreKey
  readonly xpubkey: string
  readonly publicKey: { toAddress(network: string): { toString(): string } }
  readonly privateKey: { toWIF(): string }
}

// Each of them refuses to be loaded twice in a process: this file is the one place.
export const bitcoin: Bitcore = require('bitcore-lib')
export const litecoin: Bitcore = require('bitcore-lib-ltc')
export const dogecoin: Bitcore = require('bitcore-lib-doge')
