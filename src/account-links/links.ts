import { normaliseEmail } from '../accounts/account.ts'
import type { AccountActor, ActorWithOrigin, AuditAction, AuditEntry, AuditLog } from '../audit/entry.ts'
import type { EventLog } from '../events/event.ts'
import { ApiError } from '../kernel/api-error.ts'
import { type Clock, hour, type Instant, second } from '../kernel/clock.ts'
import type { Failpoints } from '../kernel/failpoint.ts'
import type { Transact } from '../kernel/transact.ts'
import { type AttemptLimitStore, countAttempt, createAttemptKey } from '../sessions/attempt-limits.ts'
import type { NotifyOwner } from '../sessions/email.ts'
import { type AccountLink, canEndLink, createLinkedEvents, createRemovedEvents } from './link.ts'

export interface LinkStore {
  /** Returns the link, and whether it is new: two accounts have at most one link in each direction. */
  insert(link: Omit<AccountLink, 'id'>, at: Instant): Promise<{ link: AccountLink; isNew: boolean }>
  find(id: number): Promise<AccountLink | null>
  /** The link from `source` to `target`. */
  findBetween(accounts: Omit<AccountLink, 'id'>): Promise<AccountLink | null>
  /** False if it was already deleted. */
  delete(id: number): Promise<boolean>
  /** The number of links from an account (`source`), or to it (`target`). */
  count(side: 'source' | 'target', accountId: number): Promise<number>
  /** Outbound and inbound, oldest first. */
  listByAccount(accountId: number): Promise<AccountLink[]>
  /** Locks both accounts until the transaction ends, ordered by id so that two links cannot deadlock. */
  lockAccounts(link: Omit<AccountLink, 'id'>): Promise<void>
  /** Increments the sequences of both accounts' subjects, which are locked. */
  incrementSequences(link: AccountLink): Promise<{ source: number; target: number }>
  /** The time of the first of at least `limit` failed lookups since `since`; null when there were fewer. */
  findFirstMiss(accountId: number, within: { since: Instant; limit: number }): Promise<Instant | null>
  /** Records a failed lookup. Deletes those of every account up to `since`. */
  recordMiss(accountId: number, at: Instant, since: Instant): Promise<void>
}

interface LinkStores {
  readonly links: LinkStore
  readonly accounts: { findByEmail(email: string): Promise<{ readonly id: number } | null> }
  readonly events: EventLog
  readonly audit: AuditLog
  readonly attemptLimits: AttemptLimitStore
}

interface LinkDependencies {
  readonly transact: Transact<LinkStores>
  readonly clock: Clock
  /** Failpoints for tests. */
  readonly checkFailpoint: Failpoints
  /** Emails the guest about a new link in the given UI language, in the background. */
  readonly notifyGuest: (link: AccountLink, language: string) => void
  /** Notifies the owner. */
  readonly notifyOwner: NotifyOwner
  readonly linkTo: (path: string) => string
}

/** Failed lookups per hour. An account that reaches this limit is probing for accounts. Further lookups are rejected. */
const maxMisses = 10
const lookupWindowMs = 1 * hour
/** A list of links has no pages, so that clients need no loop: these limits bound it. */
const maxOutbound = 1_000
/** More than outbound ones, for bookkeepers of many accounts. */
const maxInbound = 10_000
/** An id that no account has. */
const missingAccountId = 0

