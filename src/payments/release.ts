import type { AuditLog } from '../audit/entry.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import { lastTxid, type Payment } from './payment.ts'
import { type SettleStores, setAsideIn } from './settle.ts'

export type ReleaseStores = Pick<SettleStores, 'invoices' | 'payments'> & { readonly audit: AuditLog }

/** The owner's word: frees an invoice from a payment whose outcome is not known. Its transaction stays watched. */
export function releaseClaims(
  transact: Transact<ReleaseStores>,
  { clock, actor }: { clock: Clock; actor: string },
) {
  /** False when it was settled in the meantime. */
  return function release(payment: Payment): Promise<boolean> {
    return transact(async (stores) => {
      const invoice = await setAsideIn(stores, payment, 'released by hand')
      if (!invoice) return false
      const detail = {
        invoice: invoice.uid,
        payment: payment.id,
        coin: payment.coin,
        txid: lastTxid(payment),
      }
      const { accountId } = invoice
      await stores.audit.record({ at: clock.now(), accountId, actor, action: 'claim.released', detail })
      return true
    })
  }
}
