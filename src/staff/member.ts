import type { StaffRole } from '../accounts/role.ts'
import { day, type Instant } from '../kernel/clock.ts'

/** Someone who works in another account, with their own sign-in. */
export interface StaffMember {
  readonly id: number
  /** The account that they work in. */
  readonly accountId: number
  /** Their own account. */
  readonly memberId: number
  readonly role: StaffRole
}

/** An invitation that nobody has accepted yet. The secret is only in the email. */
export interface StaffInvitation {
  readonly id: number
  readonly accountId: number
  /** Only this person can accept it. */
  readonly email: string
  readonly role: StaffRole
  readonly expiresAt: Instant
}

export interface StaffStore {
  findRole(accountId: number, memberId: number): Promise<StaffRole | null>
  /** If they are a member already, they get the new role. */
  insert(member: Omit<StaffMember, 'id'>, at: Instant): Promise<void>
  find(id: number): Promise<StaffMember | null>
  setRole(id: number, role: StaffRole): Promise<void>
  /** Null if they have left already. */
  delete(id: number): Promise<StaffMember | null>

  /** Counts members and invitations, except an invitation for this address. */
  countOthers(accountId: number, email: string): Promise<number>
  /** Replaces an earlier invitation of the same address: its link no longer works. */
  invite(invitation: Omit<StaffInvitation, 'id'> & { readonly digest: string }, at: Instant): Promise<void>
  findInvitation(digest: string, now: Instant): Promise<StaffInvitation | null>
  /** Like `findInvitation`, and deletes it: only one of several concurrent callers gets it. */
  consumeInvitation(digest: string, now: Instant): Promise<StaffInvitation | null>
  findInvitationById(id: number): Promise<StaffInvitation | null>
  deleteInvitation(id: number): Promise<boolean>
  /** Deletes invitations that expired before then. */
  pruneInvitations(before: Instant): Promise<void>
  /** Deletes all invitations of all accounts. */
  endInvitations(): Promise<void>

  /** Records who created an invoice at the till. */
  recordSale(invoiceUid: string, sellerId: number): Promise<void>
  isSale(invoiceUid: string): Promise<boolean>
}

/** How long the link in an invitation works. */
export const invitationLifetimeMs = 7 * day
/** The owner can still resend an expired invitation for this long. */
export const invitationRetentionMs = 30 * day
/** Limit of members and open invitations of an account, so that invitations can't be used to send spam. Large shops have fewer. */
export const maxStaff = 50
