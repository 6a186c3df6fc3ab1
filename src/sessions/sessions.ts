import type { AuditLog } from '../audit/entry.ts'
import { type Clock, type Instant, minute } from '../kernel/clock.ts'
import { digestOf, newId, newSecret } from '../kernel/ids.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'
import { isOver, type Session, type SessionLife, type Signed, type Visitor } from './session.ts'

export interface SessionStore {
  insert(session: Session & { digest: string }): Promise<void>
  /** With the denomination of its account. */
  find(digest: string): Promise<(Session & { readonly currency: string }) | null>
  touch(digest: string, at: Instant): Promise<void>
  delete(digest: string): Promise<Session | null>
  /** Null when the account has none of that id. */
  deleteById(accountId: number, id: string): Promise<Session | null>
  deleteAll(accountId: number): Promise<void>
  /** Newest first. */
  ofAccount(accountId: number): Promise<Session[]>
  prune(before: { created: Instant; seen: Instant }): Promise<void>
  /** Of everybody. */
  endAll(): Promise<void>
}

export interface SessionStores {
  readonly sessions: SessionStore
  readonly audit: AuditLog
}

export interface SessionParts {
  readonly transact: Transact<SessionStores>
  /** Reads outside of a transaction. */
  readonly read: { readonly sessions: Pick<SessionStore, 'find' | 'ofAccount'> }
  readonly clock: Clock
  readonly life: SessionLife
}

/** How somebody came in: for the audit log. */
export type Entrance = 'password' | 'code' | 'recovery code' | 'registration' | 'reset' | 'renewal'

/** `last_seen_at` is written at most so often: it is for the idle limit, and for people. */
const touchEveryMs = 1 * minute
/** More than anybody has browsers: the oldest end. */
const mostSessions = 100

/** Whatever else stands in an address is simply not found: PostgreSQL takes no text with a NUL in it. */
const idForm = /^ses_\w+$/

/** The browsers in which people are signed in. */
export function sessions({ transact, read, clock, life }: SessionParts) {
  return { begin, find, end, revoke, list, prune }

  /** Another session, inside a transaction; what its cookie holds is in this answer and nowhere else. The browser's last one ends. */
  async function begin(
    { sessions, audit }: SessionStores,
    accountId: number,
    { visitor, by }: { visitor: Visitor; by: Entrance },
  ): Promise<{ secret: string; session: Session }> {
    const now = clock.now()
    if (visitor.cookie !== null) await sessions.delete(digestOf(visitor.cookie))
    for (const old of (await sessions.ofAccount(accountId)).slice(mostSessions - 1))
      await sessions.deleteById(accountId, old.id)
    const secret = newSecret()
    const { device, address } = visitor
    const times = { createdAt: now, lastSeenAt: now }
    const session: Session = { id: `ses_${newId(now)}`, accountId, ...times, device, address }
    await sessions.insert({ ...session, digest: digestOf(secret) })
    const detail = { session: session.id, by }
    await audit.record({ at: now, accountId, actor: session.id, action: 'session.begun', detail })
    return { secret, session }
  }

  /** The session behind what a cookie holds, unless it has ended, by whatever hand or time. */
  async function find(secret: string): Promise<(Session & { readonly currency: string }) | null> {
    const digest = digestOf(secret)
    const session = await read.sessions.find(digest)
    const now = clock.now()
    if (!session || isOver(session, life, now)) return null
    // A short idle limit is kept as exactly.
    if (now - session.lastSeenAt >= Math.min(touchEveryMs, life.idleMs / 10))
      await transact((stores) => stores.sessions.touch(digest, now))
    return session
  }

  /** Signing out. */
  async function end(secret: string): Promise<void> {
    await transact(async (stores) => {
      const ended = await stores.sessions.delete(digestOf(secret))
      if (ended) await record(stores.audit, ended, ended.id)
    })
  }

  /** @throws {Refused} `session_not_found` when it is none of the account's */
  async function revoke({ accountId, sessionId }: Signed, id: string): Promise<void> {
    await transact(async (stores) => {
      const ended = idForm.test(id) ? await stores.sessions.deleteById(accountId, id) : null
      if (!ended) throw new Refused('session_not_found')
      await record(stores.audit, ended, sessionId)
    })
  }

  async function record(audit: AuditLog, { id, accountId }: Session, actor: string): Promise<void> {
    await audit.record({
      at: clock.now(),
      accountId,
      actor,
      action: 'session.ended',
      detail: { session: id },
    })
  }

  async function list(accountId: number): Promise<Session[]> {
    const now = clock.now()
    return (await read.sessions.ofAccount(accountId)).filter((session) => !isOver(session, life, now))
  }

  async function prune(): Promise<void> {
    const now = clock.now()
    const before = { created: now - life.lifeMs, seen: now - life.idleMs }
    await transact((stores) => stores.sessions.prune(before))
  }
}

export type Sessions = ReturnType<typeof sessions>
