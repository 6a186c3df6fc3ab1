import type { NumberedEvent } from '../../src/events/envelope.ts'
import type { EventReader, Stream } from '../../src/events/log.ts'

/** For `failed:` where nothing may fail. */
export function failUnexpectedly(error: unknown): void {
  throw error
}

export type EventFields = Partial<NumberedEvent> & Pick<NumberedEvent, 'position'>

/** An event at its position in the log; by default one of an invoice of account 1. */
export function createEvent(fields: EventFields): NumberedEvent {
  const { position } = fields
  return {
    id: `evt_${position}`,
    type: 'invoice.created',
    time: '2026-01-02T03:04:05.006Z',
    subject: 'invoice/a',
    sequence: position,
    accountId: 1,
    otherAccountId: null,
    data: '{}',
    ...fields,
  }
}

/** Whether the stream includes the event: the contract's definition, independent of the code's. */
export function isInStream(stream: Stream, event: NumberedEvent): boolean {
  switch (stream.kind) {
    case 'all':
      return true
    case 'account':
      return event.accountId === stream.accountId || event.otherAccountId === stream.accountId
    case 'granted':
      return event.accountId === stream.accountId && event.subject.startsWith('invoice/')
    case 'invoice':
      return event.subject === `invoice/${stream.uid}`
  }
}

/** A log without a database: appended events are readable immediately. */
export function createMemoryLog() {
  const events: NumberedEvent[] = []
  let pruned = 0
  const reader: EventReader = {
    getBounds: async () => ({ lastWritten: getNewest(), lastPruned: pruned }),
    isLost: async () => false,
    read: async (stream, above, limit) =>
      events.filter((event) => event.position > above && isInStream(stream, event)).slice(0, limit),
    readAll: async (above, limit) => events.filter(({ position }) => position > above).slice(0, limit),
  }
  return { reader, append, prune, getNewest }

  function getNewest(): number {
    return events.at(-1)?.position ?? pruned
  }

  function append(fields: Partial<NumberedEvent> = {}): NumberedEvent {
    const event = createEvent({ position: getNewest() + 1, ...fields })
    events.push(event)
    return event
  }

  /** Deletes the events up to that position. */
  function prune(to: number): void {
    const first = events.findIndex(({ position }) => position > to)
    events.splice(0, first < 0 ? events.length : first)
    pruned = to
  }
}
