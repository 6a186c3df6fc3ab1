import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sha256 } from '../coins/codec/hash.ts'
import { hashType, isHashTypeRelayed, signatureMessages } from '../coins/codec/sighash.ts'
import { createByteWriter } from '../coins/codec/writer.ts'
import type { Coin, Transaction, TransactionOutput } from '../coins/coin.ts'
import { createBoundedMap } from '../kernel/bounded-map.ts'
import { verifyBchSchnorr } from './bch-schnorr.ts'
import { derForm } from './signature-encoding.ts'
import {
  type Flaw,
  flaws,
  isMalleableTransaction,
  readUnlockingData,
  redeemOf,
  type UnlockingData,
} from './unlocking-data.ts'

/** Verifies the signatures of inputs that spend P2PKH, P2WPKH and P2SH-P2WPKH, as the coin's nodes do. */
export interface SignatureChecker {
  /**
   * Checks that every input is authorised by the owner of the output it spends. `unknown`: no input fails, but some spend another type of
   * script. `spent` holds the outputs spent, in the order of the inputs.
   */
  check(
    coin: Coin,
    transaction: Transaction,
    spent: readonly TransactionOutput[],
  ): Promise<SignatureResult['verdict']>
  /** The same, plus the first input at fault. */
  checkWithDetails(
    coin: Coin,
    transaction: Transaction,
    spent: readonly TransactionOutput[],
  ): Promise<SignatureResult>
}

export type SignatureResult =
  | { readonly verdict: 'valid' }
  | { readonly verdict: 'unknown'; readonly input: number }
  | { readonly verdict: 'invalid'; readonly input: number; readonly flaw: Flaw }

/** Transactions with valid signatures. Remembering them avoids a second check between test and broadcast. */
const maxEntries = 20_000
/** Maximum number of cached public keys. The cache serves returning payers. */
const maxKeys = 5_000
/** Transactions with invalid signatures, so that resubmitting one costs nothing. A separate map, so that they don't evict valid ones. */
const maxRefused = 5_000
/** Signatures verified concurrently. Limited so that a transaction with thousands of inputs leaves room for others. */
const maxConcurrent = 16
/**
 * Maximum bytes hashed for the signatures of one BSV transaction that use the original digest. Each of them hashes nearly the whole
 * transaction, so the largest transaction with the most inputs would take 6 GB. Above the limit, the node decides.
 */
const maxOriginalBytes = 8_000_000
/** Schnorr signatures are verified on this thread, at one or two milliseconds each. */
const maxSchnorrAtOnce = 4

