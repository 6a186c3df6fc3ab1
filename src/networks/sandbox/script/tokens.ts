import { createByteReader } from '../../../coins/codec/reader.ts'
import { toReversedHex } from '../../../coins/codec/transaction.ts'
import type { Coin } from '../../../coins/coin.ts'
import { ApiError } from '../../../kernel/api-error.ts'

/** The tokens of one output (CashTokens, CHIP-2022-02). */
export interface Token {
  /** A transaction id, in display byte order. */
  readonly category: string
  /** Fungible units; 0n if there is only an NFT. */
  readonly amount: bigint
  readonly nft: { readonly capability: Capability; readonly commitment: Uint8Array } | null
  /** The bit field of the parts that follow, as nodes print it. */
  readonly bitfield: number
}

type Capability = 'none' | 'mutable' | 'minting'

/** An output's script field. Without tokens, or with an unreadable prefix, the whole field is the script. */
interface TokenOutput {
  readonly token: Token | null
  /** The token prefix, as it is serialised and signed. */
  readonly prefix: Uint8Array
  readonly script: Uint8Array
}

const prefixByte = 0xef
const part = { amount: 0x10, nft: 0x20, commitment: 0x40, reserved: 0x80 } as const
const capabilities: readonly Capability[] = ['none', 'mutable', 'minting']
export const maxTokenAmount = 2n ** 63n - 1n

const emptyBytes = new Uint8Array()

/** Splits the field into tokens and script (`UnwrapScriptPubKey` of Bitcoin Cash Node). */
export function splitOutput(field: Uint8Array): TokenOutput {
  const parsed = field[0] === prefixByte ? readToken(field) : null
  if (!parsed) return { token: null, prefix: emptyBytes, script: field }
  const { token, length } = parsed
  return { token, prefix: field.subarray(0, length), script: field.subarray(length) }
}

/** The script that an input must satisfy. Only BCH puts tokens before it. */
export function getLockingScript({ code }: Pick<Coin, 'code'>, field: Uint8Array): Uint8Array {
  return code === 'BCH' ? splitOutput(field).script : field
}

function readToken(field: Uint8Array): { readonly token: Token; readonly length: number } | null {
  const reader = createByteReader(field)
  try {
    reader.skip(1)
    const category = toReversedHex(reader.readBytes(32))
    const bitfield = reader.readByte()
    if (!isBitfieldValid(bitfield)) return null
    const commitment = bitfield & part.commitment ? reader.readVarBytes() : emptyBytes
    if (bitfield & part.commitment && commitment.length === 0) return null
    const amount = bitfield & part.amount ? readAmount(reader) : 0n
    if (amount === null) return null
    const capability = capabilities[bitfield & 0x0f] ?? 'none'
    const nft = bitfield & part.nft ? { capability, commitment } : null
    return { token: { category, amount, nft, bitfield }, length: reader.getPosition() }
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

function isBitfieldValid(bits: number): boolean {
  const hasNft = (bits & part.nft) !== 0
  if (bits & part.reserved || (bits & 0x0f) >= capabilities.length) return false
  return hasNft || bits === part.amount
}

/** A number in its shortest form, from 1 to 2^63 - 1. */
function readAmount(reader: ReturnType<typeof createByteReader>): bigint | null {
  const first = reader.readByte()
  const bytes = first < 0xfd ? 0 : 1 << (first - 0xfc)
  const digits = Buffer.from(reader.readBytes(bytes)).reverse().toString('hex')
  const amount = bytes === 0 ? BigInt(first) : BigInt(`0x${digits}`)
  const min = bytes === 0 ? 1n : bytes === 2 ? 0xfdn : 1n << BigInt(bytes * 4)
  return amount >= min && amount <= maxTokenAmount ? amount : null
}
