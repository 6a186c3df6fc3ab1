import type { CoinCode } from '../coins/index.ts'
import { buildInvoiceEvents } from '../invoices/invoice-events.ts'
import type { ViewContext } from '../invoices/view.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import type { ChainChange } from '../networks/follow.ts'
import type { Block, BlockRef, TransactionSpends } from '../networks/network.ts'
import type { ChainChanges, ChangeStores } from './change.ts'
import { createRequiredConfirmations } from './confirmation-policy.ts'
import type { PaymentCounter } from './count.ts'
import { type LostParentsStore, watchLostParents } from './lost-parents.ts'
import { type BlockPosition, lastTxid, type Payment } from './payment.ts'
import type { Settlement, SettleStores } from './settle.ts'

export interface ConfirmPaymentStore extends LostParentsStore {
  /** Payments to look for in new blocks: their id and the transaction that pays. */
  findWatched(coin: CoinCode): Promise<{ id: string; txid: string }[]>
  find(id: string): Promise<Payment | null>
  setBlock(id: string, block: BlockPosition): Promise<void>
  findInBlock(coin: CoinCode, block: BlockRef): Promise<Payment[]>
  /**
   * Accepted, unconfirmed payments with enough confirmations at this chain height. `defaultConfirmations` applies to payments without
   * their own requirement.
   */
  findToConfirm(coin: CoinCode, height: number, defaultConfirmations: number): Promise<Payment[]>
  confirm(id: string, at: Instant): Promise<void>
  /** Starts counting a payment towards the amount: it was found in the mempool, and is now in a block. */
  startCounting(id: string, at: Instant): Promise<void>
  /** Stops watching payments that were mined, or double-spent, in blocks up to this height. */
  unwatch(coin: CoinCode, maxHeight: number): Promise<void>
}

interface ConfirmStores extends Omit<SettleStores, 'payments' | 'invoices'> {
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

interface ConfirmDependencies<Stores> {
  readonly transact: Transact<Stores>
  readonly settlement: Settlement
  readonly changes: Pick<ChainChanges, 'restoreInTransaction'>
  readonly paymentCounter: Pick<PaymentCounter, 'count' | 'recordConfirmed'>
  /** Reads the spends of a disconnected block. */
  readonly readDisconnected: (coin: CoinCode, block: BlockRef) => Promise<readonly TransactionSpends[]>
  /** Finds the block's payments to issued addresses. Returns a function that records them. */
  readonly prepareFound: (coin: CoinCode, block: Block) => Promise<(stores: Stores) => Promise<void>>
  /** Required confirmations for payments whose account doesn't set them. */
  readonly confirmations: (coin: CoinCode) => number
  readonly view: ViewContext
  readonly clock: Clock
}

interface DisconnectedBlock extends BlockRef {
  readonly spends: readonly TransactionSpends[]
}

/** Payments with this many confirmations are no longer watched. */
const watchedConfirmations = 100

/** Applies a connected or disconnected block to payments, in the same transaction as the follower's position. */
export function createChainChangeHandler<Stores extends ConfirmStores>(parts: ConfirmDependencies<Stores>) {
  const {
    transact,
    settlement,
    changes,
    paymentCounter,
    readDisconnected,
    prepareFound,
    confirmations,
    view,
    clock,
  } = parts
  const requiredConfirmationsOf = createRequiredConfirmations(confirmations)
  return apply

  async function apply(coin: CoinCode, change: ChainChange): Promise<void> {
    if (change.kind === 'disconnect') {
      const disconnected = { ...change.block, spends: await readDisconnected(coin, change.block) }
      return transact((stores) => applyDisconnect(stores, coin, disconnected))
    }
    const { block } = change
    const recordFound = await prepareFound(coin, block)
    return transact(async (stores) => {
      await stores.followed.connect(coin, block)
      await recordMined(stores, coin, block)
      await recordFound(stores)
      await confirmPayments(stores, coin, block.height)
      await stores.payments.unwatch(coin, block.height - watchedConfirmations + 1)
    })
  }

  async function applyDisconnect(
    { followed, payments, invoices }: ConfirmStores,
    coin: CoinCode,
    block: DisconnectedBlock,
  ) {
    await followed.disconnect(coin, block)
    for (const payment of await payments.findInBlock(coin, block)) {
      await payments.clearBlock(payment.id, requiredConfirmationsOf(payment) === 0)
      await invoices.advanceSequence(payment.invoiceUid, 0)
    }
    await watchLostParents(payments, coin, block.spends)
    await payments.rewindSearch(coin, block.height)
  }

  /** Loads the watched payments once per block, however many there are. */
  async function recordMined(
    stores: ConfirmStores,
    coin: CoinCode,
    block: BlockRef & Pick<Block, 'txids'>,
  ): Promise<void> {
    const watched = await stores.payments.findWatched(coin)
    if (watched.length === 0) return
    const mined = block.txids.intersect(watched.map(({ txid }) => txid))
    for (const watchedPayment of watched.filter(({ txid }) => mined.has(txid)))
      await recordMinedPayment(stores, watchedPayment, block)
  }

  async function recordMinedPayment(
    stores: ConfirmStores,
    { id, txid }: { readonly id: string; readonly txid: string },
    { height, hash }: BlockRef,
  ): Promise<void> {
    const payment = await findCurrent(stores, id, txid)
    if (!payment) return
    if (payment.status === 'sending' || payment.status === 'set_aside') {
      await settlement.acceptInTransaction(stores, payment, { height, hash })
      return
    }
    if (payment.doubleSpent || payment.isReplaced) await changes.restoreInTransaction(stores, payment)
    await stores.payments.setBlock(id, { height, hash })
    if (payment.status === 'accepted' && !payment.counted) {
      const now = clock.now()
      await stores.payments.startCounting(id, now)
      const counted = { ...payment, counted: true, acceptedAt: now, block: { height, hash } }
      await paymentCounter.count(stores, counted, { isNew: false })
      return
    }
    await stores.invoices.advanceSequence(payment.invoiceUid, 0)
  }

  /** Null if another transaction, found in the mempool in the meantime, has replaced this one. */
  async function findCurrent(
    { payments, invoices }: ConfirmStores,
    id: string,
    txid: string,
  ): Promise<Payment | null> {
    const payment = await payments.find(id)
    if (payment?.via !== 'network') return payment
    // Locks the invoice, without which nothing replaces the payment.
    await invoices.advanceSequence(payment.invoiceUid, 0)
    const current = await payments.find(id)
    return current && lastTxid(current) === txid ? current : null
  }

  async function confirmPayments(stores: ConfirmStores, coin: CoinCode, height: number): Promise<void> {
    const { payments, invoices, events } = stores
    for (const { id, invoiceUid, value } of await payments.findToConfirm(coin, height, confirmations(coin))) {
      await payments.confirm(id, clock.now())
      if (value) {
        await paymentCounter.recordConfirmed(stores, invoiceUid, viewAtHeight(coin, height))
        continue
      }
      const invoice = await invoices.advanceSequence(invoiceUid, 1)
      if (invoice)
        await events.append(
          buildInvoiceEvents(['payment.confirmed'], invoice, clock.now(), viewAtHeight(coin, height)),
        )
    }
  }

  /** The event reports the confirmations as of the new block. */
  function viewAtHeight(coin: CoinCode, height: number): ViewContext {
    return { ...view, tipHeight: (other) => (other === coin ? height : view.tipHeight(other)) }
  }
}
