import { day, hour, type Instant, minute } from '../kernel/clock.ts'

/** What opens something once: a link in a letter, the step between a password and a code, a page that shows a secret. Only its digest is stored. */
export type Ticket =
  | { readonly kind: 'code'; readonly accountId: number }
  | { readonly kind: 'reset'; readonly accountId: number }
  | { readonly kind: 'invitation'; readonly email: string }
  /** The secret of an access token that was just made, sealed, until the page that shows it has come. */
  | { readonly kind: 'token'; readonly accountId: number; readonly sealed: string }
  /** A secret of webhooks may be shown. */
  | { readonly kind: 'secret'; readonly accountId: number }
  | {
      readonly kind: 'registration'
      readonly email: string
      /** The hash of the password that the account is to have, where the link is followed in the browser that asked for it. */
      readonly password: string
      /** The digest of what a cookie of that browser holds. */
      readonly browser: string
    }

export type TicketOf<Kind extends Ticket['kind']> = Extract<Ticket, { kind: Kind }>

export interface TicketStore {
  insert(ticket: Ticket & { readonly digest: string; readonly expiresAt: Instant }): Promise<void>
  find<Kind extends Ticket['kind']>(kind: Kind, digest: string, now: Instant): Promise<TicketOf<Kind> | null>
  /** The same, and it is gone: of several who ask one gets it. */
  take<Kind extends Ticket['kind']>(kind: Kind, digest: string, now: Instant): Promise<TicketOf<Kind> | null>
  /** Those of these kinds that lead into the account. */
  deleteOf(accountId: number, kinds: readonly ('code' | 'reset')[]): Promise<void>
  prune(now: Instant): Promise<void>
  /** Of everybody. */
  endAll(): Promise<void>
}

/** How long each is good. */
export const ticketLifeMs = {
  code: 10 * minute,
  token: 10 * minute,
  secret: 5 * minute,
  registration: 1 * day,
  reset: 1 * hour,
  invitation: 7 * day,
} as const
/** A link that the operator hands on by other ways than mail. */
export const handedResetLifeMs = 1 * day
