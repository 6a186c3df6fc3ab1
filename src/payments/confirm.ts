import type { CoinCode } from '../coins/index.ts'
import { announce } from '../invoices/announce.ts'
import type { ViewContext } from '../invoices/view.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import type { ChainChange } from '../networks/follow.ts'
import type { BlockRef } from '../networks/network.ts'
import type { ChainChanges, ChangeStores } from './change.ts'
import { depthBy } from './confirmed.ts'
import type { BlockPlace, Payment } from './payment.ts'
import type { Settlement, SettleStores } from './settle.ts'

export interface ConfirmPaymentStore {
  /** Payments that are looked for in new blocks: id and the transaction that pays. */
  watched(coin: CoinCode): Promise<{ id: string; txid: string }[]>
  find(id: string): Promise<Payment | null>
  place(id: string, block: BlockPlace): Promise<void>
  inBlock(coin: CoinCode, block: BlockRef): Promise<Payment[]>
  /** Accepted payments, not confirmed yet, that are deep enough on a chain of that height. `usual`: for those that name no depth. */
  toConfirm(coin: CoinCode, height: number, usual: number): Promise<Payment[]>
  confirm(id: string, at: Instant): Promise<void>
  /** No longer looks for payments that were mined, or double-spent, in blocks up to that height. */
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
  readonly changes: Pick<ChainChanges, 'restoreIn'>
  /** Of payments whose account has not said how many they wait for. */
  readonly confirmations: (coin: CoinCode) => number
  readonly view: ViewContext
  readonly clock: Clock
}

/** A payment so deep is not looked for any longer. */
const watchedDepth = 100

/** What a block more or less means for payments: written together with the follower's position. */
export function confirmPayments(parts: ConfirmParts) {
  const { transact, settlement, changes, confirmations, view, clock } = parts
  const depthOf = depthBy(confirmations)
  return function apply(coin: CoinCode, change: ChainChange): Promise<void> {
    return transact(async (stores) => {
      if (change.kind === 'disconnect') return takeBack(stores, coin, change.block)
      const { block } = change
      await stores.followed.connect(coin, block)
      await placeFound(stores, coin, block)
      await confirmDeep(stores, coin, block.height)
      await stores.payments.unwatch(coin, block.height - watchedDepth + 1)
    })
  }

  async function takeBack({ followed, payments, invoices }: ConfirmStores, coin: CoinCode, block: BlockRef) {
    await followed.disconnect(coin, block)
    for (const payment of await payments.inBlock(coin, block)) {
      await payments.unplace(payment.id, depthOf(payment) === 0)
      await invoices.note(payment.invoiceUid, 0)
    }
  }

  /** However many payments are open, a block costs one look at them. */
  async function placeFound(
    stores: ConfirmStores,
    coin: CoinCode,
    block: BlockRef & { readonly txids: readonly string[] },
  ): Promise<void> {
    const watched = await stores.payments.watched(coin)
    if (watched.length === 0) return
    const mined = new Set(block.txids)
    for (const { id } of watched.filter(({ txid }) => mined.has(txid))) await placeOne(stores, id, block)
  }

  async function placeOne(stores: ConfirmStores, id: string, { height, hash }: BlockRef): Promise<void> {
    const payment = await stores.payments.find(id)
    if (!payment) return
    if (payment.status === 'sending' || payment.status === 'set_aside') {
      await settlement.acceptIn(stores, payment, { height, hash })
      return
    }
    if (payment.doubleSpent) await changes.restoreIn(stores, payment)
    await stores.payments.place(id, { height, hash })
    await stores.invoices.note(payment.invoiceUid, 0)
  }

  async function confirmDeep(
    { payments, invoices, events }: ConfirmStores,
    coin: CoinCode,
    height: number,
  ): Promise<void> {
    for (const { id, invoiceUid } of await payments.toConfirm(coin, height, confirmations(coin))) {
      await payments.confirm(id, clock.now())
      const invoice = await invoices.note(invoiceUid, 1)
      if (invoice) await events.append(announce(['payment.confirmed'], invoice, clock.now(), at(height)))
    }
  }

  /** The event tells of the depth that the new block makes. */
  function at(height: number): ViewContext {
    return { ...view, tipHeight: () => height }
  }
}
