import type { AccountActor, AuditLog } from '../audit/entry.ts'
import type { CoinCode } from '../coins/index.ts'
import { hasEnded, type Invoice } from '../invoices/invoice.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import type { PaymentAcceptance } from '../payments/accept.ts'
import type { IsConfirmed } from '../payments/confirmation-policy.ts'
import type { AcceptStores } from '../payments/count-stores.ts'
import { hasRefund } from '../payments/decided.ts'
import type { ExceptionStatus, PaymentException } from '../payments/exception.ts'
import type { Payment } from '../payments/payment.ts'
import { createRefundError, type RefundCheck } from './refund.ts'
import type { Resolution } from './resolution.ts'

export interface ExceptionReader {
  find(id: string): Promise<PaymentException | null>
}

export interface ExceptionResolutionStore {
  /** Ids of the open partial exceptions of an invoice. */
  listOpenPartials(uid: string): Promise<string[]>
  /** Ends an open exception. */
  close(id: string, resolved: ResolvedException): Promise<void>
  /** Whether an exception was resolved with this refund. */
  isRefund(coin: CoinCode, txid: string): Promise<boolean>
  /** Whether the transaction belongs to a payment. */
  isPayment(coin: CoinCode, txid: string): Promise<boolean>
}

interface ResolvedException {
  readonly status: Exclude<ExceptionStatus, 'open' | 'void'>
  readonly at: Instant
  readonly refundTxid?: string
  readonly note?: string
}

interface ResolveStores extends AcceptStores {
  readonly payments: AcceptStores['payments'] & { find(id: string): Promise<Payment | null> }
  readonly exceptions: AcceptStores['exceptions'] & ExceptionReader & ExceptionResolutionStore
  readonly audit: AuditLog
}

interface ResolverDependencies {
  readonly reader: ExceptionReader & { readonly findPayment: (id: string) => Promise<Payment | null> }
  readonly transact: Transact<ResolveStores>
  readonly acceptReceived: PaymentAcceptance
  readonly checkRefund: RefundCheck
  readonly isConfirmed: IsConfirmed
  readonly clock: Clock
}

const statusByResolution = { accept: 'accepted', refunded: 'refunded', keep: 'kept' } as const

/** Resolves payment exceptions. Every resolution is in the audit log. */
export function createExceptionResolver({
  reader,
  transact,
  acceptReceived,
  checkRefund,
  isConfirmed,
  clock,
}: ResolverDependencies) {
  /**
   * @throws {ApiError} `exception_not_found`, `exception_resolved`, `exception_not_acceptable`, `resolution_invalid`, `refund_invalid`,
   * `network_unavailable`
   */
  return async function resolve(
    actor: AccountActor,
    id: string,
    resolution: Resolution,
  ): Promise<PaymentException> {
    const exception = isExceptionId(id) ? await reader.find(id) : null
    if (exception?.accountId !== actor.accountId) throw new ApiError('exception_not_found')
    requireOpen(exception)
    if (resolution.kind === 'refunded') {
      const payment = await reader.findPayment(exception.paymentId)
      if (!payment) throw new ApiError('exception_not_found')
      await checkRefund(exception, payment, resolution.txid)
    }
    return transact((stores) => resolveInTransaction(stores, actor, exception, resolution))
  }

  async function resolveInTransaction(
    stores: ResolveStores,
    actor: AccountActor,
    { id, invoiceUid: uid }: PaymentException,
    resolution: Resolution,
  ): Promise<PaymentException> {
    const { exceptions, invoices, payments } = stores
    // Locks the invoice: another resolution, or a payment, may be changing it.
    const invoice = await invoices.lock(uid)
    const exception = await exceptions.find(id)
    const payment = exception && (await payments.find(exception.paymentId))
    if (!invoice || !exception || !payment) throw new ApiError('exception_not_found')
    requireOpen(exception)
    if (resolution.kind === 'accept') {
      if (!isAcceptable(exception, invoice))
        throw new ApiError(
          'resolution_invalid',
          'The invoice is paid without this money, so it cannot be accepted: use the resolution refunded or keep.',
        )
      if (await hasRefund(exceptions, payment))
        throw new ApiError(
          'resolution_invalid',
          'Part of this payment was refunded, so it cannot be accepted: use the resolution refunded or keep.',
        )
      const isLate = exception.kind !== 'partial'
      // The parts that arrived before the end count too.
      const ids = new Set([id, ...(await exceptions.listOpenPartials(uid))])
      const late = { payment, isConfirmed: isConfirmed(payment, payment.block) }
      await acceptReceived(stores, invoice, isLate ? late : null)
      for (const openId of ids) await close(stores, actor, { ...exception, id: openId }, resolution)
    } else {
      // A refunded part no longer counts if another part is accepted. A kept one still does.
      if (resolution.kind === 'refunded' && exception.kind === 'partial' && hasEnded(invoice))
        await payments.transition(payment.id, ['accepted'], 'surplus', { reason: { code: 'refunded' } })
      await close(stores, actor, exception, resolution)
    }
    return { ...exception, status: statusByResolution[resolution.kind] }
  }

  async function close(
    { exceptions, audit }: ResolveStores,
    { accountId, actor }: AccountActor,
    { id, invoiceUid, coin }: PaymentException,
    resolution: Resolution,
  ): Promise<void> {
    const at = clock.now()
    const refundTxid = resolution.kind === 'refunded' ? resolution.txid : null
    const status = statusByResolution[resolution.kind]
    await audit.record({
      at,
      accountId,
      actor,
      action: 'payment.exception.resolved',
      detail: {
        exception: id,
        resolution: status,
        invoice: invoiceUid,
        ...(refundTxid !== null && { txid: refundTxid }),
      },
    })
    // Only one transaction at a time writes the audit log, so no other one can record the same refund from here on.
    if (refundTxid !== null && (await exceptions.isRefund(coin, refundTxid)))
      throw createRefundError('used', 'another payment exception was resolved with it')
    await exceptions.close(id, {
      status,
      at,
      ...(refundTxid !== null && { refundTxid }),
      ...(resolution.kind === 'keep' && { note: resolution.note }),
    })
  }
}

export type ExceptionResolver = ReturnType<typeof createExceptionResolver>

/** Rejects malformed ids without a database query. */
export const isExceptionId = (text: string): boolean => /^pex_[0-9a-z]{26}$/.test(text)

function requireOpen({ status }: PaymentException): void {
  if (status !== 'open') throw new ApiError('exception_resolved')
}

/** A surplus can pay an invoice that was reversed in the meantime. */
export const isAcceptable = (
  { kind }: Pick<PaymentException, 'kind'>,
  { status }: Pick<Invoice, 'status'>,
): boolean => kind === 'partial' || kind === 'late' || (kind === 'surplus' && status === 'reversed')
