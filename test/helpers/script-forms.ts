import { createHash } from 'node:crypto'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import * as scure from '@scure/btc-signer'
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js'
import type { Coin } from '../../src/coins/coin.ts'

// Outputs of every script type, and how they are spent: digests and trees come from other libraries.

type Bytes = Uint8Array

/** A condition: its script, and the stack that satisfies it. `key` counts the keys of the form. */
interface Condition {
  readonly script: Bytes
  items(sign: (key: number) => Bytes): readonly Bytes[]
  /** Requirements: the sequence of the input, the lock time of the transaction. */
  readonly sequence?: number
  readonly lockTime?: number
}

export interface ScriptType {
  readonly name: string
  /** The script that pays it. */
  readonly output: Bytes
  readonly sequence: number | undefined
  readonly lockTime: number | undefined
  unlock(sign: Signer): { readonly script: Bytes; readonly witness: readonly Bytes[] }
}

/** Creates the signatures for one input. */
export interface Signer {
  legacy(code: Bytes, secret: Bytes): Bytes
  witness(code: Bytes, secret: Bytes): Bytes
  taproot(secret: Bytes, leaf?: Bytes): Bytes
}

const secrets = [1, 2, 3, 4].map((key) => sha256(Buffer.from(`key ${key} of the script forms`)))
const getSecret = (key: number): Bytes => secrets[key] ?? new Uint8Array()
const publicKey = (key: number): Bytes => secp256k1.getPublicKey(getSecret(key))
const uncompressed = secp256k1.getPublicKey(getSecret(0), false)
const xOnly = (key: number): Bytes => schnorr.getPublicKey(getSecret(key))
const preimage = sha256(Buffer.from('what a hash lock opens'))

function sha256(bytes: Bytes): Bytes {
  return Uint8Array.from(createHash('sha256').update(bytes).digest())
}

const encode = (...ops: Parameters<typeof scure.Script.encode>[0]): Bytes =>
  Uint8Array.from(scure.Script.encode(ops))

const single: Condition = {
  script: encode(publicKey(0), 'CHECKSIG'),
  items: (sign) => [sign(0)],
}

function multisig(required: number, keys: number): Condition {
  const all = Array.from({ length: keys }, (_, key) => publicKey(key))
  return {
    script: encode(required, ...all, keys, 'CHECKMULTISIG'),
    items: (sign) => [new Uint8Array(), ...Array.from({ length: required }, (_, key) => sign(key))],
  }
}

const hashLock: Condition = {
  script: encode('SHA256', sha256(preimage), 'EQUALVERIFY', publicKey(0), 'CHECKSIG'),
  items: (sign) => [sign(0), preimage],
}

/** A swap: with the preimage, or after some blocks. */
function swap(taken: boolean): Condition {
  const [claim, refund] = [publicKey(0), publicKey(1)]
  return {
    script: encode(
      'IF',
      'SHA256',
      sha256(preimage),
      'EQUALVERIFY',
      claim,
      'ELSE',
      2,
      'CHECKSEQUENCEVERIFY',
      'DROP',
      refund,
      'ENDIF',
      'CHECKSIG',
    ),
    items: (sign) => (taken ? [sign(0), preimage, Uint8Array.of(1)] : [sign(1), new Uint8Array()]),
    ...(!taken && { sequence: 2 }),
  }
}

const lockTime: Condition = {
  script: encode(50, 'CHECKLOCKTIMEVERIFY', 'DROP', publicKey(0), 'CHECKSIG'),
  items: (sign) => [sign(0)],
  lockTime: 50,
  sequence: 0xffff_fffe,
}

const conditions = {
  key: single,
  '2-of-3': multisig(2, 3),
  '1-of-2': multisig(1, 2),
  'hash lock': hashLock,
  'swap, claimed': swap(true),
  'swap, refunded': swap(false),
  'lock time': lockTime,
} as const

const noWitness: readonly Bytes[] = []

type Wrap = (condition: Condition) => Pick<ScriptType, 'output' | 'unlock'>

const bare: Wrap = ({ script, items }) => ({
  output: script,
  unlock: (sign) => ({
    script: pushAll(items((key) => sign.legacy(script, getSecret(key)))),
    witness: noWitness,
  }),
})

function scriptHash(script: Bytes): Bytes {
  const hash = createHash('ripemd160').update(sha256(script)).digest()
  return Uint8Array.of(0xa9, 20, ...hash, 0x87)
}

const inScriptHash: Wrap = ({ script, items }) => ({
  output: scriptHash(script),
  unlock: (sign) => ({
    script: pushAll([...items((key) => sign.legacy(script, getSecret(key))), script]),
    witness: noWitness,
  }),
})

const inWitnessScriptHash: Wrap = ({ script, items }) => ({
  output: Uint8Array.of(0, 32, ...sha256(script)),
  unlock: (sign) => ({
    script: new Uint8Array(),
    witness: [...items((key) => sign.witness(script, getSecret(key))), script],
  }),
})

