import { hash } from 'node:crypto'
import { hash160, sha256 } from '../../../coins/codec/hash.ts'
import { writePushes } from '../../../coins/codec/script.ts'
import { checkPublicKeyEncoding, checkSignatureEncoding, isSchnorrLength } from './check-encoding.ts'
import { fail } from './errors.ts'
import {
  type Machine,
  maxOperations,
  type OpcodeHandler,
  pop,
  popIndex,
  popNumber,
  push,
  pushBoolean,
  requireStackSize,
} from './machine.ts'
import { encodeNumber } from './numbers.ts'
import { op, readInstruction } from './opcodes.ts'
import { selectKeys } from './select-keys.ts'
import { verifyEcdsaOrSchnorr } from './verify-signature.ts'

const hashTop =
  (compute: (bytes: Uint8Array) => Uint8Array): OpcodeHandler =>
  (machine) =>
    push(machine, compute(pop(machine)))

const createHashFunction = (algorithm: string) => (bytes: Uint8Array) =>
  Uint8Array.from(hash(algorithm, bytes, 'buffer'))

/** MAX_PUBKEYS_PER_MULTISIG */
const maxKeys = 20
/** VALIDATION_WEIGHT_PER_SIGOP_PASSED (BIP342). */
const signatureWeight = 50

/** Hashes and signatures. */
export const signatureOperations = new Map<number, OpcodeHandler>([
  [op.ripemd160, hashTop(createHashFunction('ripemd160'))],
  [op.sha1, hashTop(createHashFunction('sha1'))],
  [op.sha256, hashTop(sha256)],
  [op.hash160, hashTop(hash160)],
  [op.hash256, hashTop((bytes) => sha256(sha256(bytes)))],
  [op.checkSig, async (machine) => pushBoolean(machine, await checkSig(machine))],
  [op.checkSigVerify, async (machine) => void ((await checkSig(machine)) || fail('CHECKSIGVERIFY'))],
  [op.checkMultiSig, async (machine) => pushBoolean(machine, await checkMultiSig(machine))],
  [
    op.checkMultiSigVerify,
    async (machine) => void ((await checkMultiSig(machine)) || fail('CHECKMULTISIGVERIFY')),
  ],
  // The same byte as OP_CHECKDATASIG.
  [op.checkSigAdd, (machine) => (isTapscript(machine) ? checkSigAdd(machine) : checkDataSig(machine, false))],
  [op.checkDataSigVerify, (machine) => checkDataSig(machine, true)],
])

const isTapscript = ({ context }: Machine): boolean => context.version === 'tapscript'

/** The script code that signatures cover at this point: from the last OP_CODESEPARATOR on. */
const getScriptCode = ({ script, codeStart }: Machine): Uint8Array => script.subarray(codeStart)

async function checkSig(machine: Machine): Promise<boolean> {
  requireStackSize(machine, 2)
  const [publicKey, signature] = [pop(machine), pop(machine)]
  if (isTapscript(machine)) return checkTapscriptSig(machine, signature, publicKey)
  const code = removeSignatures(machine, getScriptCode(machine), [signature])
  const isValid = await verify(machine, { signature, publicKey, code })
  if (!isValid && signature.length > 0 && machine.context.flags.has('NULLFAIL')) fail('NULLFAIL')
  return isValid
}

async function checkTapscriptSig(
  { context, separator }: Machine,
  signature: Uint8Array,
  publicKey: Uint8Array,
): Promise<boolean> {
  const { tapscript, checker, flags } = context
  if (!tapscript) throw new Error('the context of a tapscript lacks its leaf')
  if (signature.length > 0) {
    tapscript.remainingWeight -= signatureWeight
    if (tapscript.remainingWeight < 0) fail('TAPSCRIPT_VALIDATION_WEIGHT')
  }
  if (publicKey.length === 0) fail('PUBKEYTYPE')
  if (publicKey.length !== 32) {
    if (flags.has('DISCOURAGE_UPGRADABLE_PUBKEYTYPE')) fail('DISCOURAGE_UPGRADABLE_PUBKEYTYPE')
  } else if (signature.length > 0) {
    await checker.verifySchnorr(signature, publicKey, { hash: tapscript.leafHash, separator })
  }
  return signature.length > 0
}

async function checkSigAdd(machine: Machine): Promise<void> {
  requireStackSize(machine, 3)
  const publicKey = pop(machine)
  const count = popNumber(machine)
  const signature = pop(machine)
  const isValid = await checkTapscriptSig(machine, signature, publicKey)
  push(machine, encodeNumber(count + (isValid ? 1n : 0n)))
}

async function verify(
  { context }: Machine,
  { signature, publicKey, code }: { signature: Uint8Array; publicKey: Uint8Array; code: Uint8Array },
): Promise<boolean> {
  checkSignatureEncoding(signature, context.flags)
  checkPublicKeyEncoding(publicKey, context.flags, context.version)
  if (signature.length === 0) return false
  return context.checker.verifyEcdsa(signature, publicKey, { code, version: context.version })
}

