import type { Event } from '../events/event.ts'
import type { Instant } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'

/** Lets the target account see the source's invoices and payments, and nothing else. */
export interface AccountLink {
  readonly id: number
  /** The account that grants access. */
  readonly source: number
  /** The account that receives view access. */
  readonly target: number
}

/** A link can be ended by either side: by the one that granted it, and by the one that rejects it. */
export const mayEnd = ({ source, target }: AccountLink, accountId: number): boolean =>
  accountId === source || accountId === target

/**
 * What is no id of a link is answered like a link that is not there.
 * @throws {Refused} `link_not_found`
 */
export function linkIdOf(text: string): number {
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
  if (id === null) throw new Refused('link_not_found')
  return id
}

/** The counters of both accounts' subjects, after these events. */
export interface Sequences {
  readonly source: number
  readonly target: number
}

/** What is announced when a link is created, in this order. A link's own subject has two events in its life. */
export function announceCreated(
  { id, source, target }: AccountLink,
  sequences: Sequences,
  time: Instant,
): Event[] {
  return [
    {
      type: 'account.linked',
      time,
      subject: `link/${id}`,
      sequence: 1,
      accountId: source,
      otherAccountId: target,
      data: { source, target, id },
    },
    {
      type: 'account.link.created',
      time,
      subject: `account/${source}`,
      sequence: sequences.source,
      accountId: source,
      data: { account_id: source, id },
    },
    {
      type: 'account.link.received',
      time,
      subject: `account/${target}`,
      sequence: sequences.target,
      accountId: target,
      data: { account_id: target, id },
    },
  ]
}

/** What is announced when a link is deleted, by either side, in this order. */
export function announceRemoved(
  { id, source, target }: AccountLink,
  sequences: Sequences,
  time: Instant,
): Event[] {
  return [
    {
      type: 'account.link.removed',
      time,
      subject: `link/${id}`,
      sequence: 2,
      accountId: source,
      otherAccountId: target,
      data: { id },
    },
    {
      type: 'account.link.outbound.removed',
      time,
      subject: `account/${source}`,
      sequence: sequences.source,
      accountId: source,
      data: { id, account_id: source },
    },
    {
      type: 'account.link.inbound.removed',
      time,
      subject: `account/${target}`,
      sequence: sequences.target,
      accountId: target,
      data: { id, account_id: target },
    },
  ]
}
