import { createHash } from 'node:crypto'
import { serialise, type TransactionBody } from '../../../src/coins/codec/transaction.ts'
import type { TransactionOutput } from '../../../src/coins/coin.ts'
import { toBaseUnits } from '../../../src/kernel/money.ts'
import { nodeProfiles } from '../../../src/networks/node/node-profiles.ts'
import { buildTransaction, sumAmounts } from '../../../src/wallet/build.ts'
import { createKey, createOutputScript, getDefaultScriptType, type Key } from '../../../src/wallet/keys.ts'
import { sign } from '../../../src/wallet/sign.ts'
import { unlock } from '../../../src/wallet/unlock.ts'
import type { Utxo } from '../../../src/wallet/utxo.ts'
import type { SimulatedNode } from '../chain/node.ts'

export interface SignedTransaction {
  readonly hex: string
  readonly txid: string
  readonly spends: readonly Utxo[]
  /** The change. */
  readonly change: Utxo | null
  /** Base units. */
  readonly fee: bigint
}

export interface TransactionOptions {
  readonly outputs: readonly TransactionOutput[]
  /** Base units per 1 000 bytes. */
  readonly feeRate: bigint
  /** Coins to spend; new ones by default. */
  readonly inputs?: readonly Utxo[]
  readonly replaceable?: boolean
  /** Whether to create real signatures, because the service itself checks a transaction that spends another one of its submission. */
  readonly isSigned?: boolean
}

export type Wallet = ReturnType<typeof createWallet>

/** One key for all wallets: each only spends coins that were created for it. */
const key: Key = createKey(createHash('sha256').update('simulated wallets').digest())

/** The signatures that simulated nodes accept. Only ours are checked, for nodes without testmempoolaccept. */
const dummyProof = [new Uint8Array(72), new Uint8Array(33)] as const

/** More than the fee of the largest transaction of these wallets. */
const spareBytes = 2_000n

/** Creates transactions from coins that the chain itself provides. */
export function createWallet(node: SimulatedNode) {
  const { coin } = node
  const script = createOutputScript(key, getDefaultScriptType(coin))
  return { coin, script, createTransaction, fund }

  function fund(amount: bigint): Utxo {
    const [minted] = node.mintCoins([{ script, amount: toBaseUnits(amount) }])
    if (!minted) throw new Error('the chain returned no coins')
    return { ...minted.outpoint, ...minted.output }
  }

  function createTransaction({
    outputs,
    feeRate,
    inputs,
    replaceable = false,
    isSigned = false,
  }: TransactionOptions): SignedTransaction {
    const spends = inputs ?? [
      fund(sumAmounts(outputs) + (feeRate * spareBytes) / 1_000n + 2n * coin.getDustLimit(script)),
    ]
    const draft = buildTransaction({ coin, inputs: spends, outputs, feeRate, change: script })
    const sequence = replaceable ? 0xffff_fffd : 0xffff_ffff
    const transaction: TransactionBody = {
      ...draft.transaction,
      inputs: draft.transaction.inputs.map((input) => ({ ...input, sequence })),
    }
    const isUnchecked = nodeProfiles[coin.code].hasTestMempoolAccept && !isSigned
    const signed = isUnchecked
      ? unlock(transaction, spends, () => dummyProof)
      : sign(coin, { transaction, spentOutputs: spends }, key)
    const hex = Buffer.from(serialise(signed)).toString('hex')
    const { id: txid } = coin.parse(hex)
    const vout = outputs.length
    const change = signed.outputs[vout]
    const fee = sumAmounts(spends) - sumAmounts(signed.outputs)
    return { hex, txid, spends, change: change ? { txid, vout, ...change } : null, fee }
  }
}
