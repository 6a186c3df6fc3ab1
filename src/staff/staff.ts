import { normaliseEmail } from '../accounts/account.ts'
import { parseStaffRole, type StaffRole } from '../accounts/role.ts'
import type { AccountActor, ActorWithOrigin, AuditAction, AuditLog } from '../audit/entry.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { generateSecret, hashSecret } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import { type AttemptLimitStore, countAttempt, createAttemptKey } from '../sessions/attempt-limits.ts'
import type { NotifyOwner } from '../sessions/email.ts'
import {
  invitationLifetimeMs,
  invitationRetentionMs,
  maxStaff,
  type StaffInvitation,
  type StaffMember,
  type StaffStore,
} from './member.ts'

interface StaffStores {
  readonly staff: StaffStore
  readonly accounts: { findByEmail(email: string): Promise<{ readonly id: number } | null> }
  readonly audit: AuditLog
  readonly attemptLimits: AttemptLimitStore
}

/** An invitation to send. */
export interface NewInvitation {
  readonly accountId: number
  readonly email: string
  readonly role: StaffRole
  /** Path of the link. */
  readonly path: string
}

interface StaffDependencies {
  readonly transact: Transact<StaffStores>
  readonly clock: Clock
  /** Emails an invitation in the given UI language, in the background. Null if email is not configured. */
  readonly sendInvitation: ((invitation: NewInvitation, language: string) => void) | null
  readonly notifyOwner: NotifyOwner
  readonly linkTo: (path: string) => string
}

/** An invitation whose link was emailed, or, if email is not configured, has to be passed on by the owner. */
export interface SentInvitation {
  readonly email: string
  readonly link: string | null
}

/** Path of the page that an invitation links to. */
export const invitationPath = '/invitation'

/** An id that no account has. */
const missingAccountId = 0

export type Staff = ReturnType<typeof createStaff>

