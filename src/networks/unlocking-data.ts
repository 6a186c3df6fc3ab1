import { hash160 } from '../coins/codec/hash.ts'
import { readPushes, readScript } from '../coins/codec/script.ts'
import type { Coin, Transaction, TransactionInput, TransactionOutput } from '../coins/coin.ts'

/** A script error, worded like the node's `ScriptErrorString`. */
export type UnlockingError = (typeof unlockingErrors)[keyof typeof unlockingErrors]

export const unlockingErrors = {
  stack: 'Operation not valid with the current stack size',
  extra: 'Extra items left on stack after execution',
  pushOnly: 'Only push operators allowed in signatures',
  key: 'Script failed an OP_EQUALVERIFY operation',
  keyForm: 'Public key is neither compressed or uncompressed',
  keyLong: 'Using non-compressed keys in segwit',
  empty: 'Script evaluated without error but finished with a false/empty top stack element',
  der: 'Non-canonical DER signature',
  highS: 'Non-canonical signature: S value is unnecessarily high',
  hashType: 'Signature hash type missing or not understood',
  forkId: 'Signature must use SIGHASH_FORKID',
  signature: 'Signature must be zero for failed CHECK(MULTI)SIG operation',
  witnessUnexpected: 'Witness provided for non-witness script',
  witnessEmpty: 'Witness program was passed an empty witness',
  witnessMismatch: 'Witness program hash mismatch',
  witnessMalleated: 'Witness requires empty scriptSig',
} as const

/** The signature and public key that an input provides for the output it spends. */
export type UnlockingData =
  | 'unknown'
  | { readonly error: UnlockingError }
  | { readonly signature: Uint8Array; readonly publicKey: Uint8Array; readonly redeem?: Uint8Array }

/**
 * Whether the unlocking scripts may contain any opcode, extra stack items and high S values. BSV nodes accept them in transactions of version
 * 2 and above since the Chronicle upgrade.
 */
export function isMalleableTransaction({ code }: Coin, { version }: Transaction): boolean {
  // Nodes read the version as a signed number.
  return code === 'BSV' && (version | 0) > 1
}

/** Reads what an input provides to unlock the output it spends. `unknown` if only a node can run its scripts. */
export function readUnlockingData(
  coin: Coin,
  input: TransactionInput,
  output: TransactionOutput | undefined,
  isMalleable: boolean,
): UnlockingData {
  const lockingScript = output && readScript(output.script)
  if (lockingScript?.kind === 'p2pkh') return unlockP2pkh(input, lockingScript.hash, isMalleable)
  if (coin.signatures !== 'segwit' || !lockingScript) return 'unknown'
  if (lockingScript.kind === 'p2wpkh') {
    return input.script.length > 0
      ? { error: unlockingErrors.witnessMalleated }
      : unlockWitness(input, lockingScript.hash)
  }
  return lockingScript.kind === 'p2sh' ? unlockP2shP2wpkh(input, lockingScript.hash) : 'unknown'
}

function unlockP2pkh(
  { script, witness }: TransactionInput,
  hash: Uint8Array,
  isMalleable: boolean,
): UnlockingData {
  const pushed = readPushes(script)
  // Only the node knows what other opcodes leave on the stack.
  if (isMalleable && (!pushed || pushed.length > 2)) return 'unknown'
  if (!pushed) return { error: unlockingErrors.pushOnly }
  const [signature, publicKey, ...rest] = pushed
  if (!signature || !publicKey) return { error: unlockingErrors.stack }
  if (rest.length > 0) return { error: unlockingErrors.extra }
  if (!areBytesEqual(hash160(publicKey), hash)) return { error: unlockingErrors.key }
  return witness.length > 0 ? { error: unlockingErrors.witnessUnexpected } : { signature, publicKey }
}

function unlockWitness({ witness }: TransactionInput, hash: Uint8Array): UnlockingData {
  const [signature, publicKey, ...rest] = witness
  if (!signature) return { error: unlockingErrors.witnessEmpty }
  if (!publicKey || rest.length > 0) return { error: unlockingErrors.witnessMismatch }
  if (!areBytesEqual(hash160(publicKey), hash)) return { error: unlockingErrors.key }
  return publicKey.length === 33 ? { signature, publicKey } : { error: unlockingErrors.keyLong }
}

/** P2SH-P2WPKH (BIP141). Any other redeem script is unknown. */
function unlockP2shP2wpkh(input: TransactionInput, hash: Uint8Array): UnlockingData {
  const [redeem, ...rest] = readPushes(input.script) ?? []
  const program = redeem && rest.length === 0 ? readScript(redeem) : null
  if (!redeem || program?.kind !== 'p2wpkh' || !areBytesEqual(hash160(redeem), hash)) return 'unknown'
  const data = unlockWitness(input, program.hash)
  return typeof data === 'object' && 'signature' in data ? { ...data, redeem } : data
}

export const getRedeemScript = (data: UnlockingData): Uint8Array | undefined =>
  typeof data === 'object' && 'redeem' in data ? data.redeem : undefined

const areBytesEqual = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0
