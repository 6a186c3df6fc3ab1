import type { Passing } from '../kernel/failpoint.ts'
import type { Notes } from '../kernel/notes.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Broadcast, Network, Rejection } from '../networks/network.ts'
import { opens } from '../wallet/keys.ts'
import type { Anchor, AnchorReader, AnchorStore, CoinReader, CoinStore } from './anchor.ts'
import { spendableCoins } from './coins.ts'
import { type MadeTransaction, makeTransaction, type Purse, scriptsOf } from './transaction.ts'

export interface DeliverParts {
  readonly purse: Purse
  readonly network: Network
  readonly read: { readonly anchors: AnchorReader; readonly anchorCoins: CoinReader }
  readonly transact: Transact<{ readonly anchors: AnchorStore; readonly anchorCoins: CoinStore }>
  /** Every block that the node has is followed. @throws {NetworkUnavailable} */
  readonly caughtUp: () => Promise<void>
  /** Whether there are coins enough to pay with. */
  readonly funded: (enough: boolean) => void
  readonly log: Notes
  readonly at: Passing
}

/** Thrown to undo a transaction: a coin that was to be spent is not free any more. */
export class CoinTaken extends Error {}

/** Hands anchors to the network, and makes those again that it will never take. */
export function anchorDelivery(parts: DeliverParts) {
  const { purse, network, read, transact, log } = parts
  const { code } = purse.coin
  const scripts = scriptsOf(purse)
  return { send, revive }

  /** Hands it on, and writes down how that went. Who sends the same bytes twice does no harm. */
  async function send(anchor: Anchor): Promise<Broadcast> {
    await parts.at('anchor.recorded')
    const answer = await network.broadcast(anchor.hex)
    await parts.at('anchor.sent')
    const reason = reasonOf(answer)
    const status = reason === null ? 'sent' : anchor.status
    if (reason !== null && reason !== anchor.reason)
      log.warn('An anchor of events is not taken by the network.', { coin: code, txid: anchor.txid, reason })
    await transact(({ anchors }) => anchors.settle(anchor.id, anchor.txid, { status, reason }))
    return answer
  }

  /**
   * For an anchor that is in no block and not in the pool: sends it again, and puts another transaction in its place where its coins were
   * spent elsewhere or its fee is too low by now. False when the network cannot be asked at the moment.
   */
  async function revive(anchor: Anchor, feeRate: bigint): Promise<boolean> {
    const answer = await send(anchor)
    if (answer.outcome === 'accepted') return true
    if (answer.outcome !== 'rejected') return false
    // It may be in a block that has not been followed yet: then its own inputs are spent, by itself.
    await parts.caughtUp()
    const current = await read.anchors.find(anchor.id)
    if (!current || current.block || current.txid !== anchor.txid) return true
    const made = await makeAgain(current, answer.rejection, feeRate)
    if (made && (await replace(current, made))) {
      log.warn('An anchor of events is made again.', { coin: code, lost: current.txid, txid: made.txid })
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
    const own = before.filter(({ script }) => opens(purse.coin, purse.key, script))
    const coins = await spendableCoins({ ...parts, coin: code, scripts }, own)
    const made = makeTransaction(purse, { root: anchor.root, coins, feeRate })
    parts.funded(made !== null)
    if (!made || made.txid === anchor.txid) return null
    return remedy === 'higher fee' && made.fee <= anchor.fee ? null : made
  }

  /** False when a block holds it by now, or a coin was taken. */
  async function replace(anchor: Anchor, made: MadeTransaction): Promise<boolean> {
    try {
      return await transact(async ({ anchors, anchorCoins: coins }) => {
        if (!(await anchors.remake(anchor.id, anchor.txid, made))) return false
        await coins.release(anchor.id)
        await coins.dropOutputs(code, anchor.txid)
        if (!(await coins.take(code, made.inputs, anchor.id))) throw new CoinTaken()
        await coins.add(code, made.change)
        return true
      })
    } catch (error) {
      if (error instanceof CoinTaken) return false
      throw error
    }
  }
}

/** Null: the network has it. */
function reasonOf(answer: Broadcast): string | null {
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

/** What passes by itself is waited for: full pools, chains that are too long, coins that are not ripe. */
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
