import type { CoinCode } from '../coins/index.ts'
import type { Network } from '../networks/network.ts'
import type { ChainChanges } from './change.ts'
import { lastTxid, type Payment, type WatchedInput } from './payment.ts'

export interface ReplacedPaymentReader {
  /** The outpoints that the payment and its unconfirmed ancestors spend. */
  findInputs(id: string): Promise<readonly WatchedInput[]>
}

interface ReplacedPaymentParts {
  readonly reader: ReplacedPaymentReader
  /** Looks for payments among all transactions that are new in the coin's mempool. */
  readonly readMempool: (coin: CoinCode) => Promise<void>
  readonly changes: Pick<ChainChanges, 'recordReplaced'>
}

export type ReplacedPaymentRecorder = ReturnType<typeof createReplacedPaymentRecorder>

/** A payment with more inputs, ancestors' included, waits for a block: each is a call to the node. */
const maxInputs = 200

/** Finds payments from any wallet that the mempool has replaced. A replacement that pays the invoice continues the payment instead. */
export function createReplacedPaymentRecorder({ reader, readMempool, changes }: ReplacedPaymentParts) {
  /** @param missing payments from any wallet that are not in the mempool */
  return async function recordReplaced(
    coin: CoinCode,
    network: Pick<Network, 'findInMempool' | 'findPreviousOutputs'>,
    missing: readonly Payment[],
  ): Promise<void> {
    const replaced: Payment[] = []
    // One transaction can be the payment of many invoices.
    for (const [first, ...others] of Map.groupBy(missing, lastTxid).values())
      if (first && (await isReplaced(first, network))) replaced.push(first, ...others)
    await readMempool(coin)
    for (const payment of replaced) await changes.recordReplaced(payment)
  }

  async function isReplaced(
    { id }: Payment,
    network: Pick<Network, 'findInMempool' | 'findPreviousOutputs'>,
  ): Promise<boolean> {
    const inputs = await reader.findInputs(id)
    if (inputs.length > maxInputs) return false
    const ancestors = [...new Set(inputs.flatMap(({ ancestor }) => ancestor ?? []))]
    const entries = await network.findInMempool(ancestors)
    const missingAncestors = new Set(ancestors.filter((_, index) => !entries[index]))
    const unspent = inputs.filter(({ ancestor }) => ancestor === null || missingAncestors.has(ancestor))
    const previous = await network.findPreviousOutputs(unspent.map(({ txid, vout }) => ({ txid, vout })))
    return previous.some((each) => !each.found && each.spentInMempool)
  }
}
