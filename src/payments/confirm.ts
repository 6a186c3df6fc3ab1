import type { CoinCode } from '../coins/index.ts'
import { buildInvoiceEvents } from '../invoices/invoice-events.ts'
import type { ViewContext } from '../invoices/view.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import type { ChainChange } from '../networks/follow.ts'
import type { Block, BlockRef, TransactionSpends } from '../networks/network.ts'
import type { ChainChanges, ChangeStores } from './change.ts'
import { createRequiredConfirmations } from './confirmation-policy.ts'
import { type LostParentsStore, watchLostParents } from './lost-parents.ts'
import type { BlockPosition, Payment } from './payment.ts'
import type { Settlement, SettleStores } from './settle.ts'

export interface ConfirmPaymentStore extends LostParentsStore {
  /** Payments to look for in new blocks: their id and the transaction that pays. */
  findWatched(coin: CoinCode): Promise<{ id: string; txid: string }[]>
  find(id: string): Promise<Payment | null>
  setBlock(id: string, block: BlockPosition): Promise<void>
  findInBlock(coin: CoinCode, block: BlockRef): Promise<Payment[]>
  /**
   * Accepted, unconfirmed payments with enough confirmations at this chain height. `usual` applies to payments without a requirement of
   * their own.
   */
  findToConfirm(coin: CoinCode, height: number, usual: number): Promise<Payment[]>
  confirm(id: string, at: Instant): Promise<void>
  /** Stops watching payments that were mined, or double-spent, in blocks up to this height. */
  unwatch(coin: CoinCode, upTo: number): Promise<void>
}

export interface ConfirmStores extends Omit<SettleStores, 'payments' | 'invoices'> {
  readonly payments: SettleStores['payments'] & ConfirmPaymentStore & ChangeStores['payments']
  readonly invoices: SettleStores['invoices'] & ChangeStores['invoices']
  readonly followed: {
    connect(
      coin: string,
      block: BlockRef & { readonly previous: string; readonly time: number },
    ): Promise<void>
    disconnect(coin: string, block: BlockRef): Promise<void>
  }
}

export interface ConfirmParts {
  readonly transact: Transact<ConfirmStores>
  readonly settlement: Settlement
  readonly changes: Pick<ChainChanges, 'restoreInTransaction'>
  /** Reads the spends of a disconnected block. */
  readonly readLost: (coin: CoinCode, block: BlockRef) => Promise<readonly TransactionSpends[]>
  /** Required confirmations for payments whose account doesn't set them. */
  readonly confirmations: (coin: CoinCode) => number
  readonly view: ViewContext
  readonly clock: Clock
}

interface LostBlock extends BlockRef {
  readonly spends: readonly TransactionSpends[]
}

/** Payments with this many confirmations are no longer watched. */
const watchedDepth = 100

/** Applies a connected or disconnected block to payments, in the same transaction as the follower's position. */
export function createChainChangeHandler(parts: ConfirmParts) {
  const { transact, settlement, changes, readLost, confirmations, view, clock } = parts
  const depthOf = createRequiredConfirmations(confirmations)
  return apply

  async function apply(coin: CoinCode, change: ChainChange): Promise<void> {
    if (change.kind === 'disconnect') {
      const lost = { ...change.block, spends: await readLost(coin, change.block) }
      return transact((stores) => takeBack(stores, coin, lost))
    }
    const { block } = change
    return transact(async (stores) => {
      await stores.followed.connect(coin, block)
      await placeFound(stores, coin, block)
      await confirmDeep(stores, coin, block.height)
      await stores.payments.unwatch(coin, block.height - watchedDepth + 1)
    })
  }

  async function takeBack({ followed, payments, invoices }: ConfirmStores, coin: CoinCode, block: LostBlock) {
    await followed.disconnect(coin, block)
    for (const payment of await payments.findInBlock(coin, block)) {
      await payments.clearBlock(payment.id, depthOf(payment) === 0)
      await invoices.advanceSequence(payment.invoiceUid, 0)
    }
    await watchLostParents(payments, coin, block.spends)
    await payments.rewindSearch(coin, block.height)
  }

  /** Loads the watched payments once per block, however many there are. */
  async function placeFound(
    stores: ConfirmStores,
    coin: CoinCode,
    block: BlockRef & Pick<Block, 'txids'>,
  ): Promise<void> {
    const watched = await stores.payments.findWatched(coin)
    if (watched.length === 0) return
    const mined = block.txids.intersect(watched.map(({ txid }) => txid))
    for (const { id } of watched.filter(({ txid }) => mined.has(txid))) await placeOne(stores, id, block)
  }

  async function placeOne(stores: ConfirmStores, id: string, { height, hash }: BlockRef): Promise<void> {
    const payment = await stores.payments.find(id)
    if (!payment) return
    if (payment.status === 'sending' || payment.status === 'set_aside') {
      await settlement.acceptInTransaction(stores, payment, { height, hash })
      return
    }
    if (payment.doubleSpent) await changes.restoreInTransaction(stores, payment)
    await stores.payments.setBlock(id, { height, hash })
    await stores.invoices.advanceSequence(payment.invoiceUid, 0)
  }

  async function confirmDeep(
    { payments, invoices, events }: ConfirmStores,
    coin: CoinCode,
    height: number,
  ): Promise<void> {
    for (const { id, invoiceUid } of await payments.findToConfirm(coin, height, confirmations(coin))) {
      await payments.confirm(id, clock.now())
      const invoice = await invoices.advanceSequence(invoiceUid, 1)
      if (invoice)
        await events.append(buildInvoiceEvents(['payment.confirmed'], invoice, clock.now(), at(height)))
    }
  }

  /** The event reports the confirmations as of the new block. */
  function at(height: number): ViewContext {
    return { ...view, tipHeight: () => height }
  }
}
