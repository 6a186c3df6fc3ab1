import type { TimeColumn } from './columns.ts'

export interface SessionTables {
  sessions: {
    /** SHA-256 of the cookie's secret. */
    digest: string
    /** Shown in lists. */
    id: string
    account_id: number
    created_at: TimeColumn
    last_seen_at: TimeColumn
    device: string
    address: string
  }
  /** One-time secrets: a link in an email, or the step between a password and a code. */
  tickets: {
    /** SHA-256 of the secret in the link or the cookie. */
    digest: string
    kind: string
    account_id: number | null
    email: string | null
    /** The password hash of an account that is not created yet. */
    password: string | null
    /** SHA-256 of a cookie's secret in the browser that requested it. */
    browser: string | null
    /** The secret of an access token, encrypted with a key that isn't in the database. */
    sealed: string | null
    expires_at: TimeColumn
  }
  /** WebAuthn credentials. */
  passkeys: {
    id: string
    account_id: number
    /** The id that the authenticator chose, in base64url. */
    credential_id: string
    /** The COSE key, in base64url. */
    public_key: string
    /** The user id that the authenticator returns with it, in base64url. */
    user_handle: string
    sign_count: number
    /** How browsers may reach the authenticator, separated by commas. */
    transports: string
    name: string
    created_at: TimeColumn
    last_used_at: TimeColumn | null
  }
  /** Recent wrong guesses and requests, for attempt limits. */
  guesses: { kind: string; who: string; count: number; since: TimeColumn; blocked_until: TimeColumn }
}
