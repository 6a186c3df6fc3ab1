import type { CoinCode } from '../coins/index.ts'
import type { Logger } from '../kernel/logger.ts'
import {
  type BlockRef,
  type Network,
  NetworkUnavailableError,
  type TransactionSpends,
} from '../networks/network.ts'
import type { WatchedInput } from './payment.ts'
import { maxAncestorInputs } from './watched-inputs.ts'

/** A busy node may return the block on the next attempt. The chain isn't followed in between. */
const maxAttempts = 3

export interface LostParentsStore {
  /** Unconfirmed payments that depend on an output of these transactions: pairs of a payment and a transaction. */
  findDependentPayments(coin: CoinCode, txids: readonly string[]): Promise<DependentPayment[]>
  /** Adds inputs to watch. Inputs that are already watched stay unchanged. */
  watchInputs(coin: CoinCode, paymentId: string, inputs: readonly WatchedInput[]): Promise<void>
}

export interface DependentPayment {
  readonly paymentId: string
  readonly txid: string
}

/** Reads the spends of a disconnected block, which the node still has. Empty, with a warning in the log, when the node can't return it. */
export function createDisconnectedBlockReader(
  findNetwork: (coin: CoinCode) => Pick<Network, 'findBlockSpends' | 'getTip'> | null,
  log: Logger,
) {
  /** @throws {NetworkUnavailableError} when the node is down; the block's state is unknown */
  return async function read(
    coin: CoinCode,
    { height, hash }: BlockRef,
  ): Promise<readonly TransactionSpends[]> {
    const network = findNetwork(coin)
    for (let attempt = 1; network; attempt++) {
      try {
        return await network.findBlockSpends(hash)
      } catch (error) {
        if (!(error instanceof NetworkUnavailableError)) throw error
        await network.getTip()
        if (attempt < maxAttempts) continue
        log.warn(
          `${coin}: disconnected block ${height} can't be read, so double spends of its transactions won't reverse the payments that depend on them`,
          { block: hash, reason: error.message },
        )
        break
      }
    }
    return []
  }
}

/**
 * When a block is disconnected, its transactions can be double-spent again, and with them every payment that descends from them. Makes those
 * payments also watch the inputs of their ancestors in that block.
 */
export async function watchLostParents(
  store: LostParentsStore,
  coin: CoinCode,
  disconnected: readonly TransactionSpends[],
): Promise<void> {
  const dependents = await store.findDependentPayments(
    coin,
    disconnected.map(({ txid }) => txid),
  )
  if (dependents.length === 0) return
  const byTxid = new Map(disconnected.map((transaction) => [transaction.txid, transaction]))
  for (const [id, parents] of Map.groupBy(dependents, ({ paymentId }) => paymentId)) {
    const parentTxids = parents.map(({ txid }) => txid)
    await store.watchInputs(coin, id, collectInputs(parentTxids, byTxid))
  }
}

/** The inputs of these transactions and of all their ancestors in the block, nearest first, up to the watch limit of a payment. */
function collectInputs(
  txids: readonly string[],
  byTxid: ReadonlyMap<string, TransactionSpends>,
): WatchedInput[] {
  const seen = new Set(txids)
  const inputs: WatchedInput[] = []
  // A loop over a set also visits what is added to it.
  for (const ancestor of seen) {
    for (const { txid, vout } of byTxid.get(ancestor)?.inputs ?? []) {
      if (inputs.length === maxAncestorInputs) return inputs
      inputs.push({ txid, vout, ancestor })
      if (byTxid.has(txid)) seen.add(txid)
    }
  }
  return inputs
}
