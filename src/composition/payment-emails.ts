import { createReceiptComposer } from '../checkout/pages/receipt-email.ts'
import { createExceptionsComposer } from '../dashboard/exceptions/email.ts'
import type { LogConsumer } from '../events/prune.ts'
import { hour, second } from '../kernel/clock.ts'
import { type PeriodicTask, startPeriodicTask } from '../kernel/periodic-task.ts'
import { createEmailCollector, createFirstUnreadFinder } from '../payment-emails/collect.ts'
import { createExceptionsEmailWriter } from '../payment-emails/exceptions-email.ts'
import { createReceiptWriter } from '../payment-emails/receipt.ts'
import { createEmailSender } from '../payment-emails/send.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { AttemptLimits } from '../sessions/attempt-limits.ts'
import type { AppContext } from './context.ts'
import { createLinkBuilder } from './email.ts'

const collectIntervalMs = 2 * second
const sendIntervalMs = 2 * second
const pruneIntervalMs = 1 * hour

interface PaymentEmailDependencies {
  /** Null if no mail server is configured: then no emails are sent. */
  readonly mailer: Mailer | null
  readonly attemptLimits: Pick<AttemptLimits, 'consume'>
}

/** Starts the emails about payments: to owners when payments need attention, and receipts to buyers. */
export function startPaymentEmails(
  { config, transact, read, clock, timers, log, logFailure }: AppContext,
  { mailer, attemptLimits }: PaymentEmailDependencies,
): (Pick<PeriodicTask, 'stop'> & LogConsumer) | null {
  if (mailer === null) return null
  const linkTo = createLinkBuilder(config.baseUrl)
  const exceptions = createExceptionsEmailWriter({
    listOpen: (accountId, limit) => read.exceptions.list(accountId, 'open', { before: null, limit }),
    accounts: read.accounts,
    compose: createExceptionsComposer(linkTo),
    clock,
  })
  const receipt = createReceiptWriter({
    findInvoice: read.invoices.find,
    accounts: read.accounts,
    attemptLimits,
    compose: createReceiptComposer(linkTo),
    clock,
  })
  const collect = createEmailCollector({ transact, read, clock })
  const { sendDue, prune } = createEmailSender({
    transact,
    read,
    write: { exceptions, receipt },
    mailer,
    clock,
    log,
  })
  const tasks = [
    startPeriodicTask(collectIntervalMs, collect, logFailure('requesting emails about payments'), timers),
    startPeriodicTask(sendIntervalMs, sendDue, logFailure('sending emails about payments'), timers),
    startPeriodicTask(pruneIntervalMs, prune, logFailure('pruning emails about payments'), timers),
  ]
  return {
    findFirstNeededPosition: createFirstUnreadFinder(read.paymentEmails),
    async stop() {
      await Promise.all(tasks.map((task) => task.stop()))
    },
  }
}
