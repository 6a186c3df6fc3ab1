import type { CoinCode } from '../coins/index.ts'
import type { Network } from '../networks/network.ts'
import type { ChainChanges } from './change.ts'
import type { Payment, WatchedInput } from './payment.ts'

/** Without its bytes: one transaction can be the payment of thousands of invoices. */
interface RejectedPayment {
  readonly id: string
  readonly txid: string
}

export interface ReplacedPaymentReader {
  find(id: string): Promise<Payment | null>
  /** The outpoints that the payment and its unconfirmed ancestors spend. */
  findInputs(id: string): Promise<readonly WatchedInput[]>
}

interface ReplacedPaymentDependencies {
  readonly reader: ReplacedPaymentReader
  /** Looks for payments among all transactions that are new in the coin's mempool. */
  readonly readMempool: (coin: CoinCode) => Promise<unknown>
  readonly changes: Pick<ChainChanges, 'recordReplaced'>
}

export type ReplacedPaymentRecorder = ReturnType<typeof createReplacedPaymentRecorder>

/** A payment with more inputs, including its ancestors', waits for a block instead: the node has to look up each of them. */
const maxInputs = 200

/** Finds any-wallet payments that were replaced in the mempool. If the replacement also pays the invoice, it becomes the payment's transaction. */
export function createReplacedPaymentRecorder({ reader, readMempool, changes }: ReplacedPaymentDependencies) {
  /** @param rejected payments from any wallet whose rebroadcast the node has rejected */
  return async function recordReplaced(
    coin: CoinCode,
    network: Pick<Network, 'findInMempool' | 'findPreviousOutputs'>,
    rejected: readonly RejectedPayment[],
  ): Promise<void> {
    const replacedPayments: RejectedPayment[] = []
    for (const [first, ...others] of Map.groupBy(rejected, ({ txid }) => txid).values())
      if (first && (await isReplaced(first, network))) replacedPayments.push(first, ...others)
    if (replacedPayments.length === 0) return
    await readMempool(coin)
    for (const { id, txid } of replacedPayments) {
      const payment = await reader.find(id)
      if (payment?.txid === txid) await changes.recordReplaced(payment)
    }
  }

  async function isReplaced(
    { id }: RejectedPayment,
    network: Pick<Network, 'findInMempool' | 'findPreviousOutputs'>,
  ): Promise<boolean> {
    const inputs = await reader.findInputs(id)
    if (inputs.length > maxInputs) return false
    const ancestors = [...new Set(inputs.flatMap(({ ancestor }) => ancestor ?? []))]
    const entries = await network.findInMempool(ancestors)
    const missingAncestors = new Set(ancestors.filter((_, index) => !entries[index]))
    const queriedInputs = inputs.filter(({ ancestor }) => ancestor === null || missingAncestors.has(ancestor))
    const previousOutputs = await network.findPreviousOutputs(
      queriedInputs.map(({ txid, vout }) => ({ txid, vout })),
    )
    return previousOutputs.some((output) => !output.isFound && output.spentInMempool)
  }
}
