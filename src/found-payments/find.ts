import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CoinCode } from '../coins/index.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { hour, type Instant, second } from '../kernel/clock.ts'
import type { Decimal } from '../kernel/money.ts'
import type { RunSteps } from '../kernel/steps.ts'
import type { Network, PayingTransaction, TransactionSpends } from '../networks/network.ts'
import type { PaymentChain } from '../payments/chain.ts'
import type { BlockPosition, TakenOutput, WatchedInput } from '../payments/payment.ts'
import { hasRoom, type PaidTotal, takeLargest } from './limits.ts'
import { createMempoolDetailReader, toWatchedInputs } from './mempool-details.ts'
import { createValuation, type QuoteReader, type Sighting, type ValuationDependencies } from './valuation.ts'
import type { WatchPeriods } from './watch-periods.ts'

/** An output to an issued address, with everything needed to record it as a payment. */
export interface FoundOutput extends TakenOutput {
  readonly invoiceUid: string
  readonly coin: CoinCode
  /** The serialised transaction. */
  readonly hex: string
  readonly inputs: readonly WatchedInput[]
  /** In its block. Nothing can double-spend them while the block is connected, so their inputs aren't watched. */
  readonly minedAncestors: readonly TransactionSpends[]
  /** Its value in the invoice's currency, and the rate snapshot it was computed from. */
  readonly value: Decimal
  readonly snapshotId: string
  readonly requiredConfirmations: number | null
  readonly signalsReplacement: boolean
  /** False for a mempool transaction whose fee is too low, or that may be replaced when the service rejects that. */
  readonly isCounted: boolean
  readonly block: BlockPosition | null
  /** Height of the chain before it was found. */
  readonly sinceHeight: number
}

/** Payments to watched addresses in one block. */
export interface FoundBlockPayments {
  /** The largest outputs to each address. */
  readonly outputs: readonly FoundOutput[]
  /** By script: all its outputs. */
  readonly totals: ReadonlyMap<string, PaidTotal>
}

