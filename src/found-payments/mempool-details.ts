import { type CoinCode, getCoin } from '../coins/index.ts'
import { fromHex } from '../kernel/hex.ts'
import type { RunSteps } from '../kernel/steps.ts'
import type { MempoolEntry, Network, PayingTransaction } from '../networks/network.ts'
import { findAncestors } from '../payments/ancestors.ts'
import { findUnderpaid } from '../payments/fee.ts'
import { computePooledFeeBases, sortParentsFirst } from '../payments/fee-basis.ts'
import { signalsReplacement } from '../payments/finality.ts'
import type { WatchedInput } from '../payments/payment.ts'
import { findAncestorInputs } from '../payments/watched-inputs.ts'

/** Reads everything that decides whether a mempool transaction counts. */
export function createMempoolDetailReader(runSteps: RunSteps) {
  return readMempoolDetails

  /**
   * `inputs` is null when the transaction has too many ancestors to watch, or no inputs: DASH that is withdrawn from its Platform can expire
   * in the mempool without a double spend that would reveal it (DIP 27).
   */
  async function readMempoolDetails(
    coin: CoinCode,
    network: Network,
    { transaction, entry }: { readonly transaction: PayingTransaction; readonly entry: MempoolEntry },
  ) {
    const { txid, hex } = transaction
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
    const bases = new Map(computePooledFeeBases(new Map([...(ancestors ?? []), [txid, entry]])))
    const chain = sortParentsFirst(txid, bases)
    const paysByRate = new Map<bigint, boolean>()
    const computePays = (feeRate: bigint): boolean =>
      entry.fee * 1_000n >= feeRate * BigInt(entry.size) &&
      findUnderpaid(chain, { coin: coinParams, feeRate }).length === 0
    return {
      isReplaceable: entry.isReplaceable ?? (await isReplaceable(coinParams, hex, ancestors)),
      inputs: inputs ? [...toWatchedInputs(transaction), ...inputs] : null,
      /** Whether miners would include the transaction and its ancestors at that rate, in base units per 1 000 bytes. */
      paysFeeRate: (feeRate: bigint): boolean => {
        // Computed once for all outputs: a chain may have hundreds of transactions.
        const pays = paysByRate.get(feeRate) ?? computePays(feeRate)
        paysByRate.set(feeRate, pays)
        return pays
      },
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
}

const nullTxid = '0'.repeat(64)

/** Empty for a coinbase, which spends nothing. */
export const toWatchedInputs = ({ inputs }: PayingTransaction): WatchedInput[] =>
  inputs.filter(({ txid }) => txid !== nullTxid).map((input) => ({ ...input, ancestor: null }))
