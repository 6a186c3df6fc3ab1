import type { Config } from './config.ts'
import { eventReader } from './events/reader-store.ts'
import { type Clock, hour, second } from './kernel/clock.ts'
import { every } from './kernel/every.ts'
import type { Transact } from './kernel/transact.ts'
import type { Database } from './platform/storage/database.ts'
import { openSecretKey } from './secret-key.ts'
import { type Stores, stores } from './stores.ts'
import { webhookDeliveries } from './webhooks/deliveries.ts'
import { webhookEndpoints } from './webhooks/endpoints.ts'
import { fanOut } from './webhooks/fan-out.ts'
import { givingUp } from './webhooks/giving-up.ts'
import { connectDirectly, guard, resolveBySystem, resolvePublic } from './webhooks/guard.ts'
import { poster } from './webhooks/post.ts'
import { startSender } from './webhooks/send.ts'
import { webhookSecrets } from './webhooks/signature.ts'
import { testEvents } from './webhooks/test-event.ts'

const handOutEveryMs = 100
const giveUpEveryMs = 10 * second
const pruneEveryMs = 1 * hour

interface Parts {
  readonly transact: Transact<Stores>
  readonly clock: Clock
}

/** What accounts do with their webhooks: for the routes and the command line. @throws {Error} when there is no usable secret key */
export function webhookTools(
  { allowPrivateWebhooks, secrets: { databaseUrl, secretKey } }: Config,
  parts: Parts,
) {
  const secrets = webhookSecrets(openSecretKey({ databaseUrl, secretKey }))
  return {
    secrets,
    endpoints: webhookEndpoints({ ...parts, secrets, allowPrivate: allowPrivateWebhooks }),
    deliveries: webhookDeliveries(parts.transact, parts.clock),
    tests: testEvents(parts),
  }
}

export type WebhookTools = ReturnType<typeof webhookTools>

/** Webhooks at work: events are handed out to their receivers, and sent. */
export function startWebhooks(
  { secrets, deliveries }: WebhookTools,
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
  const read = stores(database.read)
  const resolve = allowPrivate ? resolveBySystem : resolvePublic
  const sender = startSender({
    reader: read.webhookDeliveries,
    transact,
    post: poster(guard({ allowPrivate, resolve, connect: connectDirectly })),
    secrets,
    clock,
    random: Math.random,
    failed: failed('sending webhooks'),
  })
  const handOut = fanOut({ events: eventReader(database.read), reader: read.webhookFanOut, transact, clock })
  const handOutAndWake = async (ending: AbortSignal) => {
    if ((await handOut(ending)) > 0) sender.wake()
  }
  const giveUp = givingUp({ reader: read.webhookDeliveries, transact })
  const background = [
    every(handOutEveryMs, handOutAndWake, failed('handing out webhooks')),
    every(giveUpEveryMs, giveUp, failed('giving up webhooks')),
    every(pruneEveryMs, deliveries.prune, failed('pruning webhooks')),
  ]
  return { neededFrom, stop }

  /** The first place in the log that was not handed out yet: events from there on must stay. */
  async function neededFrom(): Promise<number> {
    return (await read.webhookFanOut.position()) + 1
  }

  async function stop(): Promise<void> {
    await Promise.all(background.map((work) => work.stop()))
    await sender.stop()
  }
}
