import { createHash } from 'node:crypto'
import { computeTxid, serialise, type TransactionBody } from '../../src/coins/codec/transaction.ts'
import type { Coin } from '../../src/coins/coin.ts'
import { toBaseUnits } from '../../src/kernel/money.ts'
import { type FormInput, type FormPayment, signForms } from '../../test/helpers/form-signing.ts'
import type { ScriptType } from '../../test/helpers/script-forms.ts'
import type { Spendable } from './chain.ts'
import { outputKinds, type Proof, proofFlaws } from './flaws.ts'
import type { Draft } from './scenario.ts'

/** The state of the chain that a draft is built on. */
export interface BuildContext {
  readonly coin: Coin
  readonly coins: ReadonlyMap<string, Spendable>
  readonly relayFeeRate: bigint
  readonly height: number
  readonly medianTime: number
}

export interface BuiltTransaction {
  readonly hex: string
  readonly txid: string
  readonly outputs: readonly Spendable[]
}

const ordinaryAmount = 1_500_000n

/** Builds and signs a transaction on one chain. */
export function build(draft: Draft, chain: BuildContext): BuiltTransaction {
  const inputs = draft.inputs.map(({ coin, sequence }) => ({ ...findSpendable(chain, coin), sequence }))
  const lockTime = getLockTime(draft, chain)
  const first = sign(draft, { inputs, lockTime, fee: 0n }, chain.coin)
  const fee = computeFee(draft, chain, {
    size: BigInt(getVirtualSize(first.body)),
    total: inputs.reduce((sum, { amount }) => sum + amount, 0n),
  })
  const { body, payment } = sign(draft, { inputs, lockTime, fee }, chain.coin)
  const flawed = { ...body, inputs: body.inputs.map((input) => applyFlaw(draft, input)) }
  const txid = computeTxid(flawed)
  const outputs = draft.outputs.map((form, vout) => ({
    ...{ txid, vout, form },
    amount: payment.outputs[vout]?.amount ?? 0n,
  }))
  return { hex: Buffer.from(serialise(flawed)).toString('hex'), txid, outputs }
}

function findSpendable({ coins }: BuildContext, name: string): Spendable {
  const existing = coins.get(name)
  if (existing) return existing
  const [form] = [...coins.values()].map((coin): ScriptType => coin.form)
  if (!form) throw new Error('there is no coin')
  const txid = createHash('sha256').update(name).digest('hex')
  return { txid, vout: 0, amount: 10_000_000n, form }
}

function getLockTime({ lockTime }: Draft, { height, medianTime }: BuildContext): number {
  if ('height' in lockTime) return lockTime.height
  return 'blocks' in lockTime ? height + lockTime.blocks : medianTime + lockTime.seconds
}

function computeFee(
  { fee }: Draft,
  { relayFeeRate }: BuildContext,
  { size, total }: { readonly size: bigint; readonly total: bigint },
): bigint {
  if (fee === 'below zero') return -1_000n
  if (fee === 'all') return total / 2n
  return (size * relayFeeRate * BigInt(Math.round(fee * 100))) / 100_000n
}

function sign(
  draft: Draft,
  { inputs, lockTime, fee }: { inputs: readonly FormInput[]; lockTime: number; fee: bigint },
  coin: Coin,
): { readonly body: TransactionBody; readonly payment: FormPayment } {
  const extra = draft.extra === null ? [] : (outputKinds[draft.extra] ?? [])
  const extraOutputs = extra.map(({ script, amount = ordinaryAmount }) => ({ script, amount }))
  const total = inputs.reduce((sum, { amount }) => sum + amount, 0n)
  const remaining = total - fee - extraOutputs.reduce((sum, { amount }) => sum + amount, 0n)
  const share = remaining > 0n ? remaining / BigInt(draft.outputs.length) : 0n
  // The rounding remainder goes to the first output.
  const remainder = remaining > 0n ? remaining - share * BigInt(draft.outputs.length) : 0n
  const outputs = [
    ...draft.outputs.map(({ output }, index) => ({
      script: output,
      amount: index === 0 ? share + remainder : share,
    })),
    ...extraOutputs,
  ]
  const payment = { inputs, outputs, lockTime, version: draft.version, hashType: draft.hashType }
  const paymentToSign = draft.flaw === 'other signature' ? { ...payment, lockTime: lockTime + 1 } : payment
  const proofs = signForms(coin, paymentToSign)
  const body = {
    version: draft.version,
    lockTime,
    inputs: inputs.map(({ txid, vout, sequence }, index) => ({
      ...{ txid, vout, sequence },
      ...(proofs[index] ?? { script: new Uint8Array(), witness: [] }),
    })),
    outputs: outputs.map(({ script, amount }) => ({ script, amount: toBaseUnits(amount) })),
  }
  return { body, payment }
}

/** Calculates the size in virtual bytes (BIP141). */
function getVirtualSize(body: TransactionBody): number {
  const fullSize = serialise(body).length
  const stripped = serialise({
    ...body,
    inputs: body.inputs.map((input) => ({ ...input, witness: [] })),
  }).length
  return Math.ceil((3 * stripped + fullSize) / 4)
}

function applyFlaw<T extends Proof>({ flaw }: Draft, input: T): T {
  const change = flaw === null ? undefined : proofFlaws[flaw]
  return change ? { ...input, ...change({ script: input.script, witness: input.witness }) } : input
}
