import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { hash160, sha256 } from '../coins/codec/hash.ts'
import { readPushes, readScript } from '../coins/codec/script.ts'
import { hashType, signatureMessages } from '../coins/codec/sighash.ts'
import type { Coin, Input, Output, Transaction } from '../coins/coin.ts'
import { boundedMap } from '../kernel/bounded-map.ts'
import { verifyBchSchnorr } from './bch-schnorr.ts'
import { derForm } from './signature-encoding.ts'

/** Checks the signatures of inputs that spend P2PKH, P2WPKH and P2WPKH inside P2SH, as the coin's nodes do. */
export interface SignatureChecker {
  /**
   * Do all inputs prove that the owner of what they spend agrees? `unknown`: none fails, and some spends another form of script.
   * `spent` are the outputs spent, in the order of the inputs.
   */
  check(coin: Coin, transaction: Transaction, spent: readonly Output[]): Promise<Finding['verdict']>
  /** The same with the first input at fault. */
  examine(coin: Coin, transaction: Transaction, spent: readonly Output[]): Promise<Finding>
}

export type Finding =
  | { readonly verdict: 'valid' }
  | { readonly verdict: 'unknown'; readonly input: number }
  | { readonly verdict: 'invalid'; readonly input: number; readonly flaw: Flaw }

/** What is wrong with an input, in the words of the nodes (`ScriptErrorString`). */
export type Flaw = (typeof flaws)[keyof typeof flaws]

