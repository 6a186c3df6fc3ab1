import { type KeyObject, verify } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sha256 } from '../coins/codec/hash.ts'
import { createSignatureMessages, hashType, isHashTypeRelayed } from '../coins/codec/sighash.ts'
import { createByteWriter } from '../coins/codec/writer.ts'
import type { Coin, Transaction, TransactionOutput } from '../coins/coin.ts'
import { createBoundedMap } from '../kernel/bounded-map.ts'
import { verifyBchSchnorr } from './bch-schnorr.ts'
import { createPublicKeyParser } from './public-keys.ts'
import { checkDerEncoding } from './signature-encoding.ts'
import {
  getRedeemScript,
  isMalleableTransaction,
  readUnlockingData,
  type UnlockingData,
  type UnlockingError,
  unlockingErrors,
} from './unlocking-data.ts'

/** Verifies the signatures of inputs that spend P2PKH, P2WPKH and P2SH-P2WPKH, as the coin's nodes do. */
export interface SignatureChecker {
  /**
   * Checks that every input is authorised by the owner of the output it spends. Returns `unknown` if no input fails, but some spend another
   * type of script.
   * @param spentOutputs in the order of the inputs
   */
  check(
    coin: Coin,
    transaction: Transaction,
    spentOutputs: readonly TransactionOutput[],
  ): Promise<SignatureResult['verdict']>
  /** Like `check`, but also returns the first input that is invalid or unknown, and its error. */
  checkWithDetails(
    coin: Coin,
    transaction: Transaction,
    spentOutputs: readonly TransactionOutput[],
  ): Promise<SignatureResult>
}

type SignatureResult =
  | { readonly verdict: 'valid' }
  | { readonly verdict: 'unknown'; readonly input: number }
  | { readonly verdict: 'invalid'; readonly input: number; readonly error: UnlockingError }

/** Transactions with valid signatures. The cache avoids a second check between test and broadcast. */
const maxValidEntries = 20_000
/** Maximum number of cached public keys. */
const maxKeys = 5_000
/** Transactions with invalid signatures, so that resubmitting one costs nothing. A separate map, so that they don't evict valid ones. */
const maxInvalidEntries = 5_000
/** Signatures verified concurrently. Limited so that a transaction with thousands of inputs leaves room for others. */
const maxConcurrent = 16
/**
 * Maximum bytes hashed for the signatures of one BSV transaction that use the original digest. Each of them hashes nearly the whole
 * transaction, so the largest transaction with the most inputs would need 6 GB to be hashed. Above the limit, the node decides.
 */
const maxOriginalBytes = 8_000_000
/** Schnorr signatures are verified on this thread, at one or two milliseconds each. */
const maxConcurrentSchnorr = 4

/** Witness items hashed before yielding, which takes a millisecond or two. A transaction may have 390 000 empty items. */
const witnessItemsPerTurn = 10_000

