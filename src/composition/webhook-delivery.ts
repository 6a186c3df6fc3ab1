import type { Config } from '../config/config.ts'
import { createEventReader } from '../events/reader-store.ts'
import { type Clock, hour, second } from '../kernel/clock.ts'
import { startPeriodicTask } from '../kernel/periodic-task.ts'
import type { Transact } from '../kernel/transact.ts'
import { createAbandonPending } from '../webhooks/abandon.ts'
import { createWebhookDeliveries } from '../webhooks/deliveries.ts'
import { createWebhookEndpoints } from '../webhooks/endpoints.ts'
import { createFanOut, createFirstNeededPositionFinder } from '../webhooks/fan-out.ts'
import { connectDirectly, createConnectionGuard, resolveBySystem, resolvePublic } from '../webhooks/guard.ts'
import { createPostWebhook, type PostWebhook } from '../webhooks/post.ts'
import { defaultSenderLimits, startSender } from '../webhooks/send.ts'
import { createWebhookSecrets } from '../webhooks/signature.ts'
import { createTestEvents } from '../webhooks/test-event.ts'
import type { AppContext } from './context.ts'
import type { Stores } from './stores.ts'

/** Finds events of other processes; this process's own are announced. */
const fanOutIntervalMs = 100
/** One round creates the deliveries of all events announced since the last one. */
const minFanOutPauseMs = 20
const abandonIntervalMs = 10 * second
const pruneIntervalMs = 1 * hour

interface WebhookServiceDependencies {
  readonly transact: Transact<Stores>
  readonly clock: Clock
}

/** Operations on accounts' webhooks, for the routes and the command line. */
export function createWebhookServices(
  { allowPrivateWebhooks }: Config,
  { serverKey, ...dependencies }: WebhookServiceDependencies & { readonly serverKey: Uint8Array },
) {
  const secrets = createWebhookSecrets(serverKey)
  return {
    secrets,
    endpoints: createWebhookEndpoints({ ...dependencies, secrets, allowPrivate: allowPrivateWebhooks }),
    deliveries: createWebhookDeliveries(dependencies.transact, dependencies.clock),
    tests: createTestEvents(dependencies),
  }
}

export type WebhookServices = ReturnType<typeof createWebhookServices>

/** Replaced by the simulation. */
interface WebhookOverrides {
  readonly post?: PostWebhook
  /** From 0 to 1. */
  readonly random?: () => number
}

/** Starts webhook delivery: assigns events to their receivers, and sends them. */
export function startWebhooks(
  { secrets, deliveries }: WebhookServices,
  { config, database, transact, read, clock, timers, logFailure }: AppContext,
  { post = createGuardedPost(config), random = Math.random }: WebhookOverrides = {},
) {
  const sender = startSender({
    reader: read.webhookDeliveries,
    transact,
    post,
    secrets,
    clock,
    random,
    timers,
    monotonicMs: timers.now,
    onError: logFailure('sending webhooks'),
    limits: { ...defaultSenderLimits, perHostPerSecond: config.maxWebhooksPerHost },
  })
  const fanOut = createFanOut({
    events: createEventReader(database.read),
    reader: read.webhookFanOut,
    transact,
    clock,
    onCreated: sender.wake,
  })
  const abandonPending = createAbandonPending({ reader: read.webhookDeliveries, transact })
  const fanOutTask = startPeriodicTask(
    fanOutIntervalMs,
    fanOut,
    logFailure('creating webhook deliveries'),
    timers,
    minFanOutPauseMs,
  )
  const tasks = [
    fanOutTask,
    startPeriodicTask(abandonIntervalMs, abandonPending, logFailure('abandoning webhook deliveries'), timers),
    startPeriodicTask(pruneIntervalMs, deliveries.prune, logFailure('pruning webhook deliveries'), timers),
  ]
  return {
    findFirstNeededPosition: createFirstNeededPositionFinder(read.webhookFanOut),
    /** Creates the deliveries of new events soon: they have just been added to the log. */
    wake: fanOutTask.wake,
    stop,
  }

  async function stop(): Promise<void> {
    await Promise.all(tasks.map((task) => task.stop()))
    await sender.stop()
  }
}

function createGuardedPost({ allowPrivateWebhooks: allowPrivate }: Config): PostWebhook {
  const resolve = allowPrivate ? resolveBySystem : resolvePublic
  return createPostWebhook(createConnectionGuard({ allowPrivate, resolve, connect: connectDirectly }))
}
