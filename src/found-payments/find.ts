import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CoinCode, getCoin } from '../coins/index.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { fromHex } from '../kernel/hex.ts'
import type { Decimal } from '../kernel/money.ts'
import type { RunSteps } from '../kernel/steps.ts'
import type { MempoolEntry, Network, PayingTransaction, TransactionSpends } from '../networks/network.ts'
import { findAncestors } from '../payments/ancestors.ts'
import type { PaymentChain } from '../payments/chain.ts'
import { signalsReplacement } from '../payments/finality.ts'
import type { BlockPosition, TakenOutput, WatchedInput } from '../payments/payment.ts'
import { findAncestorInputs } from '../payments/watched-inputs.ts'
import { hasRoom, type PaidTotal, takeLargest } from './limits.ts'
import { createValuation, type QuoteReader, type ValuationDependencies } from './valuation.ts'

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
  readonly clock: Clock
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

/** SQLite is synchronous: without a pause, a transaction that pays thousands of invoices would block the event loop. */
const outputsPerTurn = 8

/** Finds payments to issued addresses in blocks and in the mempool. */
export function createPaymentFinder({
  reader,
  rejectsReplaceable,
  clock,
  runSteps,
  ...valuation
}: FinderDependencies) {
  const computeValuation = createValuation({ reader, ...valuation })
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
      const evaluated = await evaluateOutputs(coin, transaction, time * 1_000)
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
    const payingTransactions = await network.findPayingInMempool(txids, async () => scripts)
    const foundOutputs: FoundOutput[] = []
    for (const transaction of takeLargest(payingTransactions).largest) {
      const outputs = (await evaluateOutputs(coin, transaction, clock.now())).filter(({ invoice, value }) =>
        hasRoom(invoice, { value, isCounted: true, isMined: false }),
      )
      const details = outputs.length > 0 && (await readMempoolDetails(coin, network, transaction))
      if (!details) continue
      const { entry, isReplaceable } = details
      const inputs = details.inputs ?? toWatchedInputs(transaction)
      for (const { feeRate, invoice: _, ...output } of outputs) {
        const paysFeeRate = feeRate !== undefined && entry.fee * 1_000n >= feeRate * BigInt(entry.size)
        const isCounted =
          paysFeeRate && details.inputs !== null && !(isReplaceable && rejectsReplaceable(coin))
        foundOutputs.push({
          ...output,
          signalsReplacement: isReplaceable,
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

  /**
   * Null when the transaction has left the mempool. `inputs` is null when it has too many ancestors to watch, or no inputs: DASH that is
   * withdrawn from its Platform can expire in the mempool without a double spend that would reveal it (DIP 27).
   */
  async function readMempoolDetails(coin: CoinCode, network: Network, transaction: PayingTransaction) {
    const { txid, hex } = transaction
    const [entry] = await network.findInMempool([txid])
    if (!entry) return null
    const coinParams = getCoin(coin)
    const ancestors = await findAncestors(entry.depends, network)
    const inputs =
      transaction.inputs.length > 0 &&
      ancestors &&
      (await findAncestorInputs(coinParams, [...ancestors.keys()], {
        network,
        runSteps,
        checkDeadline: () => {},
      }))
    return {
      entry,
      isReplaceable: entry.isReplaceable ?? (await isReplaceable(coinParams, hex, ancestors)),
      inputs: inputs ? [...toWatchedInputs(transaction), ...inputs] : null,
    }
  }

  async function isReplaceable(
    coinParams: Parameters<typeof signalsReplacement>[0],
    hex: string,
    ancestors: ReadonlyMap<string, MempoolEntry> | null,
  ): Promise<boolean> {
    if (coinParams.replacement === 'none') return false
    const parsed = await runSteps(coinParams.parseInSteps(fromHex(hex)))
    return (
      signalsReplacement(coinParams, parsed) ||
      [...(ancestors?.values() ?? [])].some((ancestor) => ancestor.isReplaceable)
    )
  }

  /** The transaction's outputs to watched addresses, each with its value at the quote that was valid at `seenAt`. */
  async function evaluateOutputs(coin: CoinCode, { txid, hex, outputs }: PayingTransaction, seenAt: Instant) {
    const foundOutputs: (EvaluatedOutput & TakenOutput & Pick<FoundOutput, 'coin' | 'hex'>)[] = []
    for (const output of outputs) {
      if (++evaluatedOutputs % outputsPerTurn === 0) await nextTurn()
      const uid = await reader.findWatchedInvoice(coin, output.script)
      const invoice = uid === null ? null : await reader.findInvoice(uid)
      const evaluated = invoice && (await evaluate(invoice, coin, output, seenAt))
      if (evaluated) foundOutputs.push({ ...evaluated, ...output, txid, coin, hex })
    }
    return foundOutputs
  }

  async function evaluate(
    invoice: Invoice,
    coin: CoinCode,
    { amount }: Pick<TakenOutput, 'amount'>,
    seenAt: Instant,
  ): Promise<EvaluatedOutput | null> {
    const valuation = await computeValuation(invoice, coin, { amount, seenAt })
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

const nullTxid = '0'.repeat(64)

/** Empty for a coinbase, which spends nothing. */
const toWatchedInputs = ({ inputs }: PayingTransaction) =>
  inputs.filter(({ txid }) => txid !== nullTxid).map((input) => ({ ...input, ancestor: null }))

export type PaymentFinder = ReturnType<typeof createPaymentFinder>
