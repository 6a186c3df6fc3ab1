import type { AuditLog } from '../audit/entry.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import type { OpenClaim } from './payment.ts'
import { abandonInTransaction, type SettleStores } from './settle.ts'

type ReleaseStores = Pick<SettleStores, 'invoices' | 'payments'> & { readonly audit: AuditLog }

/** Releases, for the operator, the claim of a payment whose outcome is unknown. Its transaction stays watched. */
export function createClaimReleaser(
  transact: Transact<ReleaseStores>,
  { clock, actor }: { clock: Clock; actor: string },
) {
  /** False when it was settled in the meantime. */
  return function release(payment: Pick<OpenClaim, 'id' | 'invoiceUid' | 'coin' | 'txid'>): Promise<boolean> {
    return transact(async (stores) => {
      const invoice = await abandonInTransaction(stores, payment, { code: 'released' })
      if (!invoice) return false
      const detail = {
        invoice: invoice.uid,
        payment: payment.id,
        coin: payment.coin,
        txid: payment.txid,
      }
      const { accountId } = invoice
      await stores.audit.record({ at: clock.now(), accountId, actor, action: 'claim.released', detail })
      return true
    })
  }
}