export function createSignatureChecker(): SignatureChecker {
  const validCache = createBoundedMap<string, true>(maxValidEntries)
  const invalidCache = createBoundedMap<string, SignatureResult>(maxInvalidEntries)
  const parsePublicKey = createPublicKeyParser(maxKeys)
  return {
    checkWithDetails: checkCached,
    check: async (coin, transaction, spentOutputs) =>
      (await checkCached(coin, transaction, spentOutputs)).verdict,
  }

  async function checkCached(
    coin: Coin,
    transaction: Transaction,
    spentOutputs: readonly TransactionOutput[],
  ): Promise<SignatureResult> {
    const cacheKey = await computeCacheKey(coin, transaction, spentOutputs)
    if (validCache.get(cacheKey)) return { verdict: 'valid' }
    const result = invalidCache.get(cacheKey) ?? (await checkInputs(coin, transaction, spentOutputs))
    if (result.verdict === 'valid') validCache.set(cacheKey, true)
    if (result.verdict === 'invalid') invalidCache.set(cacheKey, result)
    return result
  }

  /** Checks the inputs in groups and yields to the event loop between groups, because there may be thousands. */
  async function checkInputs(
    coin: Coin,
    transaction: Transaction,
    spentOutputs: readonly TransactionOutput[],
  ): Promise<SignatureResult> {
    const { inputs } = transaction
    const signedOutputs = [...spentOutputs]
    const messageFor = createSignatureMessages(coin, transaction, signedOutputs)
    const groupSize = coin.code === 'BCH' ? maxConcurrentSchnorr : maxConcurrent
    const isMalleable = isMalleableTransaction(coin, transaction)
    let result: SignatureResult = { verdict: 'valid' }
    for (let first = 0; first < inputs.length; first += groupSize) {
      if (first > 0) await nextTurn()
      const errors = await Promise.all(
        inputs.slice(first, first + groupSize).map((input, offset) => {
          const index = first + offset
          const output = spentOutputs[index]
          const unlockingData = readUnlockingData(coin, input, output, isMalleable)
          // For P2SH the redeem script is what is spent, so the signature commits to it.
          const redeem = getRedeemScript(unlockingData)
          if (output && redeem) signedOutputs[index] = { ...output, script: redeem }
          if (unlockingData === 'unknown' || isTooCostly(coin, transaction, unlockingData)) return 'unknown'
          return checkInput(coin, unlockingData, {
            isHighSAllowed: isMalleable,
            computeMessage: (type) => messageFor(index, type),
          })
        }),
      )
      for (const [offset, error] of errors.entries()) {
        const input = first + offset
        if (error !== null && error !== 'unknown') return { verdict: 'invalid', input, error }
        if (error === 'unknown' && result.verdict === 'valid') result = { verdict: 'unknown', input }
      }
    }
    return result
  }

  async function checkInput(
    coin: Coin,
    unlockingData: Exclude<UnlockingData, 'unknown'>,
    {
      isHighSAllowed,
      computeMessage,
    }: { isHighSAllowed: boolean; computeMessage: (type: number) => Uint8Array | null },
  ): Promise<UnlockingError | null> {
    if ('error' in unlockingData) return unlockingData.error
    const { signature, publicKey } = unlockingData
    const type = signature.at(-1)
    if (type === undefined) return unlockingErrors.empty
    const bytes = signature.subarray(0, -1)
    const isSchnorr = coin.code === 'BCH' && bytes.length === 64
    const encodingError = isSchnorr ? null : checkEncoding(bytes, isHighSAllowed)
    if (encodingError) return encodingError
    const message = computeMessage(type)
    if (!message) return getHashTypeError(coin, type)
    if (!isPublicKey(publicKey)) return unlockingErrors.keyForm
    const isValid = isSchnorr
      ? verifyBchSchnorr(bytes, sha256(message), publicKey)
      : await verifyEcdsa(bytes, message, parsePublicKey(publicKey))
    return isValid ? null : unlockingErrors.signature
  }
}

function isTooCostly(
  { extendedHashType }: Coin,
  { size, inputs }: Transaction,
  unlockingData: UnlockingData,
): boolean {
  if (extendedHashType !== 'original' || typeof unlockingData !== 'object' || !('signature' in unlockingData))
    return false
  const isOriginal = ((unlockingData.signature.at(-1) ?? 0) & hashType.extended) !== 0
  return isOriginal && size * inputs.length > maxOriginalBytes
}

function checkEncoding(der: Uint8Array, isHighSAllowed: boolean): UnlockingError | null {
  const { isStrict, isLowS } = checkDerEncoding(der)
  if (!isStrict) return unlockingErrors.der
  return isLowS || isHighSAllowed ? null : unlockingErrors.highS
}

function getHashTypeError(coin: Coin, type: number): UnlockingError {
  // SIGHASH_SINGLE without an output at that index signs the number one. No wallet does that.
  if (isHashTypeRelayed(type, coin)) return unlockingErrors.signature
  const isOnlyForkIdMissing = coin.signatures === 'forkid' && isHashTypeRelayed(type | hashType.forkId, coin)
  return isOnlyForkIdMissing ? unlockingErrors.forkId : unlockingErrors.hashType
}

function isPublicKey(bytes: Uint8Array): boolean {
  const [form] = bytes
  return bytes.length === 33 ? form === 2 || form === 3 : bytes.length === 65 && form === 4
}

/** Runs on the thread pool: one verification takes longer than most requests. */
function verifyEcdsa(der: Uint8Array, message: Uint8Array, key: KeyObject | null): Promise<boolean> {
  if (!key) return Promise.resolve(false)
  return new Promise((resolve) => {
    verify('sha256', message, key, der, (error, valid) => resolve(!error && valid))
  })
}

/** The transaction id covers neither witnesses nor the spent outputs, so the cache key adds a digest of both. */
async function computeCacheKey(
  { code }: Coin,
  { id, inputs }: Transaction,
  spentOutputs: readonly TransactionOutput[],
): Promise<string> {
  const writer = createByteWriter(48 * spentOutputs.length)
  let items = 0
  for (const { amount, script } of spentOutputs) writer.writeUint64(amount).writeVarBytes(script)
  for (const { witness } of inputs) {
    writer.writeCompactSize(witness.length)
    for (const item of witness) {
      writer.writeVarBytes(item)
      if (++items % witnessItemsPerTurn === 0) await nextTurn()
    }
  }
  return `${code}:${id}:${Buffer.from(sha256(writer.finish())).toString('base64')}`
}
