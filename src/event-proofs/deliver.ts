import type { Failpoints } from '../kernel/failpoint.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Transact } from '../kernel/transact.ts'
import type { BroadcastResult, Network, Rejection } from '../networks/network.ts'
import { canSpend } from '../wallet/keys.ts'
import type { Anchor, AnchorReader, AnchorStore, CoinReader, CoinStore } from './anchor.ts'
import { spendableCoins } from './coins.ts'
import { type AnchorWallet, type MadeTransaction, makeTransaction, scriptsOf } from './transaction.ts'

export interface AnchorDeliveryParts {
  readonly wallet: AnchorWallet
  readonly network: Network
  readonly read: { readonly anchors: AnchorReader; readonly anchorCoins: CoinReader }
  readonly transact: Transact<{ readonly anchors: AnchorStore; readonly anchorCoins: CoinStore }>
  /** Resolves once every block of the node has been processed. @throws {NetworkUnavailable} */
  readonly caughtUp: () => Promise<void>
  /** Reports whether the wallet has enough funds. */
  readonly funded: (enough: boolean) => void
  readonly log: Logger
  readonly checkFailpoint: Failpoints
}

/** Thrown to roll back a transaction: a UTXO to be spent is no longer available. */
export class CoinTaken extends Error {}

/** Broadcasts anchors, and rebuilds those the network will never accept. */
export function createAnchorDelivery(parts: AnchorDeliveryParts) {
  const { wallet, network, read, transact, log } = parts
  const { code } = wallet.coin
  const scripts = scriptsOf(wallet)
  return { send, revive }

  /** Broadcasts the anchor and records the result. Broadcasting the same bytes twice is harmless. */
  async function send(anchor: Anchor): Promise<BroadcastResult> {
    await parts.checkFailpoint('anchor.recorded')
    const answer = await network.broadcast(anchor.hex)
    await parts.checkFailpoint('anchor.sent')
    const reason = reasonOf(answer)
    const status = reason === null ? 'sent' : anchor.status
    if (reason !== null && reason !== anchor.reason)
      log.warn('The network did not accept an anchor transaction.', { coin: code, txid: anchor.txid, reason })
    await transact(({ anchors }) => anchors.settle(anchor.id, anchor.txid, { status, reason }))
    return answer
  }

  /**
   * For an anchor that is neither in a block nor in the mempool: rebroadcasts it, and replaces its transaction if its inputs were spent
   * elsewhere or its fee is now too low. False if the network cannot be reached.
   */
  async function revive(anchor: Anchor, feeRate: bigint): Promise<boolean> {
    const answer = await send(anchor)
    if (answer.outcome === 'accepted') return true
    if (answer.outcome !== 'rejected') return false
    // It may be in a block that has not been processed yet: then it has spent its own inputs.
    await parts.caughtUp()
    const current = await read.anchors.find(anchor.id)
    if (!current || current.block || current.txid !== anchor.txid) return true
    const made = await makeAgain(current, answer.rejection, feeRate)
    if (made && (await replace(current, made))) {
      log.warn('An anchor transaction is rebuilt.', { coin: code, lost: current.txid, txid: made.txid })
      await send({ ...current, ...made, status: 'sending', reason: null })
    }
    return true
  }

  async function makeAgain(
    anchor: Anchor,
    rejection: Rejection,
    feeRate: bigint,
  ): Promise<MadeTransaction | null> {
    const remedy = remedyFor(rejection)
    if (remedy === 'wait') return null
    const before = await read.anchorCoins.spentBy(anchor.id)
    const own = before.filter(({ script }) => canSpend(wallet.coin, wallet.key, script))
    const coins = await spendableCoins({ ...parts, coin: code, scripts }, own)
    const made = makeTransaction(wallet, { root: anchor.root, coins, feeRate })
    parts.funded(made !== null)
    if (!made || made.txid === anchor.txid) return null
    return remedy === 'higher fee' && made.fee <= anchor.fee ? null : made
  }

  /** False if a block contains it by now, or a UTXO was taken. */
  async function replace(anchor: Anchor, made: MadeTransaction): Promise<boolean> {
    try {
      return await transact(async ({ anchors, anchorCoins: coins }) => {
        if (!(await anchors.replaceTransaction(anchor.id, anchor.txid, made))) return false
        await coins.release(anchor.id)
        await coins.dropOutputs(code, anchor.txid)
        if (!(await coins.reserve(code, made.inputs, anchor.id))) throw new CoinTaken()
        await coins.add(code, made.change)
        return true
      })
    } catch (error) {
      if (error instanceof CoinTaken) return false
      throw error
    }
  }
}

/** Null if the network has it. */
function reasonOf(answer: BroadcastResult): string | null {
  switch (answer.outcome) {
    case 'accepted':
      return null
    case 'rejected':
      return `rejected: ${answer.rejection.reason}`
    case 'unsent':
    case 'unknown':
      return 'the network did not answer'
  }
}

/** Temporary conditions only need waiting: long unconfirmed chains, immature coins. */
function remedyFor({ reason }: Rejection): 'other coins' | 'higher fee' | 'wait' {
  switch (reason) {
    case 'inputs_missing':
    case 'inputs_spent':
      return 'other coins'
    case 'fee_too_low':
    case 'pool_full':
      return 'higher fee'
    default:
      return 'wait'
  }
}
