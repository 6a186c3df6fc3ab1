import { isWitnessScript, readOperations, readScript } from '../../coins/codec/script.ts'
import type { Coin } from '../../coins/coin.ts'
import type { NodeFacts } from './nodes.ts'

/** What a node calls the form of an output script (`GetTxnOutputType`). */
export type ScriptType =
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

const names = {
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

export function scriptType(script: Uint8Array): ScriptType {
  const payee = readScript(script)
  if (payee) return names[payee.kind]
  if (isWitnessScript(script)) return 'witness_unknown'
  const { operations, whole } = readOperations(script)
  const last = operations.at(-1)?.opcode
  const [first, second] = operations
  const pushesOnly = whole && operations.slice(1).every(({ opcode }) => opcode <= op.sixteen)
  if (first?.opcode === op.return) return pushesOnly ? 'nulldata' : 'nonstandard'
  if (operations.length === 2 && last === op.checkSig && isKey(first?.data)) return 'pubkey'
  const isMultisig = last === op.checkMultiSig && operations.length >= 4 && operations.length <= 6
  return isMultisig && isKey(second?.data) ? 'multisig' : 'nonstandard'
}

const isKey = (data: Uint8Array | undefined): boolean => data?.length === 33 || data?.length === 65

/** A script as the node of that coin shows it: `{asm, hex, type, address}`, or with `addresses` and `reqSigs`. */
export function scriptView(
  coin: Coin,
  { scriptForm }: NodeFacts,
  script: Uint8Array,
): Record<string, unknown> {
  const address = coin.addressFor(script, 'regtest')
  const [asm, hex, type] = [assembly(script), Buffer.from(script).toString('hex'), scriptType(script)]
  if (scriptForm === 'address') return { asm, hex, ...(address && { address }), type }
  return { asm, hex, ...(address && { reqSigs: 1 }), type, ...(address && { addresses: [address] }) }
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

/** Words for a script: data in hex, the usual operations by name, others as `OP_UNKNOWN`. */
export function assembly(script: Uint8Array): string {
  const { operations, whole } = readOperations(script)
  const words = operations.map(({ opcode, data }) => {
    if (data) return data.length === 0 ? '0' : Buffer.from(data).toString('hex')
    if (opcode >= op.one && opcode <= op.sixteen) return String(opcode - op.one + 1)
    return opNames.get(opcode) ?? 'OP_UNKNOWN'
  })
  return [...words, ...(whole ? [] : ['[error]'])].join(' ')
}
