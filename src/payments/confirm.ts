import type { CoinCode } from '../coins/index.ts'
import { buildInvoiceEvents } from '../invoices/invoice-events.ts'
import type { ViewContext } from '../invoices/view.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Failpoints } from '../kernel/failpoint.ts'
import type { Transact } from '../kernel/transact.ts'
import type { ChainChange } from '../networks/follow.ts'
import type { Block, BlockRef, TransactionSpends } from '../networks/network.ts'
import { createRequiredConfirmations } from './confirmation-policy.ts'
import type { PaymentCounter } from './count.ts'
import { lockCurrent } from './current.ts'
import { type LostParentsStore, watchLostParents } from './lost-parents.ts'
import type { MinedPaymentRecorder, MinedPaymentStore, MinedStores } from './mined-payment.ts'
import type { Payment } from './payment.ts'
import { type Phase, type RemainingTasks, runTasks, type Task, tasksPerTransaction } from './tasks.ts'

export interface ConfirmPaymentStore extends LostParentsStore, MinedPaymentStore {
  /** Payments to look for in new blocks: their id and the transaction that pays. */
  findWatched(coin: CoinCode): Promise<{ id: string; txid: string }[]>
  /** Ids of payments in a block that were abandoned before they were settled. */
  findAbandonedInBlocks(coin: CoinCode): Promise<string[]>
  find(id: string): Promise<Payment | null>
  /** Whether the payment's transactions spend anything: a block reward doesn't. */
  hasInputs(id: string): Promise<boolean>
  /** Up to `limit` payments in the block. */
  findInBlock(coin: CoinCode, block: BlockRef, limit: number): Promise<Payment[]>
  /**
   * Accepted, unconfirmed payments with enough confirmations at this chain height. `defaultConfirmations` applies to payments without
   * their own requirement.
   */
  findToConfirm(coin: CoinCode, height: number, defaultConfirmations: number): Promise<PaymentToConfirm[]>
  /** Stops watching payments that were mined, or double-spent, in blocks up to this height. */
  unwatch(coin: CoinCode, maxHeight: number): Promise<void>
}

interface PaymentToConfirm extends Pick<Payment, 'id' | 'invoiceUid'> {
  /** Whether it pays an invoice that accepts any wallet. */
  readonly hasValue: boolean
}

/** Tasks that record a block's payments to issued addresses. `finish` runs last, in the transaction that completes the block. */
export interface FoundPaymentTasks<Stores> {
  readonly phases: readonly Phase<Stores>[]
  readonly finish: (stores: Stores) => Promise<void>
}

interface ConfirmStores extends MinedStores {
  readonly payments: MinedStores['payments'] & ConfirmPaymentStore
  readonly followedBlocks: {
    connect(
      coin: string,
      block: BlockRef & { readonly previousHash: string; readonly time: number },
    ): Promise<void>
    suspend(coin: string, block: BlockRef): Promise<void>
    disconnect(coin: string, block: BlockRef, base?: BlockRef): Promise<void>
  }
}

interface ConfirmDependencies<Stores> {
  readonly transact: Transact<Stores>
  readonly recordMined: MinedPaymentRecorder
  readonly paymentCounter: Pick<PaymentCounter, 'recordConfirmed' | 'recordDoubleSpend'>
  /** Reads the spends of a disconnected block. */
  readonly readDisconnected: (coin: CoinCode, block: BlockRef) => Promise<readonly TransactionSpends[]>
  readonly prepareFoundPayments: (coin: CoinCode, block: Block) => Promise<FoundPaymentTasks<Stores>>
  /** Required confirmations for payments whose account doesn't set them. */
  readonly getDefaultConfirmations: (coin: CoinCode) => number
  readonly view: ViewContext
  readonly clock: Clock
  readonly checkFailpoint: Failpoints
}

interface DisconnectedBlock extends BlockRef {
  readonly base: BlockRef | undefined
  readonly spends: readonly TransactionSpends[]
}

/** Payments with this many confirmations are no longer watched. */
const watchedConfirmations = 100

/**
 * Applies a connected or disconnected block to payments. Effects on many payments are written in several transactions. Until the last one,
 * the block's row is marked as unfinished: after a crash the follower applies the block again, which writes what is missing.
 */