const flaws = {
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

/** Transactions whose signatures were found to be valid: between test and broadcast nothing is checked twice. */
const mostRemembered = 20_000
/** Parsed public keys: payers come back. */
const mostKeys = 5_000
/** Signatures under way at once, so that a transaction with thousands of inputs leaves room for others. */
const mostAtOnce = 16

export function signatureChecker(): SignatureChecker {
  const remembered = boundedMap<string, true>(mostRemembered)
  const keys = boundedMap<string, KeyObject | null>(mostKeys)
  return {
    examine,
    check: async (coin, transaction, spent) => (await examine(coin, transaction, spent)).verdict,
  }

  async function examine(coin: Coin, transaction: Transaction, spent: readonly Output[]): Promise<Finding> {
    const name = nameOf(coin, transaction)
    if (remembered.get(name)) return { verdict: 'valid' }
    const locks = transaction.inputs.map((input, index) => unlock(coin, input, spent[index]))
    const unknown = locks.indexOf('unknown')
    const finding = (await firstFlaw(coin, transaction, spent, locks)) ?? { verdict: 'valid' }
    if (finding.verdict === 'invalid') return finding
    if (unknown >= 0) return { verdict: 'unknown', input: unknown }
    remembered.set(name, true)
    return finding
  }

  async function firstFlaw(
    coin: Coin,
    transaction: Transaction,
    spent: readonly Output[],
    locks: readonly Unlocking[],
  ): Promise<Finding | null> {
    // Inside P2SH it is the redeem script that is paid: what is signed speaks of that one.
    const paid = spent.map((output, index) => ({
      ...output,
      script: redeemOf(locks[index]) ?? output.script,
    }))
    const messageFor = signatureMessages(coin, transaction, paid)
    for (let first = 0; first < locks.length; first += mostAtOnce) {
      const some = locks.slice(first, first + mostAtOnce)
      const found = await Promise.all(
        some.map((lock, place) => flawOf(coin, lock, (type) => messageFor(first + place, type))),
      )
      const place = found.findIndex((flaw) => flaw !== null)
      const flaw = found[place]
      if (flaw) return { verdict: 'invalid', input: first + place, flaw }
    }
    return null
  }

  async function flawOf(
    coin: Coin,
    lock: Unlocking,
    messageFor: (type: number) => Uint8Array | null,
  ): Promise<Flaw | null> {
    if (lock === 'unknown') return null
    if ('flaw' in lock) return lock.flaw
    const { signature, publicKey } = lock
    const type = signature.at(-1)
    if (type === undefined) return flaws.empty
    const bytes = signature.subarray(0, -1)
    const isSchnorr = coin.code === 'BCH' && bytes.length === 64
    const badForm = isSchnorr ? null : flawOfForm(bytes)
    if (badForm) return badForm
    const message = messageFor(type)
    if (!message) return flawOfHashType(coin, type)
    if (!isPublicKey(publicKey)) return flaws.keyForm
    const valid = isSchnorr
      ? verifyBchSchnorr(bytes, sha256(message), publicKey)
      : await verifyEcdsa(bytes, message, keyObject(publicKey))
    return valid ? null : flaws.signature
  }

  function keyObject(publicKey: Uint8Array): KeyObject | null {
    const name = Buffer.from(publicKey).toString('hex')
    const known = keys.get(name)
    if (known !== undefined) return known
    const key = parseKey(publicKey)
    keys.set(name, key)
    return key
  }
}

/** The signature and key that an input offers for what it spends. */
type Unlocking =
  | 'unknown'
  | { readonly flaw: Flaw }
  | { readonly signature: Uint8Array; readonly publicKey: Uint8Array; readonly redeem?: Uint8Array }

function unlock(coin: Coin, input: Input, output: Output | undefined): Unlocking {
  const payee = output && readScript(output.script)
  if (payee?.kind === 'p2pkh') return unlockKeyHash(input, payee.hash)
  if (coin.signatures !== 'segwit' || !payee) return 'unknown'
  if (payee.kind === 'p2wpkh') {
    return input.script.length > 0 ? { flaw: flaws.witnessMalleated } : unlockWitness(input, payee.hash)
  }
  return payee.kind === 'p2sh' ? unlockNested(input, payee.hash) : 'unknown'
}

function unlockKeyHash({ script, witness }: Input, hash: Uint8Array): Unlocking {
  const pushed = readPushes(script)
  if (!pushed) return { flaw: flaws.pushOnly }
  const [signature, publicKey, ...rest] = pushed
  if (!signature || !publicKey) return { flaw: flaws.stack }
  if (rest.length > 0) return { flaw: flaws.extra }
  if (!same(hash160(publicKey), hash)) return { flaw: flaws.key }
  return witness.length > 0 ? { flaw: flaws.witnessUnexpected } : { signature, publicKey }
}

function unlockWitness({ witness }: Input, hash: Uint8Array): Unlocking {
  const [signature, publicKey, ...rest] = witness
  if (!signature) return { flaw: flaws.witnessEmpty }
  if (!publicKey || rest.length > 0) return { flaw: flaws.witnessMismatch }
  if (!same(hash160(publicKey), hash)) return { flaw: flaws.key }
  return publicKey.length === 33 ? { signature, publicKey } : { flaw: flaws.keyLong }
}

/** P2WPKH inside P2SH (BIP141); any other redeem script is unknown. */
function unlockNested(input: Input, hash: Uint8Array): Unlocking {
  const [redeem, ...rest] = readPushes(input.script) ?? []
  const program = redeem && rest.length === 0 ? readScript(redeem) : null
  if (!redeem || program?.kind !== 'p2wpkh' || !same(hash160(redeem), hash)) return 'unknown'
  const lock = unlockWitness(input, program.hash)
  return typeof lock === 'object' && 'signature' in lock ? { ...lock, redeem } : lock
}

const redeemOf = (lock: Unlocking | undefined): Uint8Array | undefined =>
  typeof lock === 'object' && 'redeem' in lock ? lock.redeem : undefined

function flawOfForm(der: Uint8Array): Flaw | null {
  const { strict, lowS } = derForm(der)
  if (!strict) return flaws.der
  return lowS ? null : flaws.highS
}

function flawOfHashType({ signatures }: Coin, type: number): Flaw {
  const base = type & ~hashType.anyoneCanPay & ~hashType.forkId
  if (base < hashType.all || base > hashType.single) return flaws.hashType
  if (signatures === 'forkid') return type & hashType.forkId ? flaws.signature : flaws.forkId
  // SIGHASH_SINGLE without an output of that index signs the number one: nobody's wallet does.
  return type & hashType.forkId ? flaws.hashType : flaws.signature
}

function isPublicKey(bytes: Uint8Array): boolean {
  const [form] = bytes
  return bytes.length === 33 ? form === 2 || form === 3 : bytes.length === 65 && form === 4
}

/** SubjectPublicKeyInfo of a secp256k1 key, up to its point: of 33 bytes, and of 65. */
const spkiPrefix = {
  33: Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex'),
  65: Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex'),
}

/** Null when the bytes are no point of the curve. */
function parseKey(publicKey: Uint8Array): KeyObject | null {
  const prefix = publicKey.length === 33 ? spkiPrefix[33] : spkiPrefix[65]
  try {
    return createPublicKey({ key: Buffer.concat([prefix, publicKey]), format: 'der', type: 'spki' })
  } catch {
    return null
  }
}

/** On the thread pool: a check takes as long as many requests. */
function verifyEcdsa(der: Uint8Array, message: Uint8Array, key: KeyObject | null): Promise<boolean> {
  if (!key) return Promise.resolve(false)
  return new Promise((resolve) => {
    verify('sha256', message, key, der, (error, valid) => resolve(!error && valid))
  })
}

/** The id does not cover witnesses: a digest of theirs does. */
function nameOf({ code }: Coin, { id, inputs }: Transaction): string {
  const witnesses = inputs.flatMap(({ witness }) => witness)
  if (witnesses.length === 0) return `${code}:${id}`
  const framed = inputs.flatMap(({ witness }) => [Buffer.of(witness.length), ...witness.map(framedItem)])
  return `${code}:${id}:${Buffer.from(sha256(Buffer.concat(framed))).toString('base64')}`
}

function framedItem(item: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(item.length)
  return Buffer.concat([length, item])
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0
