import type { Failpoints } from '../kernel/failpoint.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Transact } from '../kernel/transact.ts'
import type { BroadcastResult, Network, Rejection } from '../networks/network.ts'
import { canSpend } from '../wallet/keys.ts'
import type { Anchor, AnchorReader, AnchorStore, UtxoReader, UtxoStore } from './anchor.ts'
import {
  type AnchorWallet,
  buildAnchorTransaction,
  type FundedAnchorTransaction,
  listAnchorScripts,
} from './transaction.ts'
import { findSpendableUtxos } from './utxos.ts'

export interface AnchorDeliveryDependencies {
  readonly wallet: AnchorWallet
  readonly network: Network
  readonly read: { readonly anchors: AnchorReader; readonly anchorUtxos: UtxoReader }
  readonly transact: Transact<{ readonly anchors: AnchorStore; readonly anchorUtxos: UtxoStore }>
  /** Resolves once every block of the node has been processed. @throws {NetworkUnavailableError} */
  readonly waitUntilCaughtUp: () => Promise<void>
  /** Called with whether the wallet has enough funds. */
  readonly reportFunding: (isSufficient: boolean) => void
  readonly log: Logger
  readonly checkFailpoint: Failpoints
}

/** Thrown to roll back a transaction: a UTXO to be spent is no longer available. */
export class UtxoUnavailableError extends Error {}

/** Broadcasts anchors, and rebuilds those the network will never accept. */
export function createAnchorDelivery(dependencies: AnchorDeliveryDependencies) {
  const { wallet, network, read, transact, log } = dependencies
  const { code } = wallet.coin
  const scripts = listAnchorScripts(wallet)
  return { send, rebroadcast }

  /** Broadcasts the anchor and records the result. Broadcasting the same bytes twice is harmless. */
  async function send(anchor: Anchor): Promise<BroadcastResult> {
    await dependencies.checkFailpoint('anchor.recorded')
    const result = await network.broadcast(anchor.hex)
    await dependencies.checkFailpoint('anchor.sent')
    const reason = getReason(result)
    const status = reason === null ? 'sent' : anchor.status
    if (reason !== null && reason !== anchor.reason)
      log.warn('the network did not accept the anchor transaction', { coin: code, txid: anchor.txid, reason })
    await transact(({ anchors }) => anchors.recordBroadcastResult(anchor.id, anchor.txid, { status, reason }))
    return result
  }

  /**
   * For an anchor that is neither in a block nor in the mempool: rebroadcasts it, and replaces its transaction if its inputs were spent
   * elsewhere or its fee is now too low. False if the network cannot be reached.
   */
  async function rebroadcast(anchor: Anchor, feeRate: bigint): Promise<boolean> {
    const result = await send(anchor)
    if (result.outcome === 'accepted') return true
    if (result.outcome !== 'rejected') return false
    // It may be in a block that has not been processed yet: then it has spent its own inputs.
    await dependencies.waitUntilCaughtUp()
    const current = await read.anchors.find(anchor.id)
    if (!current || current.block || current.txid !== anchor.txid) return true
    const transaction = await rebuild(current, result.rejection, feeRate)
    if (transaction && (await replace(current, transaction))) {
      log.warn('the anchor transaction was replaced', {
        coin: code,
        replaced: current.txid,
        txid: transaction.txid,
      })
      await send({ ...current, ...transaction, status: 'sending', reason: null })
    }
    return true
  }

  async function rebuild(
    anchor: Anchor,
    rejection: Rejection,
    feeRate: bigint,
  ): Promise<FundedAnchorTransaction | null> {
    const remedy = chooseRemedy(rejection)
    if (remedy === 'wait') return null
    const spentOutputs = await read.anchorUtxos.listSpentBy(anchor.id)
    const ownOutputs = spentOutputs.filter(({ script }) => canSpend(wallet.coin, wallet.key, script))
    const utxos = await findSpendableUtxos({ ...dependencies, coin: code, scripts }, ownOutputs)
    const transaction = buildAnchorTransaction(wallet, { root: anchor.root, utxos, feeRate })
    dependencies.reportFunding(transaction !== null)
    if (!transaction || transaction.txid === anchor.txid) return null
    return remedy === 'bump_fee' && transaction.fee <= anchor.fee ? null : transaction
  }

  /** False if a block contains it by now, or a UTXO is no longer available. */
  async function replace(anchor: Anchor, replacement: FundedAnchorTransaction): Promise<boolean> {
    try {
      return await transact(async ({ anchors, anchorUtxos: utxos }) => {
        if (!(await anchors.replaceTransaction(anchor.id, anchor.txid, replacement))) return false
        await utxos.release(anchor.id)
        await utxos.deleteOutputs(code, anchor.txid)
        if (!(await utxos.reserve(code, replacement.inputs, anchor.id))) throw new UtxoUnavailableError()
        await utxos.add(code, replacement.change)
        return true
      })
    } catch (error) {
      if (error instanceof UtxoUnavailableError) return false
      throw error
    }
  }
}

/** Why the network has not accepted the transaction; null if it has. */
function getReason(result: BroadcastResult): string | null {
  switch (result.outcome) {
    case 'accepted':
      return null
    case 'rejected':
      return `rejected: ${result.rejection.reason}`
    case 'unsent':
    case 'unknown':
      return 'the network did not respond'
  }
}

/** How to get a rejected anchor accepted. Temporary conditions, such as long unconfirmed chains and immature coins, resolve on their own. */
function chooseRemedy({ reason }: Rejection): 'use_other_utxos' | 'bump_fee' | 'wait' {
  switch (reason) {
    case 'inputs_missing':
    case 'inputs_spent':
      return 'use_other_utxos'
    case 'fee_too_low':
    case 'pool_full':
      return 'bump_fee'
    default:
      return 'wait'
  }
}
