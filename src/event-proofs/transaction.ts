import { computeTxid, serialise } from '../coins/codec/transaction.ts'
import type { Coin, TransactionOutput } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'
import { toHex } from '../kernel/hex.ts'
import { buildTransaction, computeTotalCost, sumAmounts } from '../wallet/build.ts'
import { createOutputScript, getDefaultScriptType, type Key } from '../wallet/keys.ts'
import { sign } from '../wallet/sign.ts'
import type { Utxo } from '../wallet/utxo.ts'
import { type AnchorTransaction, createRootScript } from './anchor.ts'

/** The coin that anchors are paid in, and the key that pays. */
export interface AnchorWallet {
  readonly coin: Coin & { readonly code: CoinCode }
  readonly key: Key
}

/** The scripts that the key can spend; the first belongs to the address to fund. */
export function listAnchorScripts({ coin, key }: AnchorWallet): readonly Uint8Array[] {
  const scriptType = getDefaultScriptType(coin)
  return scriptType === 'p2pkh'
    ? [createOutputScript(key, scriptType)]
    : [createOutputScript(key, scriptType), createOutputScript(key, 'p2pkh')]
}

export interface FundedAnchorTransaction extends AnchorTransaction {
  readonly inputs: readonly Utxo[]
  /** Change back to the key; none if it would be dust. */
  readonly change: readonly Utxo[]
}

/** More inputs would exceed the size that nodes relay. */
const maxInputs = 200

/**
 * Builds and signs the transaction that contains the root. Spends as few of the UTXOs as needed, in the given order; the change goes
 * back to the script of the first one. Null if the funds are insufficient. The same UTXOs and fee rate give the same transaction.
 */
export function buildAnchorTransaction(
  { coin, key }: AnchorWallet,
  { root, utxos, feeRate }: { root: Uint8Array; utxos: readonly Utxo[]; feeRate: bigint },
): FundedAnchorTransaction | null {
  const script = createRootScript(root)
  const outputs: readonly TransactionOutput[] = [{ script, amount: coin.getDustLimit(script) }]
  const inputs = selectInputs(utxos, { outputs, feeRate })
  const [first] = inputs
  if (!first) return null
  const draft = buildTransaction({ coin, outputs, feeRate, inputs, change: first.script })
  const transaction = sign(coin, draft, key)
  const txid = computeTxid(transaction)
  const change = transaction.outputs.flatMap((output, vout) =>
    vout < outputs.length ? [] : [{ txid, vout, ...output }],
  )
  const hex = toHex(serialise(transaction))
  return { txid, hex, fee: draft.fee, inputs, change }
}

function selectInputs(
  utxos: readonly Utxo[],
  payment: { readonly outputs: readonly TransactionOutput[]; readonly feeRate: bigint },
): readonly Utxo[] {
  for (let count = 1; count <= Math.min(utxos.length, maxInputs); count++) {
    const inputs = utxos.slice(0, count)
    if (sumAmounts(inputs) >= computeTotalCost(payment, inputs)) return inputs
  }
  return []
}
