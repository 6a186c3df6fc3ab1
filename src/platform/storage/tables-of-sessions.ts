import type { Time, Whole } from './columns.ts'

export interface SessionTables {
  sessions: {
    /** SHA-256 of what the cookie holds. */
    digest: string
    /** What lists show. */
    id: string
    account_id: Whole
    created_at: Time
    last_seen_at: Time
    device: string
    address: string
  }
  /** What opens something once: a link in a mail, or the step between a password and a code. */
  tickets: {
    /** SHA-256 of what the link or the cookie holds. */
    digest: string
    kind: string
    account_id: Whole | null
    email: string | null
    /** The hash of the password of an account that is to be. */
    password: string | null
    /** SHA-256 of what a cookie of the browser holds that asked for it. */
    browser: string | null
    /** A secret of an access token, under a key that is in no table. */
    sealed: string | null
    expires_at: Time
  }
  /** What was guessed wrongly, or asked for, of late. */
  guesses: { kind: string; who: string; count: Whole; since: Time; blocked_until: Time }
}
