import { type Clock, day, hour, type Instant, minute } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import { runInBatches } from '../kernel/periodic-task.ts'
import type { Transact } from '../kernel/transact.ts'
import { isRecipientRejected, type Mailer, type OutgoingEmail } from '../platform/mail/mailer.ts'
import type { AttemptOutcome, ClaimedEmail, PaymentEmailStore } from './payment-email.ts'

/** An email to send, or when to try again: `never` if there is nothing left to send. */
type WrittenEmail = OutgoingEmail | { readonly notBefore: Instant } | 'never'

export type WriteEmail = (email: ClaimedEmail) => Promise<WrittenEmail>

interface SenderDependencies {
  readonly transact: Transact<{
    readonly paymentEmails: Pick<PaymentEmailStore, 'claimDue' | 'settle' | 'prune'>
  }>
  /** Reads outside a transaction. */
  readonly read: { readonly paymentEmails: Pick<PaymentEmailStore, 'hasDue'> }
  readonly write: Readonly<Record<ClaimedEmail['kind'], WriteEmail>>
  readonly mailer: Pick<Mailer, 'send'>
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
}

/** Longer than the mail server's timeouts. If a process crashes, another one sends the email again after this time. */
const leaseMs = 2 * minute
/** Waits after failed attempts. After the last one, the email is abandoned. */
const retryDelaysMs = [1 * minute, 5 * minute, 15 * minute, 1 * hour, 4 * hour, 12 * hour]
/** A receipt is sent at most once in this period, even if its invoice is reversed and paid again. */
const retentionMs = 90 * day
const pruneBatchSize = 500

/** Sends the requested emails, one after the other. At least once: a crash after the mail server accepted one sends it again. */
export function createEmailSender({ transact, read, write, mailer, clock, log }: SenderDependencies) {
  return { sendDue, prune }

  async function sendDue(signal?: AbortSignal): Promise<void> {
    // Check outside a transaction, which would wait for other writers.
    while (!signal?.aborted && (await read.paymentEmails.hasDue(clock.now()))) {
      const now = clock.now()
      const email = await transact(({ paymentEmails }) => paymentEmails.claimDue(now, now + leaseMs))
      // Another process got there first.
      if (email === null) continue
      const outcome = await send(email)
      await transact(({ paymentEmails }) => paymentEmails.settle(email, outcome))
    }
  }

  async function send(email: ClaimedEmail): Promise<AttemptOutcome> {
    const { sentAt, attempts } = email
    // Exceptions that arrive while this email is written or sent count as newer.
    const startedAt = clock.now()
    try {
      const written = await write[email.kind](email)
      if (written === 'never') return { dueAt: null, attempts: 0, sentAt }
      if ('notBefore' in written) return { dueAt: written.notBefore, attempts: attempts - 1, sentAt }
      await mailer.send(written)
      return { dueAt: null, attempts: 0, sentAt: startedAt }
    } catch (error) {
      const delayMs = isRecipientRejected(error) ? undefined : retryDelaysMs[attempts - 1]
      const { accountId, kind, invoiceUid } = email
      const fields = { err: error, account: accountId, kind, ...(invoiceUid && { invoice: invoiceUid }) }
      if (delayMs === undefined) {
        log.warn('an email could not be sent and was abandoned', fields)
        return { dueAt: null, attempts: 0, sentAt }
      }
      log.warn('an email could not be sent; it will be sent again', fields)
      return { dueAt: clock.now() + delayMs, attempts, sentAt }
    }
  }

  function prune(signal?: AbortSignal): Promise<void> {
    const before = clock.now() - retentionMs
    const pruneBatch = () => transact(({ paymentEmails }) => paymentEmails.prune(before, pruneBatchSize))
    return runInBatches(pruneBatchSize, pruneBatch, signal)
  }
}
