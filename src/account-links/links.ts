import { normaliseEmail } from '../accounts/account.ts'
import type { Acting, ActingFrom, AuditAction, AuditEntry, AuditLog } from '../audit/entry.ts'
import type { EventLog } from '../events/event.ts'
import { type Clock, hour, type Instant, second } from '../kernel/clock.ts'
import type { Passing } from '../kernel/failpoint.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'
import { countIn, type GuessStore, guessOf } from '../sessions/guesses.ts'
import type { Tell } from '../sessions/letter.ts'
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
  /**
   * Counts an answer that no account has an address; null. When there were as many as that since then, nothing is counted, and it is
   * the moment of the first of them. Of many at once each sees those before it.
   */
  countMiss(accountId: number, within: { since: Instant; at: Instant; most: number }): Promise<Instant | null>
}

export interface LinkStores {
  readonly links: LinkStore
  readonly accounts: { findByEmail(email: string): Promise<{ readonly id: number } | null> }
  readonly events: EventLog
  readonly audit: AuditLog
  readonly guesses: GuessStore
}

export interface LinkParts {
  readonly transact: Transact<LinkStores>
  readonly clock: Clock
  /** Places where a test makes the process fail. */
  readonly at: Passing
  /** Tells the guest of a new link, in a language of the pages; nobody waits for it. */
  readonly tellGuest: (link: AccountLink, language: string) => void
  /** Tells the owner. */
  readonly tell: Tell
  readonly linkTo: (path: string) => string
}

/** Who asks for more e-mail addresses than that in an hour, and misses, is trying out whose they are. */
const mostMisses = 10
const missesMs = 1 * hour

/** Granting view access by e-mail, and ending it. Only outbound links can be created. */
export function accountLinks({ transact, clock, at, tellGuest, tell, linkTo }: LinkParts) {
  return { create, end, list }

  /**
   * Grants view access to the account behind `email`, and announces it. The same link again is the same link.
   * @throws {Refused} `link_email_invalid`, `link_to_self`, `account_not_found`, `too_many_lookups`, `too_many_requests`
   */
  async function create(by: ActingFrom, email: string): Promise<AccountLink> {
    const source = by.accountId
    const address = addressIn(email)
    const answer = await transact(async ({ accounts, links, events, audit, guesses }) => {
      const now = clock.now()
      const target = (await accounts.findByEmail(address))?.id
      if (target === undefined) {
        const within = { since: now - missesMs, at: now, most: mostMisses }
        return { refused: unknown(await links.countMiss(source, within), now) }
      }
      if (target === source) throw new Refused('link_to_self')
      const { link, isNew } = await links.insert({ source, target }, now)
      await at('link.inserted')
      if (isNew) {
        // It writes events of the other account, which cannot help it: one that is ended and made again is new.
        await countIn(guesses, guessOf('link', `${source}|${target}`), now)
        await events.append(announceCreated(link, await links.moveSequences(link), now))
        await audit.record(done(by, 'link.created', link, now))
      }
      return { link, isNew }
    })
    // Thrown behind the transaction, which keeps what was counted.
    if (answer.refused) throw answer.refused
    await at('link.created')
    if (answer.isNew) {
      tellGuest(answer.link, by.from.language)
      tell(source, 'access_granted', by.from, { guest: address, undo: linkTo('/dashboard/people') })
    }
    return answer.link
  }

  /** @throws {Refused} `link_not_found` when there is none, or it is neither side's */
  async function end(by: Acting, id: number): Promise<void> {
    await transact(async ({ links, events, audit }) => {
      const link = await links.find(id)
      if (!link || !mayEnd(link, by.accountId) || !(await links.delete(id)))
        throw new Refused('link_not_found')
      await at('link.deleted')
      const now = clock.now()
      await events.append(announceRemoved(link, await links.moveSequences(link), now))
      await audit.record(done(by, 'link.removed', link, now))
    })
    await at('link.removed')
  }

  function list(accountId: number): Promise<AccountLink[]> {
    return transact(({ links }) => links.ofAccount(accountId))
  }
}

/** The same as an account's own, so that whatever can be stored can be found. */
function addressIn(text: string): string {
  try {
    return normaliseEmail(text)
  } catch (error) {
    throw error instanceof Refused ? new Refused('link_email_invalid') : error
  }
}

/** @param first of the misses that are as many as there may be; null when they are fewer */
const unknown = (first: Instant | null, now: Instant): Refused =>
  first === null
    ? new Refused('account_not_found')
    : new Refused('too_many_lookups').after(Math.ceil((first + missesMs - now) / second))

const done = (
  { accountId, actor }: Acting,
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
