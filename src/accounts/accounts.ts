import { type AuditAction, type AuditEntry, type AuditLog, commandLine } from '../audit/entry.ts'
import type { ChainName } from '../coins/coin.ts'
import type { EventLog } from '../events/event.ts'
import type { Clock } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'
import { accessTokens, type TokenStore } from './access-tokens.ts'
import { type Account, normaliseEmail } from './account.ts'
import { type DestinationStore, destinations } from './destinations.ts'
import { findIn } from './find.ts'
import { hashPassword } from './password.ts'
import {
  type AccountChange,
  differences,
  knownCurrency,
  type PreferenceStore,
  type Preferences,
  readPreferences,
  type WrittenAccount,
  writeAccount,
} from './preferences.ts'

export interface AccountStore {
  insert(account: Omit<Account, 'id'> & { password: string | null }): Promise<number | null>
  update(id: number, change: Partial<WrittenAccount>): Promise<void>
  findByEmail(email: string): Promise<Account | null>
  isEmpty(): Promise<boolean>
  /** Until the transaction ends no other makes an account that is the first. */
  lockFirst(): Promise<void>
}

export interface AccountStores {
  readonly accounts: AccountStore & DestinationStore & TokenStore & PreferenceStore
  readonly audit: AuditLog
  readonly events: EventLog
}

export interface AccountParts {
  readonly chain: ChainName
  readonly clock: Clock
  /** Who does it: a session, or the command line. */
  readonly actor?: string
}

/** A line of the audit log, as whoever acts writes it. */
export type Done = (accountId: number, action: AuditAction, detail: AuditEntry['detail']) => AuditEntry

/** What the account's own commands and pages do. */
export function accounts(
  transact: Transact<AccountStores>,
  { chain, clock, actor = commandLine }: AccountParts,
) {
  /** A line of the audit log; nothing in it is a secret. */
  const done: Done = (accountId, action, detail) => ({ at: clock.now(), accountId, actor, action, detail })

  return {
    create,
    change,
    find,
    ...destinations(transact, { chain, clock, done }),
    ...accessTokens(transact, { clock, done }),
  }

  /** The first account, however made, is the operator. `hash`: of a usable password. `isFirst`: none is made but the first. */
  async function create(
    given: { email: string; name?: string; currency?: string; isFirst?: boolean } & (
      | { password: string | null }
      | { hash: string }
    ),
  ): Promise<Account> {
    const email = normaliseEmail(given.email)
    const password =
      'hash' in given ? given.hash : given.password === null ? null : await hashPassword(given.password)
    const currency = knownCurrency(given.currency ?? 'USD')
    return transact(async ({ accounts, audit }) => {
      const operator = await isFirstIn(accounts)
      if (given.isFirst && !operator) throw new Refused('registration_closed')
      const account = { email, name: given.name ?? email, currency, operator, createdAt: clock.now() }
      const id = await accounts.insert({ ...account, password })
      if (id === null) throw new Refused('account_exists')
      await audit.record(done(id, 'account.created', { operator }))
      return { id, ...account }
    })
  }

  /**
   * What the account is and prefers from now on, and what it preferred before; the audit log tells what was changed.
   * @throws {Refused} `account_invalid`
   */
  async function change(
    email: string,
    wish: AccountChange,
  ): Promise<Account & Preferences & { before: Preferences }> {
    const wanted = writeAccount(wish)
    return transact(async ({ accounts, audit }) => {
      const account = await findIn(accounts, email)
      const before = await accounts.written(account.id)
      const changed = differences(before, wanted)
      if (Object.keys(changed).length > 0) {
        await accounts.update(account.id, changed)
        await audit.record(done(account.id, 'account.changed', changed))
      }
      const { name, currency, operator, ...after } = { ...before, ...changed }
      const changedTo = { ...account, name, currency, operator, ...readPreferences(after) }
      return { ...changedTo, before: readPreferences(before) }
    })
  }

  function find(email: string): Promise<Account> {
    return transact(({ accounts }) => findIn(accounts, email))
  }
}

export type Accounts = ReturnType<typeof accounts>

/** Of two that are made at once, one is the first. */
async function isFirstIn(accounts: AccountStore): Promise<boolean> {
  if (!(await accounts.isEmpty())) return false
  await accounts.lockFirst()
  return accounts.isEmpty()
}