/** The people who work in an account. Only its owner invites and removes them; they can leave. */
export function createStaff({ transact, clock, sendInvitation, notifyOwner, linkTo }: StaffDependencies) {
  return { invite, resend, revoke, changeRole, end, prune }

  /**
   * Invites somebody, whether or not they have an account. The result doesn't depend on it.
   * @throws {ApiError} `account_invalid`, `body_invalid`, `link_to_self`, `staff_exists`, `staff_too_many`, `too_many_requests`
   */
  async function invite(
    caller: ActorWithOrigin,
    { email: emailText, role: roleName }: { email: string; role: string },
  ): Promise<SentInvitation> {
    const [email, role] = [normaliseEmail(emailText), requireRole(roleName)]
    const secret = await transact(async (stores) => {
      const { accounts, staff } = stores
      const { accountId } = caller
      // First, because it locks a row: invitations of one account are counted one after another.
      await countAttempt(stores.attemptLimits, createAttemptKey('invitation', String(accountId)), clock.now())
      const person = (await accounts.findByEmail(email))?.id
      if (person === accountId) throw new ApiError('link_to_self')
      // Queried even without an account, so that both cases take equally long.
      if (await staff.findRole(accountId, person ?? missingAccountId)) throw new ApiError('staff_exists')
      if ((await staff.countOthers(accountId, email)) >= maxStaff) throw new ApiError('staff_too_many')
      return issue(stores, caller, { email, role, action: 'staff.invited' })
    })
    return { email, link: deliver(caller, { email, role, secret }) }
  }

  /**
   * Sends another link, valid for as long as the first. The first one no longer works.
   * @throws {ApiError} `staff_not_found`, `too_many_requests`
   */
  async function resend(caller: ActorWithOrigin, id: number): Promise<SentInvitation> {
    const { email, role, secret } = await transact(async (stores) => {
      await countAttempt(
        stores.attemptLimits,
        createAttemptKey('invitation', String(caller.accountId)),
        clock.now(),
      )
      const { email, role } = await requireInvitation(stores, caller, id)
      const secret = await issue(stores, caller, { email, role, action: 'staff.invitation.resent' })
      return { email, role, secret }
    })
    return { email, link: deliver(caller, { email, role, secret }) }
  }

  /** Inside a transaction: stores an invitation and returns its secret. */
  async function issue(
    { staff, audit }: StaffStores,
    { accountId, actor }: AccountActor,
    { email, role, action }: { email: string; role: StaffRole; action: AuditAction },
  ): Promise<string> {
    const [secret, at] = [generateSecret(), clock.now()]
    const expiresAt = at + invitationLifetimeMs
    await staff.invite({ accountId, email, role, digest: hashSecret(secret), expiresAt }, at)
    await audit.record({ at, accountId, actor, action, detail: { email, role } })
    return secret
  }

  function deliver(
    { accountId, origin }: ActorWithOrigin,
    { email, role, secret }: { email: string; role: StaffRole; secret: string },
  ): string | null {
    const path = `${invitationPath}/${secret}`
    if (!sendInvitation) return linkTo(path)
    sendInvitation({ accountId, email, role, path }, origin.language)
    notifyOwner(accountId, 'staff_invited', origin, { guest: email, undo: linkTo('/dashboard/people') })
    return null
  }

  /** @throws {ApiError} `staff_not_found` */
  async function revoke(caller: AccountActor, id: number): Promise<void> {
    await transact(async (stores) => {
      const { email, role } = await requireInvitation(stores, caller, id)
      if (!(await stores.staff.deleteInvitation(id))) throw new ApiError('staff_not_found')
      await record(stores, caller, 'staff.invitation.revoked', { email, role })
    })
  }

  /** @throws {ApiError} `staff_not_found`, `body_invalid` */
  async function changeRole(caller: AccountActor, id: number, roleName: string): Promise<void> {
    const role = requireRole(roleName)
    await transact(async (stores) => {
      const member = await stores.staff.find(id)
      if (member?.accountId !== caller.accountId) throw new ApiError('staff_not_found')
      if (member.role === role) return
      await stores.staff.setRole(id, role)
      await record(stores, caller, 'staff.role.changed', { member: member.memberId, role })
    })
  }

  async function end(caller: AccountActor, id: number): Promise<void> {
    await transact((stores) => endMembership(stores, caller, id, clock))
  }

  async function record(
    { audit }: StaffStores,
    { accountId, actor }: AccountActor,
    action: AuditAction,
    detail: Readonly<Record<string, string | number>>,
  ): Promise<void> {
    await audit.record({ at: clock.now(), accountId, actor, action, detail })
  }

  async function prune(): Promise<void> {
    await transact(({ staff }) => staff.pruneInvitations(clock.now() - invitationRetentionMs))
  }
}

/**
 * Ends a membership, by the owner or by the member.
 * @throws {ApiError} `staff_not_found`
 */
export async function endMembership(
  { staff, audit }: Pick<StaffStores, 'staff' | 'audit'>,
  caller: AccountActor,
  id: number,
  clock: Clock,
): Promise<StaffMember> {
  const member = await staff.find(id)
  if (!member || !canEnd(member, caller.accountId) || !(await staff.delete(id)))
    throw new ApiError('staff_not_found')
  const { accountId, memberId, role } = member
  const action = caller.accountId === accountId ? 'staff.removed' : 'staff.left'
  const { actor } = caller
  await audit.record({ at: clock.now(), accountId, actor, action, detail: { member: memberId, role } })
  return member
}

/** @throws {ApiError} `staff_not_found`, also for another account's invitation */
async function requireInvitation(
  { staff }: Pick<StaffStores, 'staff'>,
  { accountId }: AccountActor,
  id: number,
): Promise<StaffInvitation> {
  const invitation = await staff.findInvitationById(id)
  if (invitation?.accountId !== accountId) throw new ApiError('staff_not_found')
  return invitation
}

const canEnd = ({ accountId, memberId }: StaffMember, callerId: number): boolean =>
  callerId === accountId || callerId === memberId

/** @throws {ApiError} `body_invalid` */
function requireRole(text: string): StaffRole {
  const role = parseStaffRole(text)
  if (!role) throw new ApiError('body_invalid', 'The role must be cashier or bookkeeper.')
  return role
}
