import {
  isWitnessProgram,
  type ParsedOperation,
  readOperations,
  readScript,
} from '../../coins/codec/script.ts'
import type { Coin } from '../../coins/coin.ts'
import { toHex } from '../../kernel/hex.ts'
import type { SandboxNodeProfile } from './nodes.ts'
import { maxScriptBytes } from './script/machine.ts'
import { getLockingScript, splitOutput } from './script/tokens.ts'

/** A node's name for the type of an output script (`GetTxnOutputType`). */
type ScriptType =
  | 'pubkeyhash'
  | 'scripthash'
  | 'witness_v0_keyhash'
  | 'witness_v0_scripthash'
  | 'witness_v1_taproot'
  | 'witness_unknown'
  | 'pubkey'
  | 'multisig'
  | 'nulldata'
  | 'nonstandard'

const scriptTypeNames = {
  p2pkh: 'pubkeyhash',
  p2sh: 'scripthash',
  p2sh32: 'scripthash',
  p2wpkh: 'witness_v0_keyhash',
  p2wsh: 'witness_v0_scripthash',
  p2tr: 'witness_v1_taproot',
} as const

const op = {
  zero: 0x00,
  one: 0x51,
  sixteen: 0x60,
  return: 0x6a,
  checkSig: 0xac,
  checkMultiSig: 0xae,
} as const

export function getScriptType(script: Uint8Array): ScriptType {
  const parsed = readScript(script)
  if (parsed) return scriptTypeNames[parsed.kind]
  // Version 0 allows only the two known lengths.
  if (isWitnessProgram(script)) return script[0] === op.zero ? 'nonstandard' : 'witness_unknown'
  const { operations, isComplete } = readOperations(script)
  const [first, second] = operations
  const isPushOnly = isComplete && operations.slice(1).every(({ opcode }) => opcode <= op.sixteen)
  if (first?.opcode === op.return) return isPushOnly ? 'nulldata' : 'nonstandard'
  if (operations.length === 2 && second?.opcode === op.checkSig && isKey(first?.data)) return 'pubkey'
  return isComplete && readMultisig(operations) ? 'multisig' : 'nonstandard'
}

/** The number of required signatures and of keys (`MatchMultisig`); null for other scripts. */
function readMultisig(operations: readonly ParsedOperation[]): { required: number; keys: number } | null {
  const [first, last, total] = [operations[0], operations.at(-1), operations.at(-2)]
  if (operations.length < 4 || last?.opcode !== op.checkMultiSig) return null
  const [required, keys] = [readSmallNumber(first), readSmallNumber(total)]
  const between = operations.slice(1, -2)
  const isValid = between.length === keys && between.every(({ data }) => isKey(data))
  return isValid && required > 0 && required <= keys ? { required, keys } : null
}

const readSmallNumber = (operation: ParsedOperation | undefined): number =>
  operation && operation.opcode >= op.one && operation.opcode <= op.sixteen
    ? operation.opcode - op.one + 1
    : 0

/** Checks the first byte (`CPubKey::ValidSize`). Forms 6 and 7 are legacy encodings of 4. */
function isKey(data: Uint8Array | undefined): boolean {
  const [form = 0] = data ?? []
  if (data?.length === 33) return form === 2 || form === 3
  return data?.length === 65 && (form === 4 || form === 6 || form === 7)
}

/** Maximum keys of a relayed OP_CHECKMULTISIG outside P2SH. */
const maxBareKeys = 3

/** Whether the coin's node relays outputs with this script (`IsStandard`). */
export function isStandardOutput(
  coin: Coin,
  { dataCarrier }: SandboxNodeProfile,
  outputScript: Uint8Array,
): boolean {
  const script = getLockingScript(coin, outputScript)
  const type = getScriptType(script)
  if (type === 'nonstandard') return false
  if (type === 'nulldata') return script.length <= dataCarrier.maxBytes
  if (type === 'multisig') {
    return (readMultisig(readOperations(script).operations)?.keys ?? 0) <= maxBareKeys
  }
  if (type.startsWith('witness')) return coin.signatures === 'segwit'
  return readScript(script)?.kind !== 'p2sh32' || coin.code === 'BCH'
}

/** Nodes don't store outputs that can never be spent. Since Genesis, BSV nodes store OP_RETURN outputs unless they begin with OP_FALSE. */
export function isUnspendable(coin: Coin, outputScript: Uint8Array): boolean {
  const script = getLockingScript(coin, outputScript)
  if (coin.code === 'BSV') return script[0] === op.zero && script[1] === op.return
  return script[0] === op.return || script.length > maxScriptBytes
}

/** A script in the format of the coin's node: `{asm, hex, type, address}`, or with `addresses` and `reqSigs`. */
export function buildScriptView(
  coin: Coin,
  { scriptFormat }: SandboxNodeProfile,
  outputScript: Uint8Array,
): Record<string, unknown> {
  const script = getLockingScript(coin, outputScript)
  const address = coin.scriptToAddress(script, 'regtest')
  const [asm, hex, type] = [disassemble(script), toHex(script), getScriptType(script)]
  if (scriptFormat === 'address') return { asm, hex, ...(address && { address }), type }
  return { asm, hex, ...(address && { reqSigs: 1 }), type, ...(address && { addresses: [address] }) }
}

/** `tokenData`, which BCH nodes return alongside the script of an output with tokens. */
export function buildTokenView({ code }: Coin, outputScript: Uint8Array): Record<string, unknown> {
  const token = code === 'BCH' ? splitOutput(outputScript).token : null
  if (!token) return {}
  const { category, amount, nft } = token
  const commitment = Buffer.from(nft?.commitment ?? []).toString('hex')
  const nftView = nft && { nft: { capability: nft.capability, commitment } }
  return { tokenData: { category, amount: String(amount), ...nftView } }
}

const opNames = new Map([
  [0x4f, '-1'],
  [0x6a, 'OP_RETURN'],
  [0x75, 'OP_DROP'],
  [0x76, 'OP_DUP'],
  [0x87, 'OP_EQUAL'],
  [0x88, 'OP_EQUALVERIFY'],
  [0xa9, 'OP_HASH160'],
  [0xaa, 'OP_HASH256'],
  [0xac, 'OP_CHECKSIG'],
  [0xae, 'OP_CHECKMULTISIG'],
  [0xb1, 'OP_CHECKLOCKTIMEVERIFY'],
  [0xb2, 'OP_CHECKSEQUENCEVERIFY'],
])

/** A script in assembly: data in hex, common opcodes by name, others as `OP_UNKNOWN`. */
export function disassemble(script: Uint8Array): string {
  const { operations, isComplete } = readOperations(script)
  const words = operations.map(({ opcode, data }) => {
    if (data) return data.length === 0 ? '0' : toHex(data)
    if (opcode >= op.one && opcode <= op.sixteen) return String(opcode - op.one + 1)
    return opNames.get(opcode) ?? 'OP_UNKNOWN'
  })
  return [...words, ...(isComplete ? [] : ['[error]'])].join(' ')
}