/** Removes the signatures from the script code of original scripts, since they can't sign themselves (`FindAndDelete`). */
function removeSignatures(
  { context }: Machine,
  code: Uint8Array,
  signatures: readonly Uint8Array[],
): Uint8Array {
  if (context.version !== 'base' || context.flags.has('FORKID')) return code
  let remaining = code
  for (const signature of signatures) {
    const rest = findAndDelete(remaining, writePushes(signature))
    if (rest.length < remaining.length && context.flags.has('CONST_SCRIPTCODE')) fail('SIG_FINDANDDELETE')
    remaining = rest
  }
  return remaining
}

/** Removes `part` wherever it matches at the start of an instruction. */
function findAndDelete(script: Uint8Array, part: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let from = 0
  for (let offset = 0; offset < script.length; ) {
    while (Buffer.compare(script.subarray(offset, offset + part.length), part) === 0) {
      parts.push(script.subarray(from, offset))
      offset += part.length
      from = offset
    }
    const step = offset < script.length ? readInstruction(script, offset) : null
    if (!step) break
    offset = step.next
  }
  return parts.length === 0 ? script : Uint8Array.from(Buffer.concat([...parts, script.subarray(from)]))
}

/** The keys and the signatures, each with the last one first. */
function popMultisig(machine: Machine) {
  const keyCount = popIndex(machine)
  if (keyCount < 0 || keyCount > maxKeys) fail('PUBKEY_COUNT')
  machine.operations += keyCount
  if (machine.operations > maxOperations && !machine.context.flags.has('CASH')) fail('OP_COUNT')
  requireStackSize(machine, keyCount)
  const keys = Array.from({ length: keyCount }, () => pop(machine))
  const count = popIndex(machine)
  if (count < 0 || count > keyCount) fail('SIG_COUNT')
  requireStackSize(machine, count)
  const signatures = Array.from({ length: count }, () => pop(machine))
  return { keys, signatures }
}

async function checkMultiSig(machine: Machine): Promise<boolean> {
  if (isTapscript(machine)) fail('TAPSCRIPT_CHECKMULTISIG')
  const { flags } = machine.context
  const { keys, signatures } = popMultisig(machine)
  const dummy = machine.stack.at(-1)
  if (flags.has('CASH') && dummy !== undefined && dummy.length > 0) {
    return checkSchnorrMultiSig(machine, { keys, signatures })
  }
  const code = removeSignatures(machine, getScriptCode(machine), signatures)
  let isValid = true
  for (let key = 0, next = 0; isValid && next < signatures.length; key++) {
    const [signature, publicKey] = [signatures[next], keys[key]]
    if (!signature || !publicKey) throw new RangeError('there are more signatures than keys')
    if (flags.has('CASH') && isSchnorrLength(signature)) fail('SIG_BADLENGTH')
    if (await verify(machine, { signature, publicKey, code })) next++
    isValid = signatures.length - next <= keys.length - key - 1
  }
  if (!isValid && flags.has('NULLFAIL') && signatures.some(({ length }) => length > 0)) fail('NULLFAIL')
  if (pop(machine).length > 0 && flags.has('NULLDUMMY')) fail('SIG_NULLDUMMY')
  return isValid
}

/** Bitcoin Cash: a bitfield selects the keys that sign, so that each signature is checked only once. */
async function checkSchnorrMultiSig(
  machine: Machine,
  { keys, signatures }: { readonly keys: readonly Uint8Array[]; readonly signatures: readonly Uint8Array[] },
): Promise<boolean> {
  const signers = selectKeys(pop(machine), [...keys].reverse())
  if (signers.length !== signatures.length) fail('INVALID_BIT_COUNT')
  const code = getScriptCode(machine)
  for (const [index, signature] of [...signatures].reverse().entries()) {
    const publicKey = signers[index]
    if (!publicKey) throw new RangeError('there are more signatures than keys')
    if (signature.length > 0 && !isSchnorrLength(signature)) fail('SIG_NONSCHNORR')
    if (!(await verify(machine, { signature, publicKey, code }))) fail('NULLFAIL')
  }
  return true
}

/** Bitcoin Cash: verifies a signature of a message on the stack. */
async function checkDataSig(machine: Machine, mustSucceed: boolean): Promise<void> {
  const { flags } = machine.context
  if (!flags.has('CASH')) fail('BAD_OPCODE')
  requireStackSize(machine, 3)
  const [publicKey, message, signature] = [pop(machine), pop(machine), pop(machine)]
  // Data signatures have no hash type.
  if (signature.length > 0 && !isSchnorrLength(Uint8Array.of(...signature, 0))) {
    checkSignatureEncoding(Uint8Array.of(...signature, 0x41), flags)
  }
  checkPublicKeyEncoding(publicKey, flags, machine.context.version)
  const isValid = signature.length > 0 && (await verifyEcdsaOrSchnorr(signature, message, publicKey))
  if (!isValid && signature.length > 0 && flags.has('NULLFAIL')) fail('NULLFAIL')
  if (!mustSucceed) pushBoolean(machine, isValid)
  else if (!isValid) fail('CHECKDATASIGVERIFY')
}