const inBoth: Wrap = (condition) => {
  const { output: program, unlock } = inWitnessScriptHash(condition)
  return {
    output: scriptHash(program),
    unlock: (sign) => ({ ...unlock(sign), script: pushAll([program]) }),
  }
}

const keyHash = (key: Bytes): Bytes => Uint8Array.from(scure.p2pkh(key).script)

/** P2PKH's own condition: as an output, and as what P2WPKH signs. */
const ownedBy = (key: Bytes): Condition => ({
  script: keyHash(key),
  items: (sign) => [sign(0), key],
})

const witnessKey: Pick<ScriptType, 'output' | 'unlock'> = {
  output: Uint8Array.from(scure.p2wpkh(publicKey(0)).script),
  unlock: (sign) => ({
    script: new Uint8Array(),
    witness: ownedBy(publicKey(0)).items((key) => sign.witness(keyHash(publicKey(0)), getSecret(key))),
  }),
}

const nestedKey: Pick<ScriptType, 'output' | 'unlock'> = {
  output: Uint8Array.from(scure.p2sh(scure.p2wpkh(publicKey(0))).script),
  unlock: (sign) => ({ ...witnessKey.unlock(sign), script: pushAll([witnessKey.output]) }),
}

const taprootKey: Pick<ScriptType, 'output' | 'unlock'> = {
  output: Uint8Array.from(scure.p2tr(xOnly(0)).script),
  unlock: (sign) => ({
    script: new Uint8Array(),
    witness: [sign.taproot(taprootTweakPrivKey(getSecret(0)))],
  }),
}

/** One of two leaves. */
function taprootScript({ script, items }: Condition): Pick<ScriptType, 'output' | 'unlock'> {
  const other = encode(xOnly(3), 'CHECKSIG')
  const payment = scure.p2tr(xOnly(2), [{ script }, { script: other }], undefined, true)
  // The version follows each leaf's script.
  const leaf = payment.tapLeafScript?.find(([, one]) => Buffer.compare(one.subarray(0, -1), script) === 0)
  if (!leaf) throw new Error('the tree lacks the leaf')
  const controlBlock = Uint8Array.from(scure.TaprootControlBlock.encode(leaf[0]))
  return {
    output: Uint8Array.from(payment.script),
    unlock: (sign) => ({
      script: new Uint8Array(),
      witness: [...items((key) => sign.taproot(getSecret(key), script)), script, controlBlock],
    }),
  }
}

const tapscripts = {
  key: { script: encode(xOnly(0), 'CHECKSIG'), items: (sign) => [sign(0)] },
  '2-of-2': {
    script: encode(xOnly(0), 'CHECKSIG', xOnly(1), 'CHECKSIGADD', 2, 'NUMEQUAL'),
    items: (sign) => [sign(1), sign(0)],
  },
  'hash lock': {
    script: encode('SHA256', sha256(preimage), 'EQUALVERIFY', xOnly(0), 'CHECKSIG'),
    items: (sign) => [sign(0), preimage],
  },
} as const satisfies Record<string, Condition>

function pushAll(items: readonly Bytes[]): Bytes {
  return encode(...items.map((item) => (item.length === 0 ? 0 : item.length === 1 ? (item[0] ?? 0) : item)))
}

/** Script types that any coin's nodes relay; with P2SH and witnesses where the coin has them. */
export function listScriptForms(coin: Coin): readonly ScriptType[] {
  const forms: ScriptType[] = []
  const add = (
    name: string,
    form: Pick<ScriptType, 'output' | 'unlock'>,
    { sequence, lockTime }: Pick<Condition, 'sequence' | 'lockTime'> = {},
  ) => void forms.push({ name, ...form, sequence, lockTime })
  add('P2PKH', bare(ownedBy(publicKey(0))))
  add('P2PKH of an uncompressed key', bare(ownedBy(uncompressed)))
  add('P2PK', bare(single))
  for (const name of ['2-of-3', '1-of-2'] as const) add(`bare ${name}`, bare(conditions[name]))
  const wraps: [string, Wrap][] = coin.code === 'BSV' ? [] : [['P2SH', inScriptHash]]
  if (coin.signatures === 'segwit') wraps.push(['P2WSH', inWitnessScriptHash], ['P2WSH in P2SH', inBoth])
  for (const [wrapName, wrap] of wraps) {
    for (const [name, condition] of Object.entries<Condition>(conditions))
      add(`${wrapName} ${name}`, wrap(condition), condition)
  }
  if (coin.signatures !== 'segwit') return forms
  add('P2WPKH', witnessKey)
  add('P2WPKH in P2SH', nestedKey)
  add('P2TR', taprootKey)
  for (const [name, condition] of Object.entries<Condition>(tapscripts))
    add(`P2TR script ${name}`, taprootScript(condition))
  return forms
}