export interface FoundPaymentReader extends QuoteReader {
  /** The account of each of these scripts (hex) that belongs to a watched address. */
  findWatchedAccounts(coin: CoinCode, scripts: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The uid of the invoice with this watched address. */
  findWatchedInvoice(coin: CoinCode, script: string): Promise<string | null>
  findInvoice(uid: string): Promise<Invoice | null>
  findRequiredConfirmations(accountId: number): Promise<ReadonlyMap<CoinCode, number>>
}

interface FinderDependencies extends ValuationDependencies {
  readonly reader: FoundPaymentReader
  readonly rejectsReplaceable: (coin: CoinCode) => boolean
  readonly watchPeriods: Pick<WatchPeriods, 'findStart'>
  readonly runSteps: RunSteps
}

type EvaluatedOutput = Omit<
  FoundOutput,
  | keyof TakenOutput
  | 'coin'
  | 'hex'
  | 'inputs'
  | 'minedAncestors'
  | 'signalsReplacement'
  | 'isCounted'
  | 'block'
  | 'sinceHeight'
> & {
  readonly invoice: Invoice
  /** Base units per 1 000 bytes, at the quote. */
  readonly feeRate: bigint | undefined
}

/** The node knows when a transaction entered its mempool, even if the service was down at that time. */
const nodeStart: Instant = 0

/** Miners choose the time of a block. Nodes accept times up to two hours ahead of their clock, and earlier than the previous block's. */
const maxBlockTimeErrorMs = 2 * hour

/** SQLite is synchronous: without a pause, a transaction that pays thousands of invoices would block the event loop. */
const outputsPerTurn = 8

/** Finds payments to issued addresses in blocks and in the mempool. */
export function createPaymentFinder({
  reader,
  rejectsReplaceable,
  watchPeriods,
  clock,
  runSteps,
  ...valuation
}: FinderDependencies) {
  const computeValuation = createValuation({ reader, clock, ...valuation })
  const readDetails = createMempoolDetailReader(runSteps)
  let evaluatedOutputs = 0
  return { searchBlock, searchMempool }

  /** `block.time` is in seconds since 1970. */
  async function searchBlock(
    coin: CoinCode,
    network: Pick<Network, 'findPayingInBlock'>,
    block: BlockPosition & { readonly time: number },
  ): Promise<FoundBlockPayments> {
    const { height, hash, time } = block
    const payingTransactions = await network.findPayingInBlock(
      hash,
      async (scripts) => new Set((await reader.findWatchedAccounts(coin, scripts)).keys()),
    )
    const { largest, totals } = takeLargest(payingTransactions)
    const outputs: FoundOutput[] = []
    for (const transaction of largest) {
      const inputs = toWatchedInputs(transaction)
      const now = clock.now()
      const minedAt = time * second
      const evaluated = await evaluateOutputs(coin, transaction, {
        from: Math.min(minedAt, now),
        until: Math.min(minedAt + maxBlockTimeErrorMs, now),
        watchedSince: watchPeriods.findStart(coin),
        isMined: true,
      })
      for (const { feeRate: _, invoice: __, ...output } of evaluated)
        outputs.push({
          ...output,
          inputs,
          minedAncestors: transaction.ancestors,
          signalsReplacement: false,
          isCounted: true,
          block: { height, hash },
          sinceHeight: height - 1,
        })
    }
    return { outputs, totals }
  }

  /**
   * Finds the outputs of these mempool transactions to these watched scripts. Omits outputs whose invoice has no room for more payments, and
   * transactions that have left the mempool in the meantime.
   */
  async function searchMempool(
    coin: CoinCode,
    { network, getTipHeight }: Pick<PaymentChain, 'network' | 'getTipHeight'>,
    { txids, scripts }: { readonly txids: readonly string[]; readonly scripts: ReadonlySet<string> },
  ): Promise<FoundOutput[]> {
    const sinceHeight = getTipHeight()
    const { largest } = takeLargest(await network.findPayingInMempool(txids, async () => scripts))
    const entries = largest.length > 0 ? await network.findInMempool(largest.map(({ txid }) => txid)) : []
    const foundOutputs: FoundOutput[] = []
    for (const [index, transaction] of largest.entries()) {
      const entry = entries[index]
      if (!entry) continue
      const now = clock.now()
      const from = Math.min(entry.time * second, now)
      const sighting: Sighting = { from, until: now, watchedSince: nodeStart, isMined: false }
      const outputs = (await evaluateOutputs(coin, transaction, sighting)).filter(({ invoice, value }) =>
        hasRoom(invoice, { value, isCounted: true, isMined: false }),
      )
      if (outputs.length === 0) continue
      const details = await readDetails(coin, network, { transaction, entry })
      const inputs = details.inputs ?? toWatchedInputs(transaction)
      for (const { feeRate, invoice: _, ...output } of outputs) {
        const isCounted =
          feeRate !== undefined &&
          details.paysFeeRate(feeRate) &&
          details.inputs !== null &&
          !(details.isReplaceable && rejectsReplaceable(coin))
        foundOutputs.push({
          ...output,
          signalsReplacement: details.isReplaceable,
          inputs,
          minedAncestors: [],
          isCounted,
          block: null,
          sinceHeight,
        })
      }
    }
    return foundOutputs
  }

  /** The transaction's outputs to watched addresses, each with its value when it was seen. */
  async function evaluateOutputs(
    coin: CoinCode,
    { txid, hex, outputs }: PayingTransaction,
    sighting: Sighting,
  ) {
    const foundOutputs: (EvaluatedOutput & TakenOutput & Pick<FoundOutput, 'coin' | 'hex'>)[] = []
    for (const output of outputs) {
      if (++evaluatedOutputs % outputsPerTurn === 0) await nextTurn()
      const uid = await reader.findWatchedInvoice(coin, output.script)
      const invoice = uid === null ? null : await reader.findInvoice(uid)
      const evaluated = invoice && (await evaluate(invoice, coin, output, sighting))
      if (evaluated) foundOutputs.push({ ...evaluated, ...output, txid, coin, hex })
    }
    return foundOutputs
  }

  async function evaluate(
    invoice: Invoice,
    coin: CoinCode,
    { amount }: Pick<TakenOutput, 'amount'>,
    sighting: Sighting,
  ): Promise<EvaluatedOutput | null> {
    const valuation = await computeValuation(invoice, coin, { amount, ...sighting })
    if (!valuation) return null
    const required = await reader.findRequiredConfirmations(invoice.accountId)
    return {
      invoice,
      invoiceUid: invoice.uid,
      requiredConfirmations: invoice.confirmations ?? required.get(coin) ?? null,
      ...valuation,
    }
  }
}

export type PaymentFinder = ReturnType<typeof createPaymentFinder>
