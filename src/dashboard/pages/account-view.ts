import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import type { CurrentAccount, ViewedAccount } from './page-context.ts'
import type { PageResponderDependencies } from './page-responder.ts'
import { getRequestedAccountId, requireSignedIn } from './signed-in.ts'

/** Dependencies of all dashboard routes. */
export interface DashboardDependencies extends PageResponderDependencies {
  readonly loadAccount: (accountId: number) => Promise<CurrentAccount>
  /** Whether an account link lets the viewer see the owner's invoices. */
  readonly isGranted: (owner: number, viewer: number) => Promise<boolean>
}

export interface AccountView {
  /** The signed-in account. */
  readonly currentAccount: CurrentAccount
  /** The account whose data is shown: the user's own or the granting one. */
  readonly owner: ViewedAccount
  /** The granting account; null on the user's own pages. */
  readonly viewed: ViewedAccount | null
}

/**
 * The account whose pages are shown: the user's own, or, with `?account={id}`, one that grants view access.
 * @throws {ApiError} `account_not_visible`
 */
export async function loadAccountView(
  request: FastifyRequest,
  { loadAccount, isGranted }: Pick<DashboardDependencies, 'loadAccount' | 'isGranted'>,
): Promise<AccountView> {
  const { accountId } = requireSignedIn(request)
  const currentAccount = await loadAccount(accountId)
  const requestedId = getRequestedAccountId(request)
  if (requestedId === null || requestedId === String(accountId))
    return { currentAccount, owner: currentAccount, viewed: null }
  const owner = /^[1-9]\d{0,14}$/.test(requestedId) ? Number(requestedId) : null
  if (owner === null || !(await isGranted(owner, accountId))) throw new ApiError('account_not_visible')
  const viewed = await loadAccount(owner)
  return { currentAccount, owner: viewed, viewed }
}
