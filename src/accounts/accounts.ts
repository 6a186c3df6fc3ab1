import { type AuditLog, type CreateAuditEntry, commandLineActor } from '../audit/entry.ts'
import type { ChainName } from '../coins/coin.ts'
import type { EventLog } from '../events/event.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import { createAccessTokens, type TokenStore } from './access-tokens.ts'
import { type Account, normaliseEmail } from './account.ts'
import {
  type AccountChange,
  pickChangedColumns,
  toStoredAccount,
  validateCurrency,
} from './account-change.ts'
import { type AccountDestinationStore, createDestinations } from './destinations.ts'
import { findAccount } from './find-account.ts'
import { hashPassword } from './password.ts'
import { type PreferenceStore, type Preferences, type StoredAccount, toPreferences } from './preferences.ts'

export interface AccountStore {
  insert(account: Omit<Account, 'id'> & { password: string | null }): Promise<number | null>
  update(id: number, change: Partial<StoredAccount>): Promise<void>
  findByEmail(email: string): Promise<Account | null>
  isEmpty(): Promise<boolean>
  /** Blocks other transactions from creating an account until this one ends. */
  lockFirstAccountCreation(): Promise<void>
}

export interface AccountStores {
  readonly accounts: AccountStore & AccountDestinationStore & TokenStore & PreferenceStore
  readonly audit: AuditLog
  readonly events: EventLog
}

interface AccountDependencies {
  readonly chain: ChainName
  readonly clock: Clock
  /** The actor in audit entries: a session, or the command line. */
  readonly actor?: string
}

/** Account operations of the command line and the dashboard. */
export function createAccounts(
  transact: Transact<AccountStores>,
  { chain, clock, actor = commandLineActor }: AccountDependencies,
) {
  /** Entries must not contain secrets. */
  const createAuditEntry: CreateAuditEntry = (accountId, action, detail) => ({
    at: clock.now(),
    accountId,
    actor,
    action,
    detail,
  })

  return {
    create,
    change,
    find,
    ...createDestinations(transact, { chain, clock, createAuditEntry }),
    ...createAccessTokens(transact, { clock, createAuditEntry }),
  }

  /**
   * Creates an account. The first one, however it is created, becomes the operator. `hash` belongs to a password that is already validated.
   * With `mustBeFirst`, fails unless it is the first account.
   */
  async function create(
    newAccount: { email: string; name?: string; currency?: string; mustBeFirst?: boolean } & (
      | { password: string | null }
      | { hash: string }
    ),
  ): Promise<Account> {
    const email = normaliseEmail(newAccount.email)
    const password =
      'hash' in newAccount
        ? newAccount.hash
        : newAccount.password === null
          ? null
          : await hashPassword(newAccount.password)
    const currency = validateCurrency(newAccount.currency ?? 'USD')
    return transact(async ({ accounts, audit }) => {
      const isOperator = await isFirstAccount(accounts)
      if (newAccount.mustBeFirst && !isOperator) throw new ApiError('registration_closed')
      const account = { email, name: newAccount.name ?? email, currency, isOperator, createdAt: clock.now() }
      const id = await accounts.insert({ ...account, password })
      if (id === null) throw new ApiError('account_exists')
      await audit.record(createAuditEntry(id, 'account.created', { operator: isOperator }))
      return { id, ...account }
    })
  }

  /**
   * Changes an account and its preferences, and records the changes in the audit log. Also returns the preferences before the change.
   * @throws {ApiError} `account_invalid`
   */
  async function change(
    email: string,
    changes: AccountChange,
  ): Promise<Account & Preferences & { before: Preferences }> {
    const columns = toStoredAccount(changes)
    return transact(async ({ accounts, audit }) => {
      const account = await findAccount(accounts, email)
      const before = await accounts.getStoredAccount(account.id)
      const changedColumns = pickChangedColumns(before, columns)
      if (Object.keys(changedColumns).length > 0) {
        await accounts.update(account.id, changedColumns)
        await audit.record(createAuditEntry(account.id, 'account.changed', changedColumns))
      }
      const { name, currency, operator, ...after } = { ...before, ...changedColumns }
      const updated = { ...account, name, currency, isOperator: operator, ...toPreferences(after) }
      return { ...updated, before: toPreferences(before) }
    })
  }

  function find(email: string): Promise<Account> {
    return transact(({ accounts }) => findAccount(accounts, email))
  }
}

export type Accounts = ReturnType<typeof createAccounts>

/** Checks twice, so that only one of two concurrent creations is the first. */
async function isFirstAccount(accounts: AccountStore): Promise<boolean> {
  if (!(await accounts.isEmpty())) return false
  await accounts.lockFirstAccountCreation()
  return accounts.isEmpty()
}
