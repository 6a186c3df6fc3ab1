import type { Config } from '../config/config.ts'
import { createEventReader } from '../events/reader-store.ts'
import { type Clock, hour, second } from '../kernel/clock.ts'
import { startPeriodicTask } from '../kernel/periodic-task.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Database } from '../platform/storage/database.ts'
import { createAbandonPending } from '../webhooks/abandon.ts'
import { createWebhookDeliveries } from '../webhooks/deliveries.ts'
import { createWebhookEndpoints } from '../webhooks/endpoints.ts'
import { createFanOut } from '../webhooks/fan-out.ts'
import { connectDirectly, createConnectionGuard, resolveBySystem, resolvePublic } from '../webhooks/guard.ts'
import { createPostWebhook } from '../webhooks/post.ts'
import { startSender } from '../webhooks/send.ts'
import { createWebhookSecrets } from '../webhooks/signature.ts'
import { createTestEvents } from '../webhooks/test-event.ts'
import { createStores, type Stores } from './stores.ts'

const handOutEveryMs = 100
const giveUpEveryMs = 10 * second
const pruneEveryMs = 1 * hour

interface Parts {
  readonly transact: Transact<Stores>
  readonly clock: Clock
}

/** Operations on accounts' webhooks, for the routes and the command line. */
export function createWebhookServices(
  { allowPrivateWebhooks }: Config,
  { serverKey, ...parts }: Parts & { readonly serverKey: Uint8Array },
) {
  const secrets = createWebhookSecrets(serverKey)
  return {
    secrets,
    endpoints: createWebhookEndpoints({ ...parts, secrets, allowPrivate: allowPrivateWebhooks }),
    deliveries: createWebhookDeliveries(parts.transact, parts.clock),
    tests: createTestEvents(parts),
  }
}

export type WebhookServices = ReturnType<typeof createWebhookServices>

/** Starts webhook delivery: assigns events to their receivers, and sends them. */
export function startWebhooks(
  { secrets, deliveries }: WebhookServices,
  {
    database,
    transact,
    clock,
    allowPrivate,
    failed,
  }: Parts & {
    readonly database: Database
    readonly allowPrivate: boolean
    readonly failed: (work: string) => (error: unknown) => void
  },
) {
  const read = createStores(database.read)
  const resolve = allowPrivate ? resolveBySystem : resolvePublic
  const sender = startSender({
    reader: read.webhookDeliveries,
    transact,
    post: createPostWebhook(createConnectionGuard({ allowPrivate, resolve, connect: connectDirectly })),
    secrets,
    clock,
    random: Math.random,
    failed: failed('sending webhooks'),
  })
  const handOut = createFanOut({
    events: createEventReader(database.read),
    reader: read.webhookFanOut,
    transact,
    clock,
  })
  const handOutAndWake = async (ending: AbortSignal) => {
    if ((await handOut(ending)) > 0) sender.wake()
  }
  const giveUp = createAbandonPending({ reader: read.webhookDeliveries, transact })
  const background = [
    startPeriodicTask(handOutEveryMs, handOutAndWake, failed('creating webhook deliveries')),
    startPeriodicTask(giveUpEveryMs, giveUp, failed('abandoning webhook deliveries')),
    startPeriodicTask(pruneEveryMs, deliveries.prune, failed('pruning webhook deliveries')),
  ]
  return { neededFrom, stop }

  /** The first log position that is not fanned out yet: events from there on must be kept. */
  async function neededFrom(): Promise<number> {
    return (await read.webhookFanOut.position()) + 1
  }

  async function stop(): Promise<void> {
    await Promise.all(background.map((work) => work.stop()))
    await sender.stop()
  }
}
