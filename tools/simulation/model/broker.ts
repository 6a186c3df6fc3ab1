import type { NumberedEvent } from '../../../src/events/envelope.ts'
import type { LoggedEvent } from './observer-store.ts'
import { Violation } from './violation.ts'

export type BrokerChecks = ReturnType<typeof createBrokerChecks>

/** Compares what the broker has stored with the log: every event at least once, in order within each subject. */
export function createBrokerChecks() {
  const loggedIds = new Set<string>()
  const storedIds = new Set<string>()
  /** The highest sequence number that the broker has of each subject. */
  const newest = new Map<string, number>()
  return {
    onEvent: ({ id }: LoggedEvent) => void loggedIds.add(id),

    onStored({ id, subject, sequence }: Pick<NumberedEvent, 'id' | 'subject' | 'sequence'>): void {
      // An account's log also has events about its endpoints, such as those of servers that never recover.
      if (!subject.startsWith('invoice/')) return
      if (!loggedIds.has(id)) throw new Violation('the broker only gets events of the log', id)
      const last = newest.get(subject) ?? 0
      if (sequence > last + 1)
        throw new Violation(
          'the broker gets the events of a subject in order',
          `${subject}: ${sequence} after ${last}`,
        )
      newest.set(subject, Math.max(last, sequence))
      storedIds.add(id)
    },

    /** Called once the system has settled. */
    requireComplete(): void {
      for (const id of loggedIds)
        if (!storedIds.has(id)) throw new Violation('the broker gets every event', id)
    },
  }
}
