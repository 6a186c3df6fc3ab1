import { day, hour, type Instant, minute } from '../kernel/clock.ts'

/** A one-time credential for a link, the step between password and code, or a page that shows a secret. Only its digest is stored. */
export type Ticket =
  | { readonly kind: 'code'; readonly accountId: number }
  | { readonly kind: 'reset'; readonly accountId: number }
  /** Created by the operator. A reset requested on the sign-in page doesn't invalidate it. */
  | { readonly kind: 'operator_reset'; readonly accountId: number }
  | { readonly kind: 'invitation'; readonly email: string }
  /** The encrypted secret of a new access token, until its page has shown it. */
  | { readonly kind: 'token'; readonly accountId: number; readonly encryptedToken: string }
  /** A passkey challenge that was answered. It stays until the challenge expires, so that the answer can't be replayed. */
  | { readonly kind: 'challenge'; readonly accountId: number }
  /** Permission to show a webhook secret. */
  | { readonly kind: 'secret'; readonly accountId: number }
  | {
      readonly kind: 'registration'
      readonly email: string
      /** Hash of the account's password, used if the link is followed in the browser that requested it. */
      readonly passwordHash: string
      /** Digest of that browser's cookie. */
      readonly browserDigest: string
    }

export type TicketOf<Kind extends Ticket['kind']> = Extract<Ticket, { kind: Kind }>

export interface TicketStore {
  insert(ticket: Ticket & { readonly digest: string; readonly expiresAt: Instant }): Promise<void>
  /** Like `insert`; false if there is a ticket with that digest. */
  insertOnce(ticket: Ticket & { readonly digest: string; readonly expiresAt: Instant }): Promise<boolean>
  find<Kind extends Ticket['kind']>(kind: Kind, digest: string, now: Instant): Promise<TicketOf<Kind> | null>
  /** Like `find`, and deletes the ticket: only one of several concurrent callers gets it. */
  consume<Kind extends Ticket['kind']>(
    kind: Kind,
    digest: string,
    now: Instant,
  ): Promise<TicketOf<Kind> | null>
  /** Deletes the account's tickets of these kinds. */
  deleteByKinds(accountId: number, kinds: readonly ('code' | 'reset' | 'operator_reset')[]): Promise<void>
  prune(now: Instant): Promise<void>
  /** Deletes all tickets of all accounts. */
  endAll(): Promise<void>
}

/** How long tickets of each kind are valid. */
export const ticketLifetimeMs = {
  code: 10 * minute,
  token: 10 * minute,
  secret: 5 * minute,
  registration: 1 * day,
  reset: 1 * hour,
  invitation: 7 * day,
} as const
/** For a link that the operator passes on by other means than email. */
export const operatorResetLifetimeMs = 1 * day
/** Tickets of links to choose a new password. */
export const resetKinds = ['reset', 'operator_reset'] as const
