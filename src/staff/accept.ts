import type { StaffRole } from '../accounts/role.ts'
import { type AuditLog, serviceActor } from '../audit/entry.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { hashSecret } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Credentials } from '../sessions/credentials.ts'
import type { RegistrationMode, RegistrationStores, Registrations } from '../sessions/registration.ts'
import type { SignedInUser, Visitor } from '../sessions/session.ts'
import type { SignInResult } from '../sessions/sign-in.ts'
import type { StaffInvitation, StaffStore } from './member.ts'

interface AcceptStores extends RegistrationStores {
  readonly staff: StaffStore
  readonly audit: AuditLog
}

interface AcceptDependencies {
  readonly transact: Transact<AcceptStores>
  readonly read: {
    readonly staff: Pick<StaffStore, 'findInvitation'>
    readonly credentials: { getById(accountId: number): Promise<Credentials> }
  }
  readonly registration: Pick<Registrations, 'hashNewPassword' | 'hashCountedPassword' | 'createAndSignIn'>
  readonly mode: RegistrationMode
  readonly clock: Clock
}

/** The data that an invitation's page shows. */
export interface OpenInvitation {
  readonly accountId: number
  /** The name that the inviting account chose. */
  readonly name: string
  readonly email: string
  readonly role: StaffRole
  /** Whether it may create an account. It doesn't say whether there is one already. */
  readonly canRegister: boolean
}

/** The account and role of a new member. */
type Membership = Pick<StaffInvitation, 'accountId' | 'role'>

export type InvitationAcceptance = ReturnType<typeof createInvitationAcceptance>

/** Accepts invitations, each once, and only for the address that was invited. */
export function createInvitationAcceptance(dependencies: AcceptDependencies) {
  const { transact, read, registration, mode, clock } = dependencies
  return { find, accept, register, canRegister }

  /** @throws {ApiError} `ticket_over` */
  async function find(secret: string): Promise<OpenInvitation> {
    const { invitation, inviter } = await findWithInviter(secret)
    const { accountId, email, role } = invitation
    return { accountId, name: inviter.name, email, role, canRegister: canRegister(inviter) }
  }

  /** @throws {ApiError} `ticket_over` */
  async function findWithInviter(secret: string) {
    const invitation = await read.staff.findInvitation(hashSecret(secret), clock.now())
    if (!invitation) throw new ApiError('ticket_over')
    return { invitation, inviter: await read.credentials.getById(invitation.accountId) }
  }

  /** Whether an invitation can create an account. With `REGISTRATION=invitation`, only the operator decides who gets one. */
  function canRegister({ isOperator }: Pick<Credentials, 'isOperator'>): boolean {
    return mode === 'open' || (mode === 'invitation' && isOperator)
  }

  /** Accepts it as the signed-in user. @throws {ApiError} `ticket_over`, `invitation_for_other` */
  async function accept({ accountId, sessionId }: SignedInUser, secret: string): Promise<Membership> {
    return transact(async (stores) => {
      const invitation = await consume(stores, secret)
      const { email } = await stores.credentials.getById(accountId)
      if (email !== invitation.email) throw new ApiError('invitation_for_other')
      await join(stores, invitation, { memberId: accountId, actor: sessionId })
      return invitation
    })
  }

  /**
   * Accepts it with a new account. Fails if there is one, like every other registration. It counts as one too, unless the operator sent the
   * invitation: any account can invite any number of addresses.
   * @throws {ApiError} `ticket_over`, `registration_closed`, `registration_refused`, `password_invalid`, `too_many_guesses`
   */
  async function register(
    secret: string,
    password: string,
    visitor: Visitor,
  ): Promise<{ readonly membership: Membership; readonly result: SignInResult }> {
    const { inviter } = await findWithInviter(secret)
    if (!canRegister(inviter)) throw new ApiError('registration_closed')
    const { hashNewPassword, hashCountedPassword } = registration
    const hashAllowed = inviter.isOperator ? hashNewPassword : hashCountedPassword
    const hash = await hashAllowed(password, visitor, hashSecret(secret))
    return transact(async (stores) => {
      const invitation = await consume(stores, secret)
      const { email } = invitation
      const result = await registration.createAndSignIn(stores, { email, hash, mustBeFirst: false }, visitor)
      const newAccount = await stores.accounts.findByEmail(email)
      if (!newAccount) throw new Error('a new account was not found')
      await join(stores, invitation, { memberId: newAccount.id, actor: serviceActor })
      return { membership: invitation, result }
    })
  }

  async function consume({ staff }: AcceptStores, secret: string): Promise<StaffInvitation> {
    const invitation = await staff.consumeInvitation(hashSecret(secret), clock.now())
    if (!invitation) throw new ApiError('ticket_over')
    return invitation
  }

  async function join(
    { staff, audit }: AcceptStores,
    { accountId, role }: Membership,
    { memberId, actor }: { memberId: number; actor: string },
  ): Promise<void> {
    const at = clock.now()
    if (memberId === accountId) throw new ApiError('link_to_self')
    await staff.insert({ accountId, memberId, role }, at)
    const detail = { member: memberId, role }
    await audit.record({ at, accountId, actor, action: 'staff.joined', detail })
  }
}
