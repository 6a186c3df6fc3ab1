import { txidToBytes } from '../../coins/codec/transaction.ts'
import { createByteWriter } from '../../coins/codec/writer.ts'
import { readBytes, readHash, readObject, readString } from './read-response.ts'

/** The first byte of a script field that holds tokens (CashTokens, CHIP-2022-02). */
const tokenPrefix = 0xef

const structure = { amount: 0x10, nft: 0x20, commitment: 0x40 } as const

const capabilities: Readonly<Record<string, number>> = { none: 0, mutable: 1, minting: 2 }

/**
 * The script field of an output as it is serialised and signed. BCH nodes return an output's tokens next to its script, in `tokenData`. No
 * other node has that member.
 */
export function readScriptField(output: Readonly<Record<string, unknown>>): Uint8Array {
  const script = readBytes(readObject(output.scriptPubKey).hex)
  if (output.tokenData === undefined) return script
  const { category, amount, nft } = readObject(output.tokenData)
  const units = BigInt(readString(amount))
  const token = nft === undefined ? null : readObject(nft)
  const commitment = token ? readBytes(token.commitment) : new Uint8Array()
  const bits =
    (units > 0n ? structure.amount : 0) |
    (token ? structure.nft | (capabilities[readString(token.capability)] ?? 0) : 0) |
    (commitment.length > 0 ? structure.commitment : 0)
  const writer = createByteWriter()
    .writeByte(tokenPrefix)
    .writeBytes(txidToBytes(readHash(category)))
    .writeByte(bits)
  if (commitment.length > 0) writer.writeVarBytes(commitment)
  if (units > 0xffff_ffffn) writer.writeByte(0xff).writeUint64(units)
  else if (units > 0n) writer.writeCompactSize(Number(units))
  return writer.writeBytes(script).finish()
}
