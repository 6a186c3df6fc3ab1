import { Refused } from '../kernel/refused.ts'
import { type Account, normaliseEmail } from './account.ts'

export interface FindAccount {
  findByEmail(email: string): Promise<Account | null>
}

/** @throws {Refused} `account_invalid`, `account_not_found` */
export async function findIn(accounts: FindAccount, email: string): Promise<Account> {
  const account = await accounts.findByEmail(normaliseEmail(email))
  if (!account) throw new Refused('account_not_found')
  return account
}
