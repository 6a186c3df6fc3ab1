import type { Instant } from '../kernel/clock.ts'

/** `exceptions`: payments that the account's owner has to decide about · `receipt`: of a paid invoice, for its buyer. */
export type PaymentEmailKind = 'exceptions' | 'receipt'

/** At most one email per account and kind, or per invoice, is waiting to be sent. */
export interface PaymentEmailKey {
  readonly accountId: number
  readonly kind: PaymentEmailKind
  /** Empty for an email that is about several invoices. */
  readonly invoiceUid: string
}

/** An email that a process is sending. */
export interface ClaimedEmail extends PaymentEmailKey {
  readonly requestedAt: Instant
  /** Including this one. */
  readonly attempts: number
  /** When the last sent email with this key was written; null if none was sent. */
  readonly sentAt: Instant | null
  /** Until then no other process sends it. */
  readonly leaseUntil: Instant
}

/** The state after an attempt. */
export interface AttemptOutcome {
  /** When to try again; null: never. */
  readonly dueAt: Instant | null
  readonly attempts: number
  readonly sentAt: Instant | null
}

/** Events of a range of the log. */
interface LogRange {
  readonly after: number
  readonly upTo: number
  /** Older events are skipped: nobody expects an email about them now. */
  readonly since: Instant
}

export interface PaymentEmailStore {
  /** Position in the log up to which events have been read. */
  readPosition(): Promise<number>
  /** Locks the position until the transaction ends, and returns it. */
  lockPosition(): Promise<number>
  setPosition(position: number): Promise<void>
  /** Accounts with new or changed payment exceptions whose owners want an email about them. */
  listAccountsWithExceptions(range: LogRange): Promise<number[]>
  /** Invoices that became paid, whose account sends receipts and whose metadata may contain an email address. */
  listInvoicesForReceipt(range: LogRange): Promise<{ accountId: number; invoiceUid: string }[]>
  /** Requests an email, due then unless one is already waiting. */
  request(key: PaymentEmailKey, at: { requestedAt: Instant; dueAt: Instant }): Promise<void>
  /** Requests an email that is sent only once. */
  requestOnce(key: PaymentEmailKey, at: { requestedAt: Instant; dueAt: Instant }): Promise<void>
  hasDue(now: Instant): Promise<boolean>
  /** The email that has been due the longest, for this process until the lease ends. Null if none is due. */
  claimDue(now: Instant, leaseUntil: Instant): Promise<ClaimedEmail | null>
  /** Records an attempt. If the email was requested again in the meantime, it is due again. */
  settle(email: ClaimedEmail, outcome: AttemptOutcome): Promise<void>
  /** Deletes up to `limit` emails that are done and were requested before that. Returns how many. */
  prune(before: Instant, limit: number): Promise<number>
}