export function createSignatureChecker(): SignatureChecker {
  const remembered = createBoundedMap<string, true>(maxEntries)
  const refused = createBoundedMap<string, SignatureResult>(maxRefused)
  const keys = createBoundedMap<string, KeyObject | null>(maxKeys)
  return {
    checkWithDetails: examine,
    check: async (coin, transaction, spent) => (await examine(coin, transaction, spent)).verdict,
  }

  async function examine(
    coin: Coin,
    transaction: Transaction,
    spent: readonly TransactionOutput[],
  ): Promise<SignatureResult> {
    const name = nameOf(coin, transaction, spent)
    if (remembered.get(name)) return { verdict: 'valid' }
    const finding = refused.get(name) ?? (await find(coin, transaction, spent))
    if (finding.verdict === 'valid') remembered.set(name, true)
    if (finding.verdict === 'invalid') refused.set(name, finding)
    return finding
  }

  /** Checks the inputs in groups and yields to the event loop between groups, because there may be thousands. */
  async function find(
    coin: Coin,
    transaction: Transaction,
    spent: readonly TransactionOutput[],
  ): Promise<SignatureResult> {
    const { inputs } = transaction
    const paid = [...spent]
    const messageAt = signatureMessages(coin, transaction, paid)
    const step = coin.code === 'BCH' ? maxSchnorrAtOnce : maxConcurrent
    const isMalleable = isMalleableTransaction(coin, transaction)
    let finding: SignatureResult = { verdict: 'valid' }
    for (let first = 0; first < inputs.length; first += step) {
      if (first > 0) await nextTurn()
      const found = await Promise.all(
        inputs.slice(first, first + step).map((input, place) => {
          const index = first + place
          const output = spent[index]
          const lock = readUnlockingData(coin, input, output, isMalleable)
          // For P2SH the redeem script is what is spent, so the signature commits to it.
          const redeem = redeemOf(lock)
          if (output && redeem) paid[index] = { ...output, script: redeem }
          if (lock === 'unknown' || isTooCostly(coin, transaction, lock)) return 'unknown'
          const messageFor = (type: number) => messageAt(index, type)
          return flawOf(coin, lock, { isHighSAllowed: isMalleable, messageFor })
        }),
      )
      for (const [place, flaw] of found.entries()) {
        const input = first + place
        if (flaw !== null && flaw !== 'unknown') return { verdict: 'invalid', input, flaw }
        if (flaw === 'unknown' && finding.verdict === 'valid') finding = { verdict: 'unknown', input }
      }
    }
    return finding
  }

  async function flawOf(
    coin: Coin,
    lock: Exclude<UnlockingData, 'unknown'>,
    {
      isHighSAllowed,
      messageFor,
    }: { isHighSAllowed: boolean; messageFor: (type: number) => Uint8Array | null },
  ): Promise<Flaw | null> {
    if ('flaw' in lock) return lock.flaw
    const { signature, publicKey } = lock
    const type = signature.at(-1)
    if (type === undefined) return flaws.empty
    const bytes = signature.subarray(0, -1)
    const isSchnorr = coin.code === 'BCH' && bytes.length === 64
    const badForm = isSchnorr ? null : flawOfForm(bytes, isHighSAllowed)
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

function isTooCostly(
  { extendedHashType }: Coin,
  { size, inputs }: Transaction,
  lock: UnlockingData,
): boolean {
  if (extendedHashType !== 'original' || typeof lock !== 'object' || !('signature' in lock)) return false
  const isOriginal = ((lock.signature.at(-1) ?? 0) & hashType.extended) !== 0
  return isOriginal && size * inputs.length > maxOriginalBytes
}

function flawOfForm(der: Uint8Array, isHighSAllowed: boolean): Flaw | null {
  const { strict, lowS } = derForm(der)
  if (!strict) return flaws.der
  return lowS || isHighSAllowed ? null : flaws.highS
}

function flawOfHashType(coin: Coin, type: number): Flaw {
  // SIGHASH_SINGLE without an output at that index signs the number one. No wallet does that.
  if (isHashTypeRelayed(type, coin)) return flaws.signature
  const isOnlyForkIdMissing = coin.signatures === 'forkid' && isHashTypeRelayed(type | hashType.forkId, coin)
  return isOnlyForkIdMissing ? flaws.forkId : flaws.hashType
}

function isPublicKey(bytes: Uint8Array): boolean {
  const [form] = bytes
  return bytes.length === 33 ? form === 2 || form === 3 : bytes.length === 65 && form === 4
}

/** SubjectPublicKeyInfo of a secp256k1 key, up to its point: for 33 bytes and for 65. */
const spkiPrefix = {
  33: Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex'),
  65: Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex'),
}

/** Null if the bytes aren't a point on the curve. */
function parseKey(publicKey: Uint8Array): KeyObject | null {
  const prefix = publicKey.length === 33 ? spkiPrefix[33] : spkiPrefix[65]
  try {
    return createPublicKey({ key: Buffer.concat([prefix, publicKey]), format: 'der', type: 'spki' })
  } catch {
    return null
  }
}

/** Runs on the thread pool: one verification takes as long as many requests. */
function verifyEcdsa(der: Uint8Array, message: Uint8Array, key: KeyObject | null): Promise<boolean> {
  if (!key) return Promise.resolve(false)
  return new Promise((resolve) => {
    verify('sha256', message, key, der, (error, valid) => resolve(!error && valid))
  })
}

/** The transaction id covers neither witnesses nor the spent outputs, so the cache key adds a digest of both. */
function nameOf({ code }: Coin, { id, inputs }: Transaction, spent: readonly TransactionOutput[]): string {
  const out = createByteWriter(48 * spent.length)
  for (const { amount, script } of spent) out.uint64(amount).string(script)
  for (const { witness } of inputs) {
    out.count(witness.length)
    for (const item of witness) out.string(item)
  }
  return `${code}:${id}:${Buffer.from(sha256(out.done())).toString('base64')}`
}
