import { serialise, transactionId } from '../coins/codec/transaction.ts'
import type { Coin, Output } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'
import { build, costOf, total } from '../wallet/build.ts'
import { type Key, scriptOf, usualForm } from '../wallet/keys.ts'
import { sign } from '../wallet/sign.ts'
import type { Unspent } from '../wallet/unspent.ts'
import { type AnchorTransaction, rootScript } from './anchor.ts'

/** The coin in which anchors are paid, and the key whose coins pay. */
export interface Purse {
  readonly coin: Coin & { readonly code: CoinCode }
  readonly key: Key
}

/** The scripts whose outputs the key opens: the first is that of the address to fund. */
export function scriptsOf({ coin, key }: Purse): readonly Uint8Array[] {
  const usual = usualForm(coin)
  return usual === 'p2pkh' ? [scriptOf(key, usual)] : [scriptOf(key, usual), scriptOf(key, 'p2pkh')]
}

export interface MadeTransaction extends AnchorTransaction {
  readonly inputs: readonly Unspent[]
  /** What goes back to the key; none where it would be dust. */
  readonly change: readonly Unspent[]
}

/** More inputs would make a transaction that nodes do not relay. */
const mostInputs = 200

/**
 * Pure: the signed transaction that puts the root into a chain, paid from as few of the coins as suffice, taken in their order; what is left
 * goes back to where the first of them came from. Null when they do not suffice. The same coins and rate make the same transaction.
 */
export function makeTransaction(
  { coin, key }: Purse,
  { root, coins, feeRate }: { root: Uint8Array; coins: readonly Unspent[]; feeRate: bigint },
): MadeTransaction | null {
  const script = rootScript(root)
  const outputs: readonly Output[] = [{ script, amount: coin.dust(script) }]
  const inputs = choose(coins, { outputs, feeRate })
  const [first] = inputs
  if (!first) return null
  const draft = build({ coin, outputs, feeRate, inputs, change: first.script })
  const transaction = sign(coin, draft, key)
  const txid = transactionId(transaction)
  const change = transaction.outputs.flatMap((output, vout) =>
    vout < outputs.length ? [] : [{ txid, vout, ...output }],
  )
  const hex = Buffer.from(serialise(transaction)).toString('hex')
  return { txid, hex, fee: draft.fee, inputs, change }
}

function choose(
  coins: readonly Unspent[],
  order: { readonly outputs: readonly Output[]; readonly feeRate: bigint },
): readonly Unspent[] {
  for (let count = 1; count <= Math.min(coins.length, mostInputs); count++) {
    const inputs = coins.slice(0, count)
    if (total(inputs) >= costOf(order, inputs)) return inputs
  }
  return []
}
