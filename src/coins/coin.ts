import type { BaseUnits } from '../kernel/money.ts'

/** Which chain of a coin the service works on. */
export type ChainName = 'main' | 'test' | 'regtest'

/** What one coin is. What differs between coins is data here; the code that reads it is in `codec/`. */
export interface CoinFacts {
  /** Code of the specification: `BTC`. */
  readonly code: string
  /** Display name: `Bitcoin`. */
  readonly name: string
  /** URI scheme of payment options, without the colon: `bitcoin`. */
  readonly scheme: string
  /** The word in BIP70 media types (`application/<word>-paymentrequest`). */
  readonly bip70Word: string
  /** SLIP-44 coin type on the main chain. */
  readonly slip44: number
  /** A drawing of ours, as SVG markup. */
  readonly icon: string
  /** Required fee rate between these, base units per 1 000 bytes (virtual bytes where the coin has segwit). */
  readonly feeRate: { readonly floor: bigint; readonly ceiling: bigint }
  /** The largest serialised transaction that a payment may hold, bytes (virtual bytes where the coin has segwit). */
  readonly largestTransaction: number
  /** How many confirmations make a payment `confirmed` unless a setting says otherwise. */
  readonly confirmations: number
  /** Do its nodes replace an unconfirmed transaction that signals it (BIP125)? */
  readonly replacement: boolean
  /** How this coin's inputs are signed. */
  readonly signatures: 'segwit' | 'forkid' | 'legacy'
  /**
   * What a serialised transaction may hold beside the original form: witnesses (BIP144), these and a MimbleWimble part (LIP 3),
   * or an extra payload (DIP 2).
   */
  readonly serialisation: 'plain' | 'witness' | 'mweb' | 'payload'
  /** No output, and no sum of a transaction's outputs, is above this: base units. */
  readonly mostMoney: bigint
  /** What nodes call dust: outputs below an amount, or those that cost more to spend at a fee rate than they are worth. */
  readonly dustRule: { readonly amount: bigint } | { readonly feeRate: bigint }
  /** The bytes and words that mark this coin's addresses and keys, chain by chain. */
  readonly chains: Readonly<Record<ChainName, ChainFormat>>
}

/** How addresses and keys are written on one chain of a coin. */
export interface ChainFormat {
  /** Base58 version byte of addresses that pay a public key's hash. */
  readonly p2pkh: number
  /** Base58 version bytes of addresses that pay a script's hash: the first is what we write, all are read. None: never paid. */
  readonly p2sh: readonly number[]
  /** Version byte of private keys in wallet import format. */
  readonly wif: number
  /** Human-readable part of segwit addresses (BIP173), where the coin has them. */
  readonly segwit?: string
  /** Prefix of cash addresses, where the coin has them. */
  readonly cashAddress?: string
  /** Which extended keys (BIP32, SLIP-132) are read. */
  readonly extendedKeys: readonly KeyVersion[]
}

/** The version bytes of a kind of extended key, as 32-bit numbers, and the script form that they ask for. */
export interface KeyVersion {
  /** What its text begins with: `xpub`. */
  readonly name: string
  readonly public: number
  readonly private: number
  readonly script: ExtendedKey['script']
}

export interface Coin extends CoinFacts {
  /** The script that pays `address` on that chain, or null when it is no address of this coin there. */
  scriptFor(address: string, chain: ChainName): Uint8Array | null
  /** The address of a script on that chain in the form that we hand out, or null when it has none. */
  addressFor(script: Uint8Array, chain: ChainName): string | null
  /** The smallest output to this script that nodes relay. */
  dust(script: Uint8Array): BaseUnits
  /**
   * Reads a serialised transaction strictly: canonical lengths, nothing behind it, at least one input and output,
   * no input twice, no coinbase, no overflow.
   * @throws {Refused} `tx_unparseable`, with what is wrong
   */
  parse(hex: string): Transaction
  /**
   * Reads an extended public key of that chain: `scriptAt(i)` is the script of `m/0/i` below it.
   * @throws {Refused} `destination_invalid`; a private key is refused without being echoed
   */
  parseExtendedKey(text: string, chain: ChainName): ExtendedKey
}

/** An extended public key of a merchant (BIP32), with the script form that its version bytes ask for. */
export interface ExtendedKey {
  /** Names public key and chain code, whatever the version bytes: the counter of used indexes belongs to it. */
  readonly id: string
  readonly script: 'p2pkh' | 'p2wpkh'
  /** The script that pays the address at `m/0/index` below the key. */
  scriptAt(index: number): Uint8Array
}

export interface Transaction {
  /** Hash of the serialisation without witness, in the usual reversed hex. */
  readonly id: string
  /** All 32 bits, without a sign. In Dash the upper half is the type of a special transaction. */
  readonly version: number
  readonly lockTime: number
  /** Bytes as sent. */
  readonly size: number
  /** BIP141 virtual bytes; the same as `size` for coins without segwit. */
  readonly virtualSize: number
  readonly inputs: readonly Input[]
  readonly outputs: readonly Output[]
  /** The extra payload of a special Dash transaction (DIP 2): hashed and signed with the rest. */
  readonly payload?: Uint8Array
  /** The MimbleWimble part of a Litecoin transaction (LIP 3), as it stands: in neither the id nor the signatures. */
  readonly mweb?: Uint8Array
}

export interface Outpoint {
  readonly txid: string
  readonly vout: number
}

export interface Input extends Outpoint {
  readonly script: Uint8Array
  readonly sequence: number
  readonly witness: readonly Uint8Array[]
}

export interface Output {
  readonly script: Uint8Array
  readonly amount: BaseUnits
}
