import type { FastifyRequest } from 'fastify'
import type { Credentials } from '../../sessions/credentials.ts'
import type { CurrentAccount, GrantedAccount, StaffMembership, ViewedAccount } from './page-context.ts'
import type { PageResponderDependencies } from './page-responder.ts'
import { requireAccess, requireSignedIn } from './signed-in.ts'

/** Dependencies of all dashboard routes. */
export interface DashboardDependencies extends PageResponderDependencies {
  readonly loadAccount: (accountId: number) => Promise<CurrentAccount>
}

export interface AccountView {
  /** The signed-in account. */
  readonly currentAccount: CurrentAccount
  /** The account whose data is shown: the user's own or the granting one. */
  readonly owner: ViewedAccount
  /** The other account; null on the user's own pages. */
  readonly grantedAccount: GrantedAccount | null
}

interface AccountReader {
  readonly credentials: { getById(accountId: number): Promise<Credentials> }
  readonly people: { listStaffMemberships(memberId: number): Promise<StaffMembership[]> }
}

/** Loads an account with the accounts in which it works. */
export const createAccountLoader =
  ({ credentials, people }: AccountReader) =>
  async (accountId: number): Promise<Credentials & CurrentAccount> => {
    const [account, staffMemberships] = await Promise.all([
      credentials.getById(accountId),
      people.listStaffMemberships(accountId),
    ])
    return { ...account, staffMemberships }
  }

/**
 * The account whose pages are shown: the user's own, or, with `?account={id}`, one in which the user has a role. Checks the access again:
 * it may have ended while the body of the request arrived.
 * @throws {ApiError} `account_not_visible`, `view_only`
 */
export async function loadAccountView(
  request: FastifyRequest,
  { loadAccount, listRoles }: Pick<DashboardDependencies, 'loadAccount' | 'listRoles'>,
): Promise<AccountView> {
  const { accountId } = requireSignedIn(request)
  const currentAccount = await loadAccount(accountId)
  const access = await requireAccess(request, listRoles)
  if (!access) return { currentAccount, owner: currentAccount, grantedAccount: null }
  const grantedAccount = { ...(await loadAccount(access.ownerId)), roles: access.roles }
  return { currentAccount, owner: grantedAccount, grantedAccount }
}
