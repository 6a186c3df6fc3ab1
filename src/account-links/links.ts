import { longestEmail } from '../accounts/account.ts'
import type { AuditAction, AuditEntry, AuditLog } from '../audit/entry.ts'
import type { EventLog } from '../events/event.ts'
import { type Clock, hour, type Instant } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'
import { type AccountLink, announceCreated, announceRemoved, mayEnd } from './link.ts'

export interface LinkStore {
  /** The link, and whether it is new: the same two accounts have one link. */
  insert(link: Omit<AccountLink, 'id'>, at: Instant): Promise<{ link: AccountLink; isNew: boolean }>
  find(id: number): Promise<AccountLink | null>
  /** False when it was deleted before. */
  delete(id: number): Promise<boolean>
  /** Outbound and inbound, oldest first. */
  ofAccount(accountId: number): Promise<AccountLink[]>
  /** Moves the sequences of both accounts' subjects on by one. In the order of the ids, so that two links never wait for each other. */
  moveSequences(link: AccountLink): Promise<{ source: number; target: number }>
  /** Counts an answer that no account has an address; the number within the hour. */
  countMiss(accountId: number, since: Instant, at: Instant): Promise<number>
}

export interface LinkStores {
  readonly links: LinkStore
  readonly accounts: { findByEmail(email: string): Promise<{ readonly id: number } | null> }
  readonly events: EventLog
  readonly audit: AuditLog
}

/** Who asks for more e-mail addresses than that in an hour, and misses, is trying out whose they are. */
const mostMisses = 10

/** Granting view access by e-mail, and ending it. Only outbound links can be created. */
export function accountLinks(transact: Transact<LinkStores>, clock: Clock) {
  return { create, end, list }

  /**
   * Grants view access to the account behind `email`, and announces it. The same link again is the same link.
   * @throws {Refused} `link_email_invalid`, `link_to_self`, `account_not_found`, `too_many_requests`
   */
  async function create(source: number, email: string): Promise<AccountLink> {
    const address = email.trim().toLowerCase()
    if (address.length > longestEmail || !/^[^\s@]+@[^\s@]+$/.test(address))
      throw new Refused('link_email_invalid')
    const answer = await transact(async ({ accounts, links, events, audit }) => {
      const now = clock.now()
      const target = (await accounts.findByEmail(address))?.id
      if (target === undefined) return { misses: await links.countMiss(source, now - hour, now) }
      if (target === source) throw new Refused('link_to_self')
      const { link, isNew } = await links.insert({ source, target }, now)
      if (isNew) {
        await events.append(announceCreated(link, await links.moveSequences(link), now))
        await audit.record(done(source, 'link.created', link, now))
      }
      return { link }
    })
    if (answer.link) return answer.link
    throw new Refused(answer.misses > mostMisses ? 'too_many_lookups' : 'account_not_found')
  }

  /** @throws {Refused} `link_not_found` when there is none, or it is neither side's */
  function end(accountId: number, id: number): Promise<void> {
    return transact(async ({ links, events, audit }) => {
      const link = await links.find(id)
      if (!link || !mayEnd(link, accountId) || !(await links.delete(id))) throw new Refused('link_not_found')
      const now = clock.now()
      await events.append(announceRemoved(link, await links.moveSequences(link), now))
      await audit.record(done(accountId, 'link.removed', link, now))
    })
  }

  function list(accountId: number): Promise<AccountLink[]> {
    return transact(({ links }) => links.ofAccount(accountId))
  }
}

const done = (
  accountId: number,
  action: AuditAction,
  { id, source, target }: AccountLink,
  at: Instant,
): AuditEntry => ({
  at,
  accountId,
  actor: `account ${accountId}`,
  action,
  detail: { link: id, source, target },
})
