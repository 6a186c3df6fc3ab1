import assert from 'node:assert/strict'
import { createStores, createTransact } from '../../src/composition/stores.ts'
import { type EventType, eventTypes } from '../../src/events/event.ts'
import { createEventReader } from '../../src/events/reader-store.ts'
import { assignPositions } from '../../src/events/store.ts'
import { type Clock, createManualClock } from '../../src/kernel/clock.ts'
import { generateId, generateUid } from '../../src/kernel/ids.ts'
import { createWebhookDeliveries } from '../../src/webhooks/deliveries.ts'
import { createWebhookEndpoints } from '../../src/webhooks/endpoints.ts'
import { createFanOut } from '../../src/webhooks/fan-out.ts'
import { connectDirectly, createConnectionGuard, resolveBySystem } from '../../src/webhooks/guard.ts'
import { createPostWebhook, type PostWebhook } from '../../src/webhooks/post.ts'
import { defaultSenderLimits, startSender } from '../../src/webhooks/send.ts'
import { createWebhookSecrets } from '../../src/webhooks/signature.ts'
import type { SenderLimits } from '../../src/webhooks/slots.ts'
import { addCleanup, openTestDatabase, type TestDatabase, type TestScope } from '../helpers/databases.ts'
import { until } from '../helpers/until.ts'

export interface WebhookFixtureOptions {
  readonly clock?: Clock & { advance(ms: number): void }
  readonly post?: PostWebhook
  readonly limits?: SenderLimits
  /** Real time of the sender, ms. */
  readonly monotonicMs?: () => number
  /** Timeout of an attempt; 15 s by default. */
  readonly timeoutMs?: number
  /** The database of another one: after a restart, or for a second process. */
  readonly sharedStorage?: TestDatabase
}

export type WebhookFixture = Awaited<ReturnType<typeof openWebhookFixture>>

/** Webhooks alone: a database, an account, events written like the service writes them, and a sender that is started manually. */
export async function openWebhookFixture(t: TestScope, options: WebhookFixtureOptions = {}) {
  // Close to the present: receivers compare the time of a signature with their own clock.
  const clock = options.clock ?? createManualClock(Date.now())
  const storage = options.sharedStorage ?? (await openTestDatabase(t))
  const { database } = storage
  const transact = createTransact(database)
  const read = { ...createStores(database.read) }
  const secrets = createWebhookSecrets(Buffer.alloc(32, 7))
  const endpoints = createWebhookEndpoints({ transact, secrets, allowPrivate: true, clock })
  const deliveries = createWebhookDeliveries(transact, clock)
  const fanOut = createFanOut({
    events: createEventReader(database.read),
    reader: read.webhookFanOut,
    transact,
    clock,
  })
  const post =
    options.post ??
    createPostWebhook(
      createConnectionGuard({ allowPrivate: true, resolve: resolveBySystem, connect: connectDirectly }),
      options.timeoutMs,
    )
  const faults: unknown[] = []
  const accountId = options.sharedStorage ? 1 : await account('shop@example.com')
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
    /** The account itself as the actor. */
    by,
    /** Unexpected errors of the sender; empty in a good run. */
    faults,
    account,
    createEndpoint,
    insertEndpoint,
    append,
    numberEvents,
    invoicePaid,
    fanOut,
    start,
    all,
    waitForAttempts,
  }

  async function account(email: string): Promise<number> {
    const at = clock.now()
    const id = await transact(({ accounts }) =>
      accounts.insert({
        email,
        name: email,
        currency: 'USD',
        isOperator: false,
        createdAt: at,
        password: null,
      }),
    )
    return id ?? assert.fail()
  }

  async function createEndpoint(url: string, types: readonly string[] = []): Promise<string> {
    const newEndpoint = { url, types, description: null, enabled: true }
    return (await endpoints.create(by, newEndpoint)).endpoint.id
  }

  /** Inserts one without checks, as from before there was a limit. */
  async function insertEndpoint(url: string): Promise<void> {
    const [at, newEndpoint] = [clock.now(), { url, types: [], description: null, enabled: true }]
    await transact(({ webhookEndpoints }) =>
      webhookEndpoints.insert(newEndpoint, { id: `whe_${generateId(at)}`, accountId, at }),
    )
  }

  /** Writes events of new invoices, or of the given one, numbered. */
  async function append(
    type: EventType,
    data: Record<string, unknown> = {},
    { count = 1, of = accountId, other = null as number | null, invoice = '', sequence = 1 } = {},
  ): Promise<void> {
    assert.ok(eventTypes.includes(type))
    const time = clock.now()
    await transact(({ events }) =>
      events.append(
        Array.from({ length: count }, () => {
          const uid = invoice || generateUid(time)
          const event = { type, time, subject: `invoice/${uid}`, sequence, accountId: of }
          return {
            ...event,
            ...(other !== null && { otherAccountId: other }),
            data: { uid, ...data },
          } as never
        }),
      ),
    )
    await numberEvents()
  }

  async function numberEvents(): Promise<void> {
    if (database.kind === 'postgres') await database.transact(assignPositions)
  }

  /** An invoice's event like the invoices write it, as far as webhooks read it. */
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
      onError: (error) => faults.push(error),
      limits: options.limits ?? { ...defaultSenderLimits, perHostPerSecond: 50 },
      ...(options.monotonicMs && { monotonicMs: options.monotonicMs }),
    })
    let stopping: Promise<void> | undefined
    const stop = () => {
      stopping ??= sender.stop()
      return stopping
    }
    addCleanup(t, stop)
    return { wake: sender.wake, stop }
  }

  /** Every delivery of the account, oldest first. */
  async function all(onlyFailed = false) {
    const found = await deliveries.list({ accountId, onlyFailed }, { before: null, limit: 20_000 })
    return found.reverse()
  }

  /** Waits until that many attempts have ended; returns the only delivery, with its responses. */
  async function waitForAttempts(attempts: number) {
    const waitUntilEnded = async () => {
      const [delivery] = await all()
      return delivery?.attempts.length === attempts && delivery.attempts.every(({ ms }) => ms !== null)
    }
    await until(waitUntilEnded)
    return deliveries.show(accountId, (await all())[0]?.id ?? '')
  }
}
