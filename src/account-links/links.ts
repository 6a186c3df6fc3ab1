import { normaliseEmail } from '../accounts/account.ts'
import type { AccountActor, ActorWithOrigin, AuditAction, AuditEntry, AuditLog } from '../audit/entry.ts'
import type { EventLog } from '../events/event.ts'
import { ApiError } from '../kernel/api-error.ts'
import { type Clock, hour, type Instant, second } from '../kernel/clock.ts'
import type { Failpoints } from '../kernel/failpoint.ts'
import type { Transact } from '../kernel/transact.ts'
import { type AttemptLimitStore, attemptKeyOf, countAttempt } from '../sessions/attempt-limits.ts'
import type { NotifyOwner } from '../sessions/email.ts'
import { type AccountLink, announceCreated, announceRemoved, canEndLink } from './link.ts'

export interface LinkStore {
  /** Returns the link, and whether it is new: two accounts have at most one link in each direction. */
  insert(link: Omit<AccountLink, 'id'>, at: Instant): Promise<{ link: AccountLink; isNew: boolean }>
  find(id: number): Promise<AccountLink | null>
  /** The link from `source` to `target`. */
  findBetween(accounts: Omit<AccountLink, 'id'>): Promise<AccountLink | null>
  /** False when it was already deleted. */
  delete(id: number): Promise<boolean>
  /** Outbound and inbound, oldest first. */
  listByAccount(accountId: number): Promise<AccountLink[]>
  /** Increments the sequences of both accounts' subjects, ordered by id so that two links cannot deadlock. */
  incrementSequences(link: AccountLink): Promise<{ source: number; target: number }>
  /** The time of the first of at least `most` failed lookups since `since`; null when there were fewer. */
  findFirstMiss(accountId: number, within: { since: Instant; most: number }): Promise<Instant | null>
  /** Records a failed lookup. Deletes those of every account up to `since`. */
  recordMiss(accountId: number, at: Instant, since: Instant): Promise<void>
}

export interface LinkStores {
  readonly links: LinkStore
  readonly accounts: { findByEmail(email: string): Promise<{ readonly id: number } | null> }
  readonly events: EventLog
  readonly audit: AuditLog
  readonly guesses: AttemptLimitStore
}

export interface LinkParts {
  readonly transact: Transact<LinkStores>
  readonly clock: Clock
  /** Failpoints for tests. */
  readonly checkFailpoint: Failpoints
  /** Emails the guest about a new link in a language of the pages; callers do not wait for it. */
  readonly notifyGuest: (link: AccountLink, language: string) => void
  /** Notifies the owner. */
  readonly notifyOwner: NotifyOwner
  readonly linkTo: (path: string) => string
}

/** Failed lookups of e-mail addresses per hour. An account that reaches it is probing for accounts, and gets no more lookups. */
const maxMisses = 10
const missesMs = 1 * hour
/** An id that no account has. */
const nobody = 0

/** Grants view access by e-mail, and ends it. Only outbound links can be created. */
export function createAccountLinks({
  transact,
  clock,
  checkFailpoint,
  notifyGuest,
  notifyOwner,
  linkTo,
}: LinkParts) {
  return { create, end, list }

  /**
   * Grants view access to the account behind `email`, and records the events. Idempotent: the same link is created once.
   * @throws {ApiError} `link_email_invalid`, `link_to_self`, `account_not_found`, `too_many_lookups`, `too_many_requests`
   */
  async function create(by: ActorWithOrigin, email: string): Promise<AccountLink> {
    const source = by.accountId
    const address = parseEmail(email)
    const answer = await transact(async (stores) => {
      const { accounts, links, events, audit } = stores
      const now = clock.now()
      const target = (await accounts.findByEmail(address))?.id
      if (target === source) throw new ApiError('link_to_self')
      // Queried even without a target, so that both errors below take equally long.
      const known = await links.findBetween({ source, target: target ?? nobody })
      if (known) return { link: known, isNew: false }
      await admit(stores, source, now)
      if (target === undefined) {
        await links.recordMiss(source, now, now - missesMs)
        return { refused: new ApiError('account_not_found') }
      }
      const { link, isNew } = await links.insert({ source, target }, now)
      await checkFailpoint('link.inserted')
      if (isNew) {
        await events.append(announceCreated(link, await links.incrementSequences(link), now))
        await audit.record(createAuditEntry(by, 'link.created', link, now))
      }
      return { link, isNew }
    })
    // Thrown after the transaction, so that the attempts it counted are kept.
    if (answer.refused) throw answer.refused
    await checkFailpoint('link.created')
    if (answer.isNew) {
      notifyGuest(answer.link, by.origin.language)
      notifyOwner(source, 'access_granted', by.origin, { guest: address, undo: linkTo('/dashboard/people') })
    }
    return answer.link
  }

  /**
   * Checks whether the account may look up one more address that is not linked. Both limits apply whether or not an account has that
   * address, so an error does not reveal it. The row of the first limit stays locked until the end, so concurrent calls each see the misses
   * before them.
   * @throws {ApiError} `too_many_requests`, `too_many_lookups`
   */
  async function admit({ links, guesses }: LinkStores, source: number, now: Instant): Promise<void> {
    // A link adds events to the other account, which cannot prevent it: one that is ended and created again counts again.
    await countAttempt(guesses, attemptKeyOf('link', String(source)), now)
    const first = await links.findFirstMiss(source, { since: now - missesMs, most: maxMisses })
    if (first === null) return
    throw new ApiError('too_many_lookups').withRetryAfter(Math.ceil((first + missesMs - now) / second))
  }

  /** @throws {ApiError} `link_not_found` when it does not exist, or belongs to neither side */
  async function end(by: AccountActor, id: number): Promise<void> {
    await transact(async ({ links, events, audit }) => {
      const link = await links.find(id)
      if (!link || !canEndLink(link, by.accountId) || !(await links.delete(id)))
        throw new ApiError('link_not_found')
      await checkFailpoint('link.deleted')
      const now = clock.now()
      await events.append(announceRemoved(link, await links.incrementSequences(link), now))
      await audit.record(createAuditEntry(by, 'link.removed', link, now))
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
