import { readPushes, writePushes } from '../../src/coins/codec/script.ts'
import { checkDerEncoding } from '../../src/networks/signature-encoding.ts'
import type { ScriptType } from '../../test/helpers/script-forms.ts'

type Bytes = Uint8Array

/** An input's proof: its script and its witness. */
export type Proof = ReturnType<ScriptType['unlock']>

/** The order of secp256k1. */
const order = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n

const isSignature = (item: Bytes): boolean =>
  item.length > 8 && checkDerEncoding(item.subarray(0, -1)).isStrict

/** Changes the initial stack elements where they are stored. */
function changeItems(
  { script, witness }: Proof,
  change: (items: readonly Bytes[]) => readonly Bytes[],
): Proof {
  if (witness.length > 0) return { script, witness: change(witness) }
  const items = readPushes(script)
  return items ? { script: pushAll(change(items)), witness } : { script, witness }
}

const pushAll = (items: readonly Bytes[]): Bytes => writePushes(...items)

const changeSignatures = (proof: Proof, change: (signature: Bytes) => Bytes): Proof =>
  changeItems(proof, (items) => items.map((item) => (isSignature(item) ? change(item) : item)))

/** Replaces S with its high counterpart, which verifies too. */
function replaceS(signature: Bytes): Bytes {
  const rLength = signature[3] ?? 0
  const r = signature.subarray(2, 4 + rLength)
  const s = BigInt(`0x${Buffer.from(signature.subarray(6 + rLength, -1)).toString('hex')}`)
  const digits = Buffer.from((order - s).toString(16).padStart(64, '0'), 'hex')
  const bytes = (digits[0] ?? 0) & 0x80 ? [0, ...digits] : [...digits]
  const body = [...r, 2, bytes.length, ...bytes]
  return Uint8Array.of(0x30, body.length, ...body, signature.at(-1) ?? 1)
}

/** Adds a superfluous leading zero to R. */
function padR(signature: Bytes): Bytes {
  const rLength = signature[3] ?? 0
  const tail = signature.subarray(4, -1)
  return Uint8Array.of(...[0x30, (signature[1] ?? 0) + 1, 2, rLength + 1, 0], ...tail, signature.at(-1) ?? 1)
}

const one = Uint8Array.of(1)
const noop = 0x61

/** Possible flaws of an otherwise correctly signed input. */
export const proofFlaws: Readonly<Record<string, (proof: Proof) => Proof>> = {
  'no proof': () => ({ script: new Uint8Array(), witness: [] }),
  'high S': (proof) => changeSignatures(proof, replaceS),
  'padded R': (proof) => changeSignatures(proof, padR),
  'unknown hash type': (proof) =>
    changeSignatures(proof, (signature) => Uint8Array.of(...signature.subarray(0, -1), 4)),
  'fork hash type': (proof) =>
    changeSignatures(proof, (signature) => Uint8Array.of(...signature.subarray(0, -1), 0x41)),
  'signature cut': (proof) => changeSignatures(proof, (signature) => signature.slice(0, -1)),
  'signature gone': (proof) => changeSignatures(proof, () => new Uint8Array()),
  'byte changed': (proof) =>
    changeItems(proof, (items) =>
      items.map((item, index) =>
        index === 0 && item.length > 30 ? item.map((byte, index) => (index === 20 ? byte ^ 1 : byte)) : item,
      ),
    ),
  'one item more': (proof) => changeItems(proof, (items) => [one, ...items]),
  'one item less': (proof) => changeItems(proof, (items) => items.slice(1)),
  'items swapped': (proof) => changeItems(proof, ([a = one, b = one, ...rest]) => [b, a, ...rest]),
  'other script': (proof) => changeItems(proof, (items) => [...items.slice(0, -1), Uint8Array.of(0x51)]),
  'item too long': (proof) => changeItems(proof, (items) => [new Uint8Array(521), ...items]),
  'long item': (proof) => changeItems(proof, (items) => [new Uint8Array(81), ...items]),
  'dummy not empty': (proof) =>
    changeItems(proof, ([first = one, ...rest]) => [first.length === 0 ? one : first, ...rest]),
  'long push': ({ script, witness }) => ({
    script: script.length > 0 && (script[0] ?? 0) < 0x4c ? Uint8Array.of(0x4c, ...script) : script,
    witness,
  }),
  'operation in the input': ({ script, witness }) => ({
    script: Uint8Array.of(...script, noop),
    witness,
  }),
  'push in the input': ({ script, witness }) => ({ script: Uint8Array.of(...script, 0x51), witness }),
  'input too long': ({ script, witness }) => ({
    script: pushAll([...Array.from({ length: 4 }, () => new Uint8Array(500)), script]),
    witness,
  }),
  'broken push': ({ script, witness }) => ({ script: Uint8Array.of(...script, 0x20, 1), witness }),
  'one witness more': ({ script, witness }) => ({ script, witness: [...witness, one] }),
  annex: ({ script, witness }) => ({ script, witness: [...witness, Uint8Array.of(0x50, 1)] }),
  'control block': ({ script, witness }) => ({
    script,
    witness: witness.map((item, index) => (index === witness.length - 1 ? item.slice(0, -1) : item)),
  }),
}

/** Creates an OP_RETURN script with that many bytes of data. */
const createDataScript = (length: number): Bytes =>
  Uint8Array.of(0x6a, ...(length === 0 ? [] : writePushes(new Uint8Array(length).fill(7))))

const key = Uint8Array.of(2, ...new Uint8Array(32).fill(1))
const createBareMultisig = (required: number, keys: number): Bytes =>
  Uint8Array.of(
    0x50 + required,
    ...Array.from({ length: keys }, () => writePushes(key)).flatMap((one) => [...one]),
    0x50 + keys,
    0xae,
  )

/** Outputs in addition to those that are spent later. `amount` is that of an ordinary output by default. */
export const outputKinds: Readonly<Record<string, readonly { script: Bytes; amount?: bigint }[]>> = {
  data: [{ script: createDataScript(20), amount: 0n }],
  'no data': [{ script: createDataScript(0), amount: 0n }],
  'most data': [{ script: createDataScript(80), amount: 0n }],
  'too much data': [{ script: createDataScript(81), amount: 0n }],
  'data twice': [
    { script: createDataScript(4), amount: 0n },
    { script: createDataScript(5), amount: 0n },
  ],
  'data and more': [{ script: Uint8Array.of(0x6a, 0xac), amount: 0n }],
  dust: [{ script: Uint8Array.of(0x76, 0xa9, 20, ...new Uint8Array(20), 0x88, 0xac), amount: 1n }],
  'an empty script': [{ script: new Uint8Array() }],
  'a script of its own': [{ script: Uint8Array.of(0x51, 0x52, 0x93) }],
  'a key of no form': [{ script: Uint8Array.of(33, 5, ...new Uint8Array(32), 0xac) }],
  'bare 1-of-3': [{ script: createBareMultisig(1, 3) }],
  'bare 1-of-4': [{ script: createBareMultisig(1, 4) }],
  'bare 2-of-1': [{ script: createBareMultisig(2, 1) }],
  'witness version 2': [{ script: Uint8Array.of(0x52, 32, ...new Uint8Array(32)) }],
  'witness of an odd length': [{ script: Uint8Array.of(0, 21, ...new Uint8Array(21)) }],
  'P2SH with 32 bytes': [{ script: Uint8Array.of(0xaa, 32, ...new Uint8Array(32), 0x87) }],
}
