import type { NumberedEvent } from '../events/envelope.ts'
import type { EventReader } from '../events/log.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import { collectDeliveries, type NewDelivery, type NewMessage, type ReceiverStore } from './new-deliveries.ts'

export interface FanOutStore extends ReceiverStore {
  /** Position in the log up to which events have been read. They have been fanned out, except those of backlogs. */
  readPosition(): Promise<number>
  /** Position up to which the events of all accounts have been fanned out. Never decreases. */
  readCompletePosition(): Promise<number>
  /** Locks the position until the transaction ends, and returns it. */
  lockPosition(): Promise<number>
  setPosition(position: number): Promise<void>
  /** The next account with a backlog, by id; after the last one, the first. Null if there is no backlog. */
  findNextBacklog(afterAccountId: number): Promise<number | null>
  /** Position up to which an account's events have been fanned out. Null if the account has no backlog. */
  findBacklog(accountId: number): Promise<number | null>
  /** The accounts among these that have a backlog. */
  listBacklogs(accountIds: readonly number[]): Promise<number[]>
  /** Sets the position up to which an account's events have been fanned out. Null: the account has no backlog anymore. */
  setBacklog(accountId: number, position: number | null): Promise<void>
  /** Deliveries behind a pending one of the same invoice wait for it; a new one triggers an immediate attempt of the oldest. */
  insert(messages: readonly NewMessage[], deliveries: readonly NewDelivery[]): Promise<void>
}

/** Limits per transaction, because other writers wait for it. The last event may exceed the limits of deliveries and bytes. */
const maxEvents = 200
const maxDeliveries = 200
const maxBytes = 1_000_000
/** Deliveries of one account in one transaction after which its further events become a backlog. */
const maxPerAccount = 100

/**
 * Reads the numbered log from its own position, and writes the deliveries together with the new position. Each event is fanned out exactly
 * once, even if a process crashes or several run.
 *
 * An account with many endpoints and events doesn't delay the others: its events become a backlog, which is read from a position of its
 * own as time allows. An account's events are fanned out in the order of the log.
 */
export function createFanOut({
  events,
  reader,
  transact,
  clock,
  onCreated,
}: {
  readonly events: Pick<EventReader, 'readAll'>
  readonly reader: Pick<FanOutStore, 'readPosition' | 'findNextBacklog'>
  readonly transact: Transact<{ webhookFanOut: FanOutStore; log: Pick<EventReader, 'read'> }>
  readonly clock: Clock
  /** Called after a transaction that created deliveries. */
  readonly onCreated?: () => void
}) {
  /** The account whose backlog was read last: accounts take turns. */
  let lastAccountId = 0
  return fanOut

  /** Fans out all new events. Returns how many deliveries that created. */
  async function fanOut(signal?: AbortSignal): Promise<number> {
    let count = 0
    let countSinceBacklog = 0
    while (!signal?.aborted) {
      const position = await reader.readPosition()
      const batch = await events.readAll(position, maxEvents)
      let created = 0
      if (batch.length > 0 && countSinceBacklog < maxDeliveries) {
        created = await transact(({ webhookFanOut }) => fanOutLog(webhookFanOut, position, batch))
        countSinceBacklog += created
      } else {
        const accountId = await reader.findNextBacklog(lastAccountId)
        if (accountId === null && batch.length === 0) break
        if (accountId !== null) {
          lastAccountId = accountId
          created = await transact(({ webhookFanOut, log }) => fanOutBacklog(webhookFanOut, log, accountId))
        }
        countSinceBacklog = 0
      }
      count += created
      if (created > 0) onCreated?.()
    }
    return count
  }

  async function fanOutLog(
    store: FanOutStore,
    position: number,
    batch: readonly NumberedEvent[],
  ): Promise<number> {
    // The row lock serialises concurrent processes: all but the first find the position advanced, and write nothing.
    if ((await store.lockPosition()) !== position) return 0
    const accountIds = [...new Set(batch.flatMap(listAccounts))]
    const backlogs = new Set(await store.listBacklogs(accountIds))
    const upToDate = accountIds.filter((id) => !backlogs.has(id))
    const created = await collectDeliveries(store, batch, upToDate, clock.now())
    let newPosition = position
    let bytes = 0
    for (const event of batch) {
      if (created.count() >= maxDeliveries || bytes >= maxBytes) break
      bytes += event.data.length
      newPosition = event.position
      for (const accountId of listAccounts(event)) {
        if (backlogs.has(accountId)) continue
        if (created.count(accountId) >= maxPerAccount) {
          backlogs.add(accountId)
          await store.setBacklog(accountId, event.position - 1)
        } else created.add(event, accountId)
      }
    }
    await store.setPosition(newPosition)
    await store.insert(created.listMessages(), created.deliveries)
    return created.deliveries.length
  }

  async function fanOutBacklog(
    store: FanOutStore,
    log: Pick<EventReader, 'read'>,
    accountId: number,
  ): Promise<number> {
    // Events after this position aren't part of the backlog. The lock keeps it from growing.
    const end = await store.lockPosition()
    const position = await store.findBacklog(accountId)
    // Another process got there first.
    if (position === null) return 0
    const stream = { kind: 'account', accountId } as const
    const batch = (await log.read(stream, position, maxEvents)).filter((event) => event.position <= end)
    const created = await collectDeliveries(store, batch, [accountId], clock.now())
    let newPosition = position
    let bytes = 0
    for (const event of batch) {
      if (created.count() >= maxDeliveries || bytes >= maxBytes) break
      bytes += event.data.length
      created.add(event, accountId)
      newPosition = event.position
    }
    const isDone = batch.length < maxEvents && newPosition === (batch.at(-1)?.position ?? position)
    await store.setBacklog(accountId, isDone ? null : newPosition)
    await store.insert(created.listMessages(), created.deliveries)
    return created.deliveries.length
  }
}

/** Finds the first log position that is not fanned out yet: events from there on must be kept. */
export const createFirstNeededPositionFinder =
  (reader: Pick<FanOutStore, 'readCompletePosition'>) => async (): Promise<number> =>
    (await reader.readCompletePosition()) + 1

/** An event of an account link belongs to two accounts. */
const listAccounts = ({ accountId, otherAccountId }: NumberedEvent): number[] => [
  ...new Set([accountId, otherAccountId ?? accountId]),
]
