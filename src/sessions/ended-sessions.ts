import type { AuditAction, AuditLog } from '../audit/entry.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { SessionStore } from './sessions.ts'

/** These may end the session of their actor, and check it themselves. */
const endingActions: readonly AuditAction[] = ['session.ended', 'password.changed', 'second.factor.on']

/**
 * An audit log that rejects changes by a session that has ended: it may have ended while its password was being verified, and a thief must
 * not keep access beyond the owner's password change. The entry locks the log until the transaction ends. A session ends
 * with an entry too, so its end is either visible here, or comes after this change.
 */
export function rejectEndedSessions<Log extends AuditLog>(
  log: Log,
  sessions: Pick<SessionStore, 'has'>,
): Log {
  return {
    ...log,
    /** @throws {ApiError} `session_needed` */
    async record(entry) {
      await log.record(entry)
      const isSession = entry.actor.startsWith('ses_') && !endingActions.includes(entry.action)
      if (isSession && !(await sessions.has(entry.actor))) throw new ApiError('session_needed')
    },
  }
}