export function createChainChangeHandler<Stores extends ConfirmStores>(
  dependencies: ConfirmDependencies<Stores>,
) {
  const {
    transact,
    recordMined,
    paymentCounter,
    readDisconnected,
    prepareFoundPayments,
    getDefaultConfirmations,
    view,
    clock,
    checkFailpoint,
  } = dependencies
  const getRequiredConfirmations = createRequiredConfirmations(getDefaultConfirmations)
  return apply

  async function apply(coin: CoinCode, change: ChainChange): Promise<void> {
    if (change.kind === 'connect') return connect(coin, change.block)
    const { block, base } = change
    const disconnected = { ...block, base, spends: await readDisconnected(coin, block) }
    while (!(await transact((stores) => disconnect(stores, coin, disconnected))))
      await checkFailpoint('block.suspended')
  }

  async function connect(coin: CoinCode, block: Block): Promise<void> {
    const foundPayments = await prepareFoundPayments(coin, block)
    const phases: Phase<Stores>[] = [
      (stores) => listMined(stores, coin, block),
      (stores) => listAbandoned(stores, coin),
      ...foundPayments.phases,
      (stores) => listToConfirm(stores, coin, block.height),
    ]
    let remaining: RemainingTasks<Stores> | null = { phases, tasks: [], next: 0 }
    while (remaining) {
      const current: RemainingTasks<Stores> = remaining
      remaining = await transact(async (stores) => {
        await stores.followedBlocks.connect(coin, block)
        const rest = await runTasks(stores, current)
        if (rest) {
          await stores.followedBlocks.suspend(coin, block)
          return rest
        }
        await foundPayments.finish(stores)
        await stores.payments.unwatch(coin, block.height - watchedConfirmations + 1)
        return null
      })
      if (remaining) await checkFailpoint('block.suspended')
    }
  }

  /** Returns whether it is complete. */
  async function disconnect(
    stores: ConfirmStores,
    coin: CoinCode,
    block: DisconnectedBlock,
  ): Promise<boolean> {
    const { followedBlocks, payments, invoices } = stores
    await followedBlocks.suspend(coin, block)
    const minedPayments = await payments.findInBlock(coin, block, tasksPerTransaction)
    for (const payment of minedPayments) {
      await payments.clearBlock(payment.id, { keepConfirmed: getRequiredConfirmations(payment) === 0 })
      await invoices.lock(payment.invoiceUid)
      if (payment.via === 'network' && !(await payments.hasInputs(payment.id)))
        await recordLost(stores, payment, block)
    }
    if (minedPayments.length === tasksPerTransaction) return false
    await followedBlocks.disconnect(coin, block, block.base)
    await watchLostParents(payments, coin, block.spends)
    await payments.rewindSearch(coin, block.height)
    return true
  }

  /**
   * The payment has no inputs, so no other transaction can double-spend it: a block reward is lost with its block, and a withdrawal from
   * Dash Platform can expire. It is restored when it is in the mempool or in another block.
   */
  async function recordLost(
    stores: ConfirmStores,
    payment: Payment,
    { height, hash }: BlockRef,
  ): Promise<void> {
    const block = { height, hash }
    if (await stores.payments.markDoubleSpent(payment, block, payment.txid))
      await paymentCounter.recordDoubleSpend(stores, { ...payment, block: null })
  }

  /** Loads the watched payments once per block, however many there are. */
  async function listMined(
    { payments }: ConfirmStores,
    coin: CoinCode,
    block: BlockRef & Pick<Block, 'txids'>,
  ): Promise<Task<ConfirmStores>[]> {
    const watched = await payments.findWatched(coin)
    if (watched.length === 0) return []
    const minedTxids = block.txids.intersect(watched.map(({ txid }) => txid))
    return watched
      .filter(({ txid }) => minedTxids.has(txid))
      .map((payment) => (stores) => recordMinedPayment(stores, payment, block))
  }

  async function recordMinedPayment(
    stores: ConfirmStores,
    { id, txid }: { readonly id: string; readonly txid: string },
    { height, hash }: BlockRef,
  ): Promise<void> {
    const payment = await findCurrent(stores, id, txid)
    if (payment && !payment.block) await recordMined(stores, payment, { height, hash })
  }

  /** Payments that were in a block when they were claimed: no later block contains them. */
  async function listAbandoned({ payments }: ConfirmStores, coin: CoinCode): Promise<Task<ConfirmStores>[]> {
    const abandoned = await payments.findAbandonedInBlocks(coin)
    return abandoned.map((id) => async (stores) => {
      const payment = await stores.payments.find(id)
      if (payment?.block) await recordMined(stores, payment, payment.block)
    })
  }

  /** Null if another transaction, found in the mempool in the meantime, has replaced this one. */
  async function findCurrent(stores: ConfirmStores, id: string, txid: string): Promise<Payment | null> {
    const payment = await stores.payments.find(id)
    return payment && lockCurrent(stores, payment.value ? { ...payment, txid } : payment)
  }

  async function listToConfirm(
    { payments }: ConfirmStores,
    coin: CoinCode,
    height: number,
  ): Promise<Task<ConfirmStores>[]> {
    const confirmed = await payments.findToConfirm(coin, height, getDefaultConfirmations(coin))
    return confirmed.map(
      (payment) => (stores) => confirmPayment(stores, payment, createViewAtHeight(coin, height)),
    )
  }

  async function confirmPayment(
    stores: ConfirmStores,
    { id, invoiceUid, hasValue }: PaymentToConfirm,
    context: ViewContext,
  ): Promise<void> {
    if (!(await stores.payments.confirm(id, clock.now()))) return
    if (hasValue) return paymentCounter.recordConfirmed(stores, invoiceUid, context)
    const invoice = await stores.invoices.advanceSequence(invoiceUid, 1)
    if (invoice)
      await stores.events.append(buildInvoiceEvents(['payment.confirmed'], invoice, clock.now(), context))
  }

  /** The event reports the confirmations as of the new block. */
  function createViewAtHeight(coin: CoinCode, height: number): ViewContext {
    return { ...view, getTipHeight: (other) => (other === coin ? height : view.getTipHeight(other)) }
  }
}
