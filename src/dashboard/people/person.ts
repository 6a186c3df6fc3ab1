import type { StaffRole } from '../../accounts/role.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { StaffMembership } from '../pages/page-context.ts'

/** A viewer of the account, identified by the email address that the owner entered. */
export interface Viewer {
  readonly linkId: number
  readonly email: string
  readonly linkedAt: Instant
}

/** An account that lets this one view it. */
export interface SharedAccount {
  readonly linkId: number
  readonly accountId: number
  /** The name that the account chose. */
  readonly name: string
  readonly linkedAt: Instant
}

/** A staff member, identified by the email address that the owner entered. */
export interface ListedStaffMember {
  readonly id: number
  readonly email: string
  readonly role: StaffRole
  readonly joinedAt: Instant
}

/** An invitation that hasn't been accepted. */
export interface ListedInvitation {
  readonly id: number
  readonly email: string
  readonly role: StaffRole
  readonly expiresAt: Instant
  readonly isExpired: boolean
}

/** The staff of an account, newest first. */
export interface StaffList {
  readonly members: readonly ListedStaffMember[]
  readonly invitations: readonly ListedInvitation[]
}

/** The link of a new invitation, for the owner to share. */
export interface NewInvitationLink {
  readonly email: string
  readonly link: string
}

export interface StaffReader {
  listStaff(accountId: number, now: Instant): Promise<StaffList>
  listStaffMemberships(memberId: number): Promise<StaffMembership[]>
}

/** One page of a list, newest first. */
export interface LinkPage<Row> {
  readonly rows: readonly Row[]
  /** Cursor of the next page: a link id; null on the last page. */
  readonly next: number | null
}

export interface PeopleReader {
  listViewers(accountId: number, before: number | null): Promise<LinkPage<Viewer>>
  listSharedAccounts(accountId: number, before: number | null): Promise<LinkPage<SharedAccount>>
}

/** Rows per page. */
export const pageSize = 50

/** @param rows one more than fits on a page, if there are more */
export function toLinkPage<Row extends { readonly linkId: number }>(rows: readonly Row[]): LinkPage<Row> {
  const pageRows = rows.slice(0, pageSize)
  return { rows: pageRows, next: rows.length > pageSize ? (pageRows.at(-1)?.linkId ?? null) : null }
}
