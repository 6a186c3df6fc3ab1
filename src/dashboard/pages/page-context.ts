import { includesPermission, type Role, type StaffRole } from '../../accounts/role.ts'
import type { Permission } from '../../accounts/scope.ts'
import type { Assets } from '../../platform/web/assets.ts'
import type { Language } from '../../platform/web/language.ts'
import type { DashboardTranslator } from './translator.ts'

/** Rendering context of a page, apart from its data. */
export interface PageContext {
  readonly translator: DashboardTranslator
  readonly assets: Assets
  /** Path component of the base URL, which every link starts with. */
  readonly prefix: string
  /** URL of the same page in another language. */
  readonly buildLanguageUrl: (language: Language) => string
}

/** The signed-in account, as every page of the dashboard shows it. */
export interface CurrentAccount {
  readonly accountId: number
  readonly email: string
  readonly name: string
  readonly isOperator: boolean
  /** Currency of its invoices and statistics. */
  readonly currency: string
  /** IANA time zone for displayed times, such as `Europe/Berlin`. */
  readonly timeZone: string
  /** Accounts in which the user works. */
  readonly staffMemberships: readonly StaffMembership[]
}

/** An account in which the user is one of the staff. */
export interface StaffMembership {
  /** Id of the membership. */
  readonly id: number
  readonly accountId: number
  /** The name that the account chose. */
  readonly name: string
  readonly role: StaffRole
}

/** The account that a page is about. */
export interface ViewedAccount {
  readonly accountId: number
  readonly name: string
  readonly currency: string
  readonly timeZone: string
}

/** Another account, in which the user has one or more roles. */
export interface GrantedAccount extends ViewedAccount {
  readonly roles: readonly Role[]
}

/** Whether the user may do this in the account. `grantedAccount` is null in the user's own account. */
export const hasPermission = (
  grantedAccount: GrantedAccount | null,
  ...permissions: readonly Permission[]
): boolean => grantedAccount === null || includesPermission(grantedAccount.roles, ...permissions)
