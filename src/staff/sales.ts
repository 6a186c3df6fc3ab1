import type { Caller } from '../accounts/access-token.ts'
import { includesPermission } from '../accounts/role.ts'
import type { AuditAction, AuditLog } from '../audit/entry.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { NewInvoice } from '../invoices/new-invoice.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { StaffStore } from './member.ts'

/** Somebody at the till: the account that sells, and the person's own account, which may be the same. */
export interface Seller extends Caller {
  readonly sellerId: number
}

interface SaleStores {
  readonly staff: Pick<StaffStore, 'recordSale' | 'isSale' | 'findRole'>
  readonly audit: AuditLog
}

interface SaleDependencies {
  readonly create: (
    caller: Caller,
    newInvoice: NewInvoice,
    idempotency: { key: string; body: unknown } | undefined,
    onCreated: (stores: SaleStores, uid: string) => Promise<void>,
  ) => Promise<string>
  readonly cancel: (
    accountId: number,
    uid: string,
    onCancelled: (stores: SaleStores) => Promise<void>,
  ) => Promise<Invoice>
  readonly clock: Clock
}

/** Sales at the till, by the owner or by staff. The audit log shows which staff member did what. */
export function createTillSales({ create, cancel, clock }: SaleDependencies) {
  return { createSale, cancelSale }

  /** @throws {ApiError} the errors of `create`, and `view_only` if the seller no longer works there */
  function createSale(
    seller: Seller,
    newInvoice: NewInvoice,
    idempotency?: { key: string; body: unknown },
  ): Promise<string> {
    return create(seller, newInvoice, idempotency, async (stores, uid) => {
      await requireSeller(stores, seller)
      await stores.staff.recordSale(uid, seller.sellerId)
      await recordStaffAction(stores, seller, 'sale.created', uid)
    })
  }

  /**
   * Staff only cancel sales of the till, not invoices of the owner's website.
   * @throws {ApiError} the errors of `cancel`, and `view_only`
   */
  function cancelSale(seller: Seller, uid: string): Promise<Invoice> {
    return cancel(seller.accountId, uid, async (stores) => {
      await requireSeller(stores, seller)
      if (isStaff(seller) && !(await stores.staff.isSale(uid))) throw new ApiError('view_only')
      await recordStaffAction(stores, seller, 'sale.cancelled', uid)
    })
  }

  /** Checked in the same transaction, so that a removed member can't finish a request. */
  async function requireSeller({ staff }: SaleStores, seller: Seller): Promise<void> {
    if (!isStaff(seller)) return
    const role = await staff.findRole(seller.accountId, seller.sellerId)
    if (!role || !includesPermission([role], 'sales.write')) throw new ApiError('view_only')
  }

  async function recordStaffAction(
    { audit }: SaleStores,
    seller: Seller,
    action: AuditAction,
    uid: string,
  ): Promise<void> {
    if (!isStaff(seller)) return
    const { accountId, tokenId: actor, sellerId } = seller
    const detail = { invoice: uid, member: sellerId }
    await audit.record({ at: clock.now(), accountId, actor, action, detail })
  }
}

export type TillSales = ReturnType<typeof createTillSales>

const isStaff = ({ accountId, sellerId }: Seller): boolean => accountId !== sellerId