/** Grants view access by email address, and revokes it. Only outbound links can be created. */
export function createAccountLinks({
  transact,
  clock,
  checkFailpoint,
  notifyGuest,
  notifyOwner,
  linkTo,
}: LinkDependencies) {
  return { create, end, list }

  /**
   * Grants view access to the account behind `email`, and records the events. Idempotent: the same link is created once.
   * @throws {ApiError} `link_email_invalid`, `link_to_self`, `account_not_found`, `link_too_many`, `too_many_lookups`,
   * `too_many_requests`
   */
  async function create(caller: ActorWithOrigin, email: string): Promise<AccountLink> {
    const source = caller.accountId
    const address = parseEmail(email)
    const result = await transact(async (stores) => {
      const { accounts, links, events, audit } = stores
      const now = clock.now()
      const target = (await accounts.findByEmail(address))?.id
      if (target === source) throw new ApiError('link_to_self')
      // Queried even without a target, so that both errors below take equally long.
      const existing = await links.findBetween({ source, target: target ?? missingAccountId })
      if (existing) return { link: existing, isNew: false }
      await checkLookupLimit(stores, source, now)
      // Checked before the target is used, so that the error doesn't reveal whether there is one.
      if ((await links.count('source', source)) >= maxOutbound)
        return { error: new ApiError('link_too_many') }
      if (target === undefined) {
        await links.recordMiss(source, now, now - lookupWindowMs)
        return { error: new ApiError('account_not_found') }
      }
      // Otherwise concurrent calls would not count each other's links.
      await links.lockAccounts({ source, target })
      if ((await links.count('target', target)) >= maxInbound) return { error: new ApiError('link_too_many') }
      const { link, isNew } = await links.insert({ source, target }, now)
      await checkFailpoint('link.inserted')
      if (isNew) {
        await events.append(createLinkedEvents(link, await links.incrementSequences(link), now))
        await audit.record(createAuditEntry(caller, 'link.created', link, now))
      }
      return { link, isNew }
    })
    // Thrown after the transaction, so that the attempts it counted are kept.
    if (result.error) throw result.error
    await checkFailpoint('link.created')
    if (result.isNew) {
      notifyGuest(result.link, caller.origin.language)
      notifyOwner(source, 'access_granted', caller.origin, {
        guest: address,
        undo: linkTo('/dashboard/people'),
      })
    }
    return result.link
  }

  /**
   * Checks whether the account may look up another address that is not linked. Both limits apply whether or not an account has that
   * address, so that an error does not reveal it. The row of the first limit stays locked until the end, so that concurrent calls see each
   * other's misses.
   * @throws {ApiError} `too_many_requests`, `too_many_lookups`
   */
  async function checkLookupLimit(
    { links, attemptLimits }: LinkStores,
    source: number,
    now: Instant,
  ): Promise<void> {
    // A new link adds events to the other account, which cannot prevent it. So a link that is removed and created again also counts.
    await countAttempt(attemptLimits, createAttemptKey('link', String(source)), now)
    const firstMiss = await links.findFirstMiss(source, { since: now - lookupWindowMs, limit: maxMisses })
    if (firstMiss === null) return
    throw new ApiError('too_many_lookups').withRetryAfter(
      Math.ceil((firstMiss + lookupWindowMs - now) / second),
    )
  }

  /** @throws {ApiError} `link_not_found` when it does not exist, or belongs to neither side */
  async function end(caller: AccountActor, id: number): Promise<void> {
    await transact(async ({ links, events, audit }) => {
      const link = await links.find(id)
      if (!link || !canEndLink(link, caller.accountId)) throw new ApiError('link_not_found')
      await links.lockAccounts(link)
      if (!(await links.delete(id))) throw new ApiError('link_not_found')
      await checkFailpoint('link.deleted')
      const now = clock.now()
      await events.append(createRemovedEvents(link, await links.incrementSequences(link), now))
      await audit.record(createAuditEntry(caller, 'link.removed', link, now))
    })
    await checkFailpoint('link.removed')
  }

  function list(accountId: number): Promise<AccountLink[]> {
    return transact(({ links }) => links.listByAccount(accountId))
  }
}

/** Uses the same rules as an account's own address, so that every stored address can be found. */
function parseEmail(text: string): string {
  try {
    return normaliseEmail(text)
  } catch (error) {
    throw error instanceof ApiError ? new ApiError('link_email_invalid') : error
  }
}

const createAuditEntry = (
  { accountId, actor }: AccountActor,
  action: AuditAction,
  { id, source, target }: AccountLink,
  at: Instant,
): AuditEntry => ({
  at,
  accountId,
  actor,
  action,
  detail: { link: id, source, target },
})

export type AccountLinks = ReturnType<typeof createAccountLinks>
