import type { Outpoint } from '../coins/coin.ts'
import type { Transact } from '../kernel/transact.ts'
import type { ParsedSubmission } from './parse.ts'
import { lastTxid, type Payment, type TakenOutput } from './payment.ts'

export interface ClaimInvoiceStore {
  /** Claims an unpaid, unclaimed invoice for a payment; false when it is not so. */
  claim(uid: string, paymentId: string): Promise<boolean>
}

export interface ClaimPaymentStore {
  /** A payment of the same transaction whose claim was set aside gives way: its outputs are free for the new one. Was there one? */
  supersede(uid: string, txid: string): Promise<boolean>
  /** Writes a payment with its bytes, and takes its outputs; false when another live payment has one of them. */
  insert(payment: Payment, inputs: readonly Outpoint[], outputs: readonly TakenOutput[]): Promise<boolean>
}

/** `again`: a payment of the same transaction was set aside, and nobody knows whether that was sent. */
export type Claimed = 'fresh' | 'again'

/** Thrown to undo a claim whose output another payment has taken in the meantime. */
class OutputTaken extends Error {}

/**
 * The first write of the money path: the durable word that one payment is being settled for an invoice. Nothing is broadcast before it.
 * Null when the invoice is not free, or an output was taken meanwhile.
 */
export function claimInvoice(
  transact: Transact<{ invoices: ClaimInvoiceStore; payments: ClaimPaymentStore }>,
) {
  return async function claim(
    payment: Payment,
    { transactions }: ParsedSubmission,
    outputs: readonly TakenOutput[],
  ): Promise<Claimed | null> {
    const own = new Set(payment.transactions.map(({ txid }) => txid))
    const inputs = transactions.flatMap(({ parsed }) => parsed.inputs).filter(({ txid }) => !own.has(txid))
    try {
      return await transact(async ({ invoices, payments }) => {
        if (!(await invoices.claim(payment.invoiceUid, payment.id))) return null
        const again = await payments.supersede(payment.invoiceUid, lastTxid(payment))
        if (!(await payments.insert(payment, inputs, outputs))) throw new OutputTaken()
        return again ? 'again' : 'fresh'
      })
    } catch (error) {
      if (error instanceof OutputTaken) return null
      throw error
    }
  }
}
