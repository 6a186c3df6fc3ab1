import type { Event } from '../events/event.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Instant } from '../kernel/clock.ts'

/** Lets the target account see the source's invoices and payments, and nothing else. */
export interface AccountLink {
  readonly id: number
  /** The account that grants access. */
  readonly source: number
  /** The account that receives view access. */
  readonly target: number
}

/** Either account can end a link. */
export const canEndLink = ({ source, target }: AccountLink, accountId: number): boolean =>
  accountId === source || accountId === target

/** Parses a link id; null if it is invalid. */
export const tryParseLinkId = (text: unknown): number | null =>
  typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null

/**
 * Parses a link id. An invalid one gets the same error as an unknown link.
 * @throws {ApiError} `link_not_found`
 */
export function parseLinkId(text: string): number {
  const id = tryParseLinkId(text)
  if (id === null) throw new ApiError('link_not_found')
  return id
}

/** The sequence numbers of both accounts' subjects, after these events. */
interface Sequences {
  readonly source: number
  readonly target: number
}

/** The events of a new link, in this order. The subject `link/<id>` gets two events in total. */
export function createLinkedEvents(
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

/** The events of a link deleted by either side, in this order. */
export function createRemovedEvents(
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
