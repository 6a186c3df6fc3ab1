import { ApiError } from '../kernel/api-error.ts'
import { type Account, normaliseEmail } from './account.ts'

export interface AccountFinder {
  findByEmail(email: string): Promise<Account | null>
}

/** @throws {ApiError} `account_invalid`, `account_not_found` */
export async function findAccount(accounts: AccountFinder, email: string): Promise<Account> {
  const account = await accounts.findByEmail(normaliseEmail(email))
  if (!account) throw new ApiError('account_not_found')
  return account
}
