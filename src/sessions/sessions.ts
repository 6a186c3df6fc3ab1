import type { AuditLog } from '../audit/entry.ts'
import { ApiError } from '../kernel/api-error.ts'
import { type Clock, type Instant, minute } from '../kernel/clock.ts'
import { generateId, generateSecret, hashSecret } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import { isExpired, type Session, type SessionTimeouts, type SignedInUser, type Visitor } from './session.ts'

export interface SessionStore {
  insert(session: Session & { digest: string }): Promise<void>
  /** Stores the language of the account's pages, for emails that are sent in the background. */
  setLanguage(accountId: number, language: string): Promise<void>
  /** Includes the account's currency. */
  find(digest: string): Promise<(Session & { readonly currency: string }) | null>
  touch(digest: string, at: Instant): Promise<void>
  delete(digest: string): Promise<Session | null>
  /** Null if the account has no session with that id. */
  deleteById(accountId: number, id: string): Promise<Session | null>
  /** Returns their ids. */
  deleteAll(accountId: number): Promise<readonly string[]>
  has(id: string): Promise<boolean>
  /** Newest first. */
  listByAccount(accountId: number): Promise<Session[]>
  prune(before: { created: Instant; seen: Instant }): Promise<void>
  /** Ends all sessions of all accounts. */
  endAll(): Promise<void>
}

export interface SessionStores {
  readonly sessions: SessionStore
  readonly audit: AuditLog
}

interface SessionDependencies {
  readonly transact: Transact<SessionStores>
  /** Reads outside a transaction. */
  readonly read: { readonly sessions: Pick<SessionStore, 'find' | 'listByAccount'> }
  readonly clock: Clock
  readonly timeouts: SessionTimeouts
}

type FoundSession = Session & { readonly currency: string }

/** How the session began, for the audit log. */
export type SignInMethod =
  | 'password'
  | 'code'
  | 'recovery code'
  | 'passkey'
  | 'registration'
  | 'reset'
  | 'renewal'

/** `last_seen_at` is written at most this often: it is only for the idle limit and for display. */
const touchIntervalMs = 1 * minute
/** More than anyone needs. Beyond this, the oldest sessions end. */
const maxSessions = 100

/** An id in any other form, from a URL, is reported as not found without a query: PostgreSQL text cannot contain a NUL. */
const idPattern = /^ses_\w+$/

/** Manages the sessions of signed-in browsers. */
export function createSessions({ transact, read, clock, timeouts }: SessionDependencies) {
  return { begin, find, findWithoutTouch, end, revoke, list, prune }

  /** Inside a transaction: begins a session and ends the browser's previous one. The cookie's secret is only in this result. */
  async function begin(
    { sessions, audit }: SessionStores,
    accountId: number,
    { visitor, method }: { visitor: Visitor; method: SignInMethod },
  ): Promise<{ secret: string; session: Session }> {
    const now = clock.now()
    if (visitor.cookie !== null) await sessions.delete(hashSecret(visitor.cookie))
    for (const oldest of (await sessions.listByAccount(accountId)).slice(maxSessions - 1))
      await sessions.deleteById(accountId, oldest.id)
    const secret = generateSecret()
    const { device, address, language } = visitor
    const times = { createdAt: now, lastSeenAt: now }
    const session: Session = { id: `ses_${generateId(now)}`, accountId, ...times, device, address }
    await sessions.insert({ ...session, digest: hashSecret(secret) })
    await sessions.setLanguage(accountId, language)
    const detail = { session: session.id, by: method }
    await audit.record({ at: now, accountId, actor: session.id, action: 'session.begun', detail })
    return { secret, session }
  }

  /** The session for a cookie value, unless it has ended or expired. Counts as use. */
  async function find(secret: string): Promise<FoundSession | null> {
    const session = await findWithoutTouch(secret)
    const now = clock.now()
    // A short idle limit needs more frequent updates.
    if (session && now - session.lastSeenAt >= Math.min(touchIntervalMs, timeouts.idleMs / 10))
      await transact((stores) => stores.sessions.touch(hashSecret(secret), now))
    return session
  }

  /** Like `find`, but does not count as use: open streams and pages that refresh themselves must not keep a session alive. */
  async function findWithoutTouch(secret: string): Promise<FoundSession | null> {
    const session = await read.sessions.find(hashSecret(secret))
    return session && !isExpired(session, timeouts, clock.now()) ? session : null
  }

  /** Signs out. */
  async function end(secret: string): Promise<void> {
    await transact(async (stores) => {
      const session = await stores.sessions.delete(hashSecret(secret))
      if (session) await record(stores.audit, session, session.id)
    })
  }

  /** @throws {ApiError} `session_not_found` if the account has no such session */
  async function revoke({ accountId, sessionId }: SignedInUser, id: string): Promise<void> {
    await transact(async (stores) => {
      const session = idPattern.test(id) ? await stores.sessions.deleteById(accountId, id) : null
      if (!session) throw new ApiError('session_not_found')
      await record(stores.audit, session, sessionId)
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
    return (await read.sessions.listByAccount(accountId)).filter(
      (session) => !isExpired(session, timeouts, now),
    )
  }

  async function prune(): Promise<void> {
    const now = clock.now()
    const before = { created: now - timeouts.lifetimeMs, seen: now - timeouts.idleMs }
    await transact((stores) => stores.sessions.prune(before))
  }
}

export type Sessions = ReturnType<typeof createSessions>

/**
 * Inside a transaction: ends all sessions of the account, for a change by one of them. Locks the sessions before the audit log, in the same
 * order as every end of a session, so that two ends cannot deadlock.
 * @throws {ApiError} `session_needed` if that session has ended already
 */
export async function endAllSessions(
  { sessions }: Pick<SessionStores, 'sessions'>,
  { accountId, sessionId }: SignedInUser,
): Promise<void> {
  if (!(await sessions.deleteAll(accountId)).includes(sessionId)) throw new ApiError('session_needed')
}
