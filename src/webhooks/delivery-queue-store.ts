import { type Instant, parseIsoString, toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import {
  arrangeQueue,
  blockedUntil,
  type DeliveryQueueKey,
  findHead,
  formatQueueName,
  type QueuedDelivery,
} from './order.ts'

type DeliveryQueues = ReadonlyMap<string, readonly QueuedDelivery[]>

/** Keeps the deliveries of an invoice's events in order, for each receiver. */
export function createDeliveryQueueStore(sql: Sql) {
  const { query } = sql
  return { update, lock, expedite }

  /**
   * Changes deliveries and rearranges their queues. The locks make the fan-out wait: otherwise it could queue a newer delivery behind one
   * that is just ending.
   */
  async function update(keys: readonly DeliveryQueueKey[], now: Instant, work: () => Promise<unknown>) {
    await lockRows(keys)
    await work()
    for (const queue of (await read(keys)).values()) {
      const { released, blocked } = arrangeQueue(queue)
      await setNextAt(released, now)
      await setNextAt(blocked, blockedUntil)
    }
  }

  /** Locks the queues that are not empty, and returns them. */
  async function lock(keys: readonly DeliveryQueueKey[]): Promise<DeliveryQueues> {
    return (await lockRows(keys)) ? read(keys) : new Map()
  }

  /** Pending deliveries by queue, oldest event first. Separate from `lockRows`, so that PostgreSQL sees rows written while `lockRows` waited. */
  async function read(keys: readonly DeliveryQueueKey[]): Promise<DeliveryQueues> {
    if (!keys.some(({ subject }) => subject !== null)) return new Map()
    const rows = await selectPending(keys)
      .leftJoin('webhook_attempts as a', (on) =>
        on.onRef('a.delivery_id', '=', 'd.id').onRef('a.number', '=', 'd.attempts'),
      )
      .orderBy('d.sequence')
      .orderBy('d.part')
      .select(['d.id', 'd.receiver', 'd.subject', 'd.next_at', 'a.number', 'a.ms'])
      .execute()
    const queues = Map.groupBy(rows, formatQueueName)
    return new Map([...queues].map(([name, queue]) => [name, queue.map(toQueued)]))
  }

  /**
   * A newer event triggers an immediate attempt of the oldest delivery, which doesn't count in its schedule. If an attempt is in progress
   * and fails, the changed position in the schedule tells its sender to retry immediately.
   */
  async function expedite(queue: readonly QueuedDelivery[], now: Instant): Promise<void> {
    const head = findHead(queue)
    if (!head || (head.nextAt <= now && !head.isInProgress)) return
    await query
      .updateTable('webhook_deliveries')
      .set(({ eb }) => ({
        tries: eb
          .case()
          .when('tries', '>', 0)
          .then(eb('tries', '-', 1))
          .else(0)
          .end(),
      }))
      .$if(!head.isInProgress, (builder) => builder.set({ next_at: toIsoString(now) }))
      .where('id', '=', head.id)
      .execute()
  }

  /** Locks in a fixed order, so that two transactions can't deadlock. False if the queues are certainly empty. */
  async function lockRows(keys: readonly DeliveryQueueKey[]): Promise<boolean> {
    if (!keys.some(({ subject }) => subject !== null)) return false
    // SQLite has one writer at a time.
    if (sql.kind === 'sqlite') return true
    const rows = await selectPending(keys)
      .orderBy('d.receiver')
      .orderBy('d.subject')
      .orderBy('d.sequence')
      .orderBy('d.part')
      .select('d.id')
      .forUpdate()
      .execute()
    return rows.length > 0
  }

  function selectPending(keys: readonly DeliveryQueueKey[]) {
    const receivers = [...new Set(keys.map(({ receiver }) => receiver))]
    const subjects = [...new Set(keys.flatMap(({ subject }) => subject ?? []))]
    return query
      .selectFrom('webhook_deliveries as d')
      .where('d.state', '=', 'pending')
      .where('d.subject', 'in', subjects)
      .where('d.receiver', 'in', receivers)
  }

  async function setNextAt(ids: readonly string[], at: Instant): Promise<void> {
    if (ids.length === 0) return
    await query
      .updateTable('webhook_deliveries')
      .set({ next_at: toIsoString(at) })
      .where('id', 'in', ids)
      .execute()
  }
}

const toQueued = ({
  id,
  next_at,
  number,
  ms,
}: {
  readonly id: string
  readonly next_at: string | null
  readonly number: number | null
  readonly ms: number | null
}): QueuedDelivery => ({
  id,
  nextAt: parseIsoString(next_at) ?? blockedUntil,
  isInProgress: number !== null && ms === null,
})
