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
  /** The one between these two accounts. */
  between(accounts: Omit<AccountLink, 'id'>): Promise<AccountLink | null>
  /** False when it was deleted before. */
  delete(id: number): Promise<boolean>
  /** Outbound and inbound, oldest first. */
  ofAccount(accountId: number): Promise<AccountLink[]>
  /** Moves the sequences of both accounts' subjects on by one. In the order of the ids, so that two links never wait for each other. */
  moveSequences(link: AccountLink): Promise<{ source: number; target: number }>
  /** When as many answers as `most` since then said that no account has an address, the moment of the first of them; else null. */
  firstOfMisses(accountId: number, within: { since: Instant; most: number }): Promise<Instant | null>
  /** One more of them. Those before `since` are forgotten, of every account. */
  noteMiss(accountId: number, at: Instant, since: Instant): Promise<void>
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

/** Who asks for more e-mail addresses than that in an hour, and misses, is trying out whose they are: then none is looked at. */
const mostMisses = 10
const missesMs = 1 * hour
/** No account's id. */
const nobody = 0

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
    const answer = await transact(async (stores) => {
      const { accounts, links, events, audit } = stores
      const now = clock.now()
      const target = (await accounts.findByEmail(address))?.id
      if (target === source) throw new Refused('link_to_self')
      // Asked for nobody, too: what is refused below takes as long.
      const known = await links.between({ source, target: target ?? nobody })
      if (known) return { link: known, isNew: false }
      await admit(stores, source, now)
      if (target === undefined) {
        await links.noteMiss(source, now, now - missesMs)
        return { refused: new Refused('account_not_found') }
      }
      const { link, isNew } = await links.insert({ source, target }, now)
      await at('link.inserted')
      if (isNew) {
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

  /**
   * May the account ask for one more address that is not linked? Both limits hold whether or not there is an account behind it, so that
   * what is refused tells nothing of that. The row of the first is held until the end: of many at once each sees the misses before it.
   * @throws {Refused} `too_many_requests`, `too_many_lookups`
   */
  async function admit({ links, guesses }: LinkStores, source: number, now: Instant): Promise<void> {
    // A link writes events of the other account, which cannot help it: one that is ended and made again counts again.
    await countIn(guesses, guessOf('link', String(source)), now)
    const first = await links.firstOfMisses(source, { since: now - missesMs, most: mostMisses })
    if (first === null) return
    throw new Refused('too_many_lookups').after(Math.ceil((first + missesMs - now) / second))
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
