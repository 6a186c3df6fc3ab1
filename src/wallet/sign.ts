import { secp256k1 } from '@noble/curves/secp256k1.js'
import { signatureMessages, usualHashType } from '../coins/codec/sighash.ts'
import type { TransactionBody } from '../coins/codec/transaction.ts'
import type { Coin, Output } from '../coins/coin.ts'
import { PayFailed } from './failed.ts'
import { type Key, opens } from './keys.ts'
import { type Proof, unlock } from './unlock.ts'

/** A transaction without signatures, and what its inputs spend, in their order: signatures commit to both. */
export interface Unsigned {
  readonly transaction: TransactionBody
  readonly spent: readonly Output[]
}

/**
 * Signs every input with one key, over all inputs and all outputs, by the coin's rules. Deterministic (RFC 6979): the same payment
 * built again is the same transaction, never another one beside it.
 * @throws {PayFailed} `coins_unavailable` when an output spent belongs to another key
 */
export function sign(
  coin: Pick<Coin, 'signatures'>,
  { transaction, spent }: Unsigned,
  key: Key,
): TransactionBody {
  const type = usualHashType(coin)
  const messageFor = signatureMessages(coin, transaction, spent)
  return unlock(transaction, spent, (index): Proof => {
    const output = spent[index]
    const message = output && opens(coin, key, output.script) ? messageFor(index, type) : null
    if (!message) throw new PayFailed('coins_unavailable', 'The key does not open one of the coins.')
    return [Uint8Array.of(...signatureOf(message, key), type), key.publicKey]
  })
}

/** DER with low S (BIP62, BIP66). The message is a SHA-256 already, and is hashed once more. */
function signatureOf(message: Uint8Array, { secret }: Key): Uint8Array {
  return secp256k1.sign(message, secret, { format: 'der', lowS: true, prehash: true })
}
