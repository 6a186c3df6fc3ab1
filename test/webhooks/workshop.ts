import assert from 'node:assert/strict'
import { type EventType, eventTypes } from '../../src/events/event.ts'
import { eventReader } from '../../src/events/reader-store.ts'
import { numberEvents } from '../../src/events/store.ts'
import { type Clock, stoppedClock } from '../../src/kernel/clock.ts'
import { newUid } from '../../src/kernel/ids.ts'
import { stores, transactOn } from '../../src/stores.ts'
import { webhookDeliveries } from '../../src/webhooks/deliveries.ts'
import { webhookEndpoints } from '../../src/webhooks/endpoints.ts'
import { fanOut } from '../../src/webhooks/fan-out.ts'
import { connectDirectly, guard, resolveBySystem } from '../../src/webhooks/guard.ts'
import { type Post, poster } from '../../src/webhooks/post.ts'
import { startSender } from '../../src/webhooks/send.ts'
import { webhookSecrets } from '../../src/webhooks/signature.ts'
import type { Limits } from '../../src/webhooks/slots.ts'
import { afterwards, type Ending, openTestDatabase, type TestDatabase } from '../helpers/databases.ts'
import { until } from '../helpers/until.ts'

export interface WorkshopOptions {
  readonly clock?: Clock & { advance(ms: number): void }
  readonly post?: Post
  readonly limits?: Limits
  /** Of an attempt; 15 s as usual. */
  readonly timeLimitMs?: number
  /** The database of another: after a restart, or a second process. */
  readonly beside?: TestDatabase
}

export type Workshop = Awaited<ReturnType<typeof openWorkshop>>

/** Webhooks alone: a database, an account, events written as the service writes them, and a sender that is started by hand. */
export async function openWorkshop(t: Ending, options: WorkshopOptions = {}) {
  // Near the present: receivers compare the time of a signature with their own clock.
  const clock = options.clock ?? stoppedClock(Date.now())
  const storage = options.beside ?? (await openTestDatabase(t))
  const { database } = storage
  const transact = transactOn(database)
  const read = { ...stores(database.read) }
  const secrets = webhookSecrets(Buffer.alloc(32, 7))
  const endpoints = webhookEndpoints({ transact, secrets, allowPrivate: true, clock })
  const deliveries = webhookDeliveries(transact, clock)
  const handOut = fanOut({ events: eventReader(database.read), reader: read.webhookFanOut, transact, clock })
  const post =
    options.post ??
    poster(
      guard({ allowPrivate: true, resolve: resolveBySystem, connect: connectDirectly }),
      options.timeLimitMs,
    )
  const faults: unknown[] = []
  const accountId = options.beside ? 1 : await account('shop@example.com')
  const by = { accountId, actor: 'the owner' }

  return {
    storage,
    database,
    clock,
    transact,
    secrets,
    endpoints,
    deliveries,
    accountId,
    /** Whoever acts for that account. */
    by,
    /** What the sender could not help; empty in a good run. */
    faults,
    account,
    endpoint,
    append,
    invoicePaid,
    handOut,
    start,
    all,
    settled,
  }

  async function account(email: string): Promise<number> {
    const at = clock.now()
    const id = await transact(({ accounts }) =>
      accounts.insert({
        email,
        name: email,
        currency: 'USD',
        operator: false,
        createdAt: at,
        password: null,
      }),
    )
    return id ?? assert.fail()
  }

  async function endpoint(url: string, types: readonly string[] = []): Promise<string> {
    const wish = { url, types, description: null, enabled: true }
    return (await endpoints.create(by, wish)).endpoint.id
  }

  /** Writes events of new subjects, numbered. */
  async function append(
    type: EventType,
    data: Record<string, unknown> = {},
    { count = 1, of = accountId, other = null as number | null } = {},
  ): Promise<void> {
    assert.ok(eventTypes.includes(type))
    const time = clock.now()
    await transact(({ events }) =>
      events.append(
        Array.from({ length: count }, () => {
          const uid = newUid(time)
          const event = { type, time, subject: `invoice/${uid}`, sequence: 1, accountId: of }
          return {
            ...event,
            ...(other !== null && { otherAccountId: other }),
            data: { uid, ...data },
          } as never
        }),
      ),
    )
    if (database.kind === 'postgres') await database.transact(numberEvents)
  }

  /** An invoice's event as the invoices write it, as far as webhooks look at it. */
  function invoicePaid(
    webhookUrl: string | null,
    type: EventType = 'invoice.paid',
    count = 1,
  ): Promise<void> {
    const invoice = { uid: 'an-invoice', webhook_url: webhookUrl }
    return append(type, { status: 'paid', hash: 'ab'.repeat(32), invoice, payment: null }, { count })
  }

  /** Starts sending; stopped after the test at the latest. `random` 0.5 is the middle of the jitter. */
  function start(random = 0.5) {
    const sender = startSender({
      reader: read.webhookDeliveries,
      transact,
      post,
      secrets,
      clock,
      random: () => random,
      failed: (error) => faults.push(error),
      ...(options.limits && { limits: options.limits }),
    })
    let stopping: Promise<void> | undefined
    const stop = () => {
      stopping ??= sender.stop()
      return stopping
    }
    afterwards(t, stop)
    return { wake: sender.wake, stop }
  }

  /** Every delivery of the account, oldest first. */
  async function all(failed = false) {
    const found = await deliveries.list({ accountId, failed }, { before: null, limit: 20_000 })
    return found.reverse()
  }

  /** Waits until so many attempts have ended, and gives the only delivery, with what was answered. */
  async function settled(attempts: number) {
    const ended = async () => {
      const [delivery] = await all()
      return delivery?.attempts.length === attempts && delivery.attempts.every(({ ms }) => ms !== null)
    }
    await until(ended)
    return deliveries.show(accountId, (await all())[0]?.id ?? '')
  }
}
