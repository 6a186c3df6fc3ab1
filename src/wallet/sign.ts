import { sha256 } from '../coins/codec/hash.ts'
import { signDigest } from '../coins/codec/secp256k1.ts'
import { createSignatureMessages, getDefaultHashType } from '../coins/codec/sighash.ts'
import type { TransactionBody } from '../coins/codec/transaction.ts'
import type { Coin, TransactionOutput } from '../coins/coin.ts'
import { canSpend, type Key } from './keys.ts'
import { PayError } from './pay-error.ts'
import { type SignatureAndKey, unlock } from './unlock.ts'

/** An unsigned transaction and the outputs that its inputs spend, in order: signatures commit to both. */
export interface TransactionToSign {
  readonly transaction: TransactionBody
  readonly spentOutputs: readonly TransactionOutput[]
}

/**
 * Signs every input with one key, over all inputs and all outputs, by the coin's rules. Deterministic (RFC 6979): rebuilding the same
 * payment gives the same transaction, never a second one.
 * @throws {PayError} `coins_unavailable` when a spent output belongs to another key
 */
export function sign(
  coin: Pick<Coin, 'signatures'>,
  { transaction, spentOutputs }: TransactionToSign,
  key: Key,
): TransactionBody {
  const type = getDefaultHashType(coin)
  const messageFor = createSignatureMessages(coin, transaction, spentOutputs)
  return unlock(transaction, spentOutputs, (index): SignatureAndKey => {
    const output = spentOutputs[index]
    const message = output && canSpend(coin, key, output.script) ? messageFor(index, type) : null
    if (!message) throw new PayError('coins_unavailable', 'The key cannot spend one of the inputs.')
    return [Uint8Array.of(...createSignature(message, key), type), key.publicKey]
  })
}

/** DER (BIP66). The message is already a SHA-256 digest, and is hashed again. */
function createSignature(message: Uint8Array, { secret }: Key): Uint8Array {
  return signDigest(sha256(message), secret, 'der')
}
