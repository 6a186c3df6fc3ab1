import type { InvoiceEventType } from '../events/event.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { computeCountedValue, isFullyConfirmed } from '../invoices/received.ts'
import type { ViewContext } from '../invoices/view.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { compareDecimals } from '../kernel/money.ts'
import { createCountEventWriter, storeExcess } from './count-events.ts'
import type { AcceptStores } from './count-stores.ts'
import type { Payment } from './payment.ts'

export type PaymentAcceptance = ReturnType<typeof createPaymentAcceptance>

export function createPaymentAcceptance({
  view,
  clock,
}: {
  readonly view: ViewContext
  readonly clock: Clock
}) {
  const { updateExcess, append } = createCountEventWriter({ view, clock })
  /**
   * The merchant accepts what has arrived as full payment of an invoice that has ended, or whose payment was reversed.
   * @param late a payment that arrived after the invoice ended, and whether it is confirmed; null to accept what was counted before
   * @throws {ApiError} `exception_not_acceptable`
   */
  return async function accept(
    stores: AcceptStores,
    { uid, status }: Pick<Invoice, 'uid' | 'status'>,
    late: { readonly payment: Payment; readonly isConfirmed: boolean } | null,
  ): Promise<void> {
    const { invoices, payments } = stores
    if (status === 'paid') throw new ApiError('exception_not_acceptable', 'the invoice is already paid')
    const at = clock.now()
    if (late && !(await payments.acceptLate(late.payment.id, at, late.isConfirmed ? at : null)))
      throw new ApiError('exception_not_acceptable', 'another transaction has replaced the payment')
    const invoice = await invoices.lock(uid)
    const counted = invoice?.anyWallet?.received.filter((output) => output.isCounted) ?? []
    const shown = counted.find(({ paymentId }) => paymentId === late?.payment.id) ?? counted.at(-1)
    if (!invoice || !shown)
      throw new ApiError('exception_not_acceptable', 'another transaction has double-spent the payment')
    const excess = await storeExcess(stores, invoice, [shown.paymentId])
    const value = computeCountedValue(counted)
    const confirmed: InvoiceEventType[] = isFullyConfirmed(invoice) ? ['payment.confirmed'] : []
    const types: InvoiceEventType[] =
      status === 'reversed'
        ? ['invoice.restored', ...confirmed]
        : ['payment.accepted', 'invoice.paid', ...confirmed]
    const paid = await invoices.markAccepted(uid, {
      payment: { id: shown.paymentId, coin: shown.coin },
      at,
      acceptedValue: compareDecimals(value, invoice.amount) < 0 ? value : null,
      isLate: late !== null,
      events: types.length,
    })
    if (!paid) throw new ApiError('exception_not_acceptable', 'the invoice can still be paid')
    await payments.abandonOthers(uid)
    await append(stores, paid, types)
    await updateExcess(stores, invoice, excess)
  }
}
