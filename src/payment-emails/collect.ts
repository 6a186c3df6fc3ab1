import type { Bounds } from '../events/log.ts'
import { type Clock, day, minute } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import type { PaymentEmailStore } from './payment-email.ts'

type CollectStore = Pick<
  PaymentEmailStore,
  | 'lockPosition'
  | 'setPosition'
  | 'listAccountsWithExceptions'
  | 'listInvoicesForReceipt'
  | 'request'
  | 'requestOnce'
>

interface CollectorDependencies {
  readonly transact: Transact<{ readonly paymentEmails: CollectStore }>
  /** Reads outside a transaction. */
  readonly read: {
    readonly log: { getBounds(): Promise<Bounds> }
    readonly paymentEmails: Pick<PaymentEmailStore, 'readPosition'>
  }
  readonly clock: Clock
}

/** Events per transaction. */
const maxEvents = 1_000
/** After an outage of the mail server, or when email is configured later, older events cause no emails. */
const maxAgeMs = 1 * day
/** Payments that arrive together share an email. */
const exceptionsDelayMs = 1 * minute

/** Reads the event log from its own position, and requests emails together with the new position: no event is missed or read twice. */
export function createEmailCollector({ transact, read, clock }: CollectorDependencies) {
  return async (signal?: AbortSignal): Promise<void> => {
    const { lastWritten } = await read.log.getBounds()
    while (!signal?.aborted) {
      const after = await read.paymentEmails.readPosition()
      if (after >= lastWritten) return
      const upTo = Math.min(lastWritten, after + maxEvents)
      await transact(({ paymentEmails }) => collect(paymentEmails, after, upTo))
    }
  }

  async function collect(store: CollectStore, after: number, upTo: number): Promise<void> {
    // Another process got there first.
    if ((await store.lockPosition()) !== after) return
    const now = clock.now()
    const range = { after, upTo, since: now - maxAgeMs }
    for (const accountId of await store.listAccountsWithExceptions(range))
      await store.request(
        { accountId, kind: 'exceptions', invoiceUid: '' },
        { requestedAt: now, dueAt: now + exceptionsDelayMs },
      )
    for (const invoice of await store.listInvoicesForReceipt(range))
      await store.requestOnce({ ...invoice, kind: 'receipt' }, { requestedAt: now, dueAt: now })
    await store.setPosition(upTo)
  }
}

/** Finds the first log position that is not read yet: events from there on must be kept. */
export const createFirstUnreadFinder =
  (reader: Pick<PaymentEmailStore, 'readPosition'>) => async (): Promise<number> =>
    (await reader.readPosition()) + 1
