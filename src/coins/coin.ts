import type { BaseUnits } from '../kernel/money.ts'
import type { Steps } from '../kernel/steps.ts'

/** The chain of a coin that the service uses. */
export type ChainName = 'main' | 'test' | 'regtest'

/** The parameters of one coin. Differences between coins are data here; the code that reads it is in `codec/`. */
export interface CoinParams {
  /** The coin's code in the specification: `BTC`. */
  readonly code: string
  /** Display name: `Bitcoin`. */
  readonly name: string
  /** URI scheme of payment options, without the colon: `bitcoin`. */
  readonly scheme: string
  /** The word in BIP70 media types (`application/<word>-paymentrequest`). */
  readonly mediaTypeName: string
  /** SLIP-44 coin type on the main chain. */
  readonly slip44: number
  /** SVG markup, drawn for this product. */
  readonly icon: string
  /** Bounds of the required fee rate, in base units per 1 000 bytes (virtual bytes where the coin has segwit). */
  readonly feeRate: { readonly floor: bigint; readonly ceiling: bigint }
  /** The largest serialised transaction in a payment, in bytes (virtual bytes where the coin has segwit). */
  readonly maxTransactionBytes: number
  /** Confirmations after which a payment is `confirmed`, unless a setting overrides it. */
  readonly confirmations: number
  /**
   * The unconfirmed transactions that count as replaceable: all (BTC, Core's default since 28), those that signal it (BIP125), or none. Based
   * on the behaviour of some of the coin's nodes, even if it is not their default (LTC).
   */
  readonly replacement: 'full' | 'signalled' | 'none'
  /**
   * How the network evaluates a fee. With `package`, a child may pay for its unconfirmed parents. With `individual`, peers don't relay a
   * transaction whose own fee is too low, and require the dust limit on top for each output below it (Dogecoin 1.14,
   * `GetDogecoinMinRelayFee`).
   */
  readonly feeEvaluation: 'package' | 'individual'
  /** Confirmations that a block reward needs before it can be spent (COINBASE_MATURITY). */
  readonly coinbaseMaturity: Readonly<Record<ChainName, number>>
  /** How this coin's inputs are signed. */
  readonly signatures: 'segwit' | 'forkid' | 'legacy'
  /**
   * The meaning of flag 0x20 in a signature's hash type, where nodes accept it: the digest also covers all spent outputs (BCH since
   * CashTokens), or the original digest algorithm is used (BSV since Chronicle).
   */
  readonly extendedHashType?: 'spent-outputs' | 'original'
  /**
   * Extensions of the original format that a serialised transaction may have: witnesses (BIP144), witnesses and a MimbleWimble part (LIP
   * 3), or an extra payload (DIP 2).
   */
  readonly serialisation: 'plain' | 'witness' | 'mweb' | 'payload'
  /** The maximum of any output, and of the sum of a transaction's outputs, in base units. */
  readonly maxMoney: bigint
  /** The nodes' dust rule: outputs below an amount, or outputs that cost more to spend at a fee rate than they are worth. */
  readonly dustRule: { readonly amount: bigint } | { readonly feeRate: bigint }
  /** The bytes and prefixes of this coin's addresses and keys on each chain. */
  readonly chains: Readonly<Record<ChainName, ChainFormat>>
}

/** The encoding of addresses and keys on one chain of a coin. */
export interface ChainFormat {
  /** Base58 version byte of P2PKH addresses. */
  readonly p2pkh: number
  /** Base58 version bytes of P2SH addresses: we encode with the first and accept all. Empty: P2SH addresses are rejected. */
  readonly p2sh: readonly number[]
  /** Version byte of private keys in wallet import format. */
  readonly wif: number
  /** Human-readable part of segwit addresses (BIP173), where the coin has them. */
  readonly segwit?: string
  /** Prefix of cash addresses, where the coin has them. */
  readonly cashAddress?: string
  /** The accepted extended keys (BIP32, SLIP-132). */
  readonly extendedKeys: readonly KeyVersion[]
}

/** The version bytes of a kind of extended key, as 32-bit numbers, and the script form that they select. */
export interface KeyVersion {
  /** The first characters of its text: `xpub`. */
  readonly name: string
  readonly public: number
  readonly private: number
  readonly script: ExtendedKey['script']
}

export interface Coin extends CoinParams {
  /** The script that pays `address` on that chain, or null when it is not an address of this coin there. */
  addressToScript(address: string, chain: ChainName): Uint8Array | null
  /** The address of a script on that chain in the form that we issue, or null when it has none. */
  scriptToAddress(script: Uint8Array, chain: ChainName): string | null
  /** The smallest output to this script that nodes relay. */
  getDustLimit(script: Uint8Array): BaseUnits
  /**
   * Parses a serialised transaction strictly: canonical lengths, no trailing bytes, at least one input and output, no duplicate input, no
   * coinbase, no overflow.
   * @throws {ApiError} `tx_unparseable`, with the reason
   */
  parse(hex: string): Transaction
  /** Like `parse`, but in steps, because an untrusted caller may send a megabyte of inputs. @throws {ApiError} `tx_unparseable` */
  parseInSteps(bytes: Uint8Array): Steps<Transaction>
  /**
   * Parses an extended public key of that chain: `deriveScript(i)` is the script of `m/0/i` below it.
   * @throws {ApiError} `destination_invalid`; a private key is rejected without being echoed
   */
  parseExtendedKey(text: string, chain: ChainName): ExtendedKey
}

/** A merchant's extended public key (BIP32), with the script form that its version bytes select. */
export interface ExtendedKey {
  /** Identifies public key and chain code, independent of the version bytes: the counter of used indexes belongs to it. */
  readonly id: string
  readonly script: 'p2pkh' | 'p2wpkh'
  /** The script that pays the address at `m/0/index` below the key. */
  deriveScript(index: number): Uint8Array
}

export interface Transaction {
  /** Hash of the serialisation without witness, in reversed hex as usual. */
  readonly id: string
  /** All 32 bits, unsigned. In Dash the upper half is the type of a special transaction. */
  readonly version: number
  readonly lockTime: number
  /** Bytes as sent. */
  readonly size: number
  /** BIP141 virtual bytes; the same as `size` for coins without segwit. */
  readonly virtualSize: number
  readonly inputs: readonly TransactionInput[]
  readonly outputs: readonly TransactionOutput[]
  /** The extra payload of a special Dash transaction (DIP 2): hashed and signed with the rest. */
  readonly payload?: Uint8Array
  /** The raw MimbleWimble part of a Litecoin transaction (LIP 3): in neither the id nor the signatures. */
  readonly mweb?: Uint8Array
  /** The fee that its MimbleWimble part pays, in addition to inputs minus outputs. */
  readonly mwebFee?: BaseUnits
}

export interface Outpoint {
  readonly txid: string
  readonly vout: number
}

export interface TransactionInput extends Outpoint {
  readonly script: Uint8Array
  readonly sequence: number
  readonly witness: readonly Uint8Array[]
}

export interface TransactionOutput {
  readonly script: Uint8Array
  readonly amount: BaseUnits
}
