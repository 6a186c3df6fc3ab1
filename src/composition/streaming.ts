import type { Config } from '../config/config.ts'
import { type RevokedAccess, startAccessWatcher } from '../event-streams/access-watcher.ts'
import { startConnectionRegistry } from '../event-streams/connections.ts'
import { type EventStreamRouteParts, eventStreamRoutes, socketPath } from '../event-streams/routes.ts'
import { createEventStreams } from '../event-streams/streams.ts'
import { startTail, type Tail } from '../events/tail.ts'
import { createInMemoryEvents, type EventSubscriptions } from '../events/transports/in-memory.ts'
import { isUid } from '../kernel/ids.ts'
import type { Server } from '../platform/http/server.ts'
import type { Database } from '../platform/storage/database.ts'
import type { createStores } from './stores.ts'

/** Consumers of the event log, in this process and at the other end of a socket. */
export interface StreamService {
  readonly tail: Tail
  /** The transport `in-memory`; null when it is not enabled. */
  readonly subscriptions: EventSubscriptions | null
  /** The number of open sockets and Server-Sent Events streams. */
  openStreams(): number
  /** The path of the transport `websockets`, when it is enabled. */
  readonly upgradePath: { readonly upgradePath?: string }
  routes(
    server: Server,
    parts: Pick<EventStreamRouteParts, 'authenticate' | 'limitSocket' | 'addressOf'>,
  ): void
  /** Closes streams whose access was revoked. */
  revoke(access: RevokedAccess): void
  /** Closes all streams, which would keep the server from closing. */
  closeStreams(): void
  stop(): Promise<void>
}

/** How often to look for events of other processes: on PostgreSQL they serve the same accounts, on SQLite it is the command line. */
const pollMs = { postgres: 50, sqlite: 500 } as const

export async function startStreamService(
  { events }: Config,
  {
    database,
    read,
    failed,
  }: {
    database: Database
    read: Pick<ReturnType<typeof createStores>, 'log' | 'links' | 'invoices'>
    failed: (work: string) => (error: unknown) => void
  },
): Promise<StreamService> {
  const websockets = events.transports.includes('websockets')
  const tail = await startTail(read.log, {
    pollMs: pollMs[database.kind],
    failed: failed('following the event log'),
  })
  database.afterCommit(tail.wake)
  const source = { reader: read.log, tail }
  const memory = events.transports.includes('in-memory')
    ? createInMemoryEvents(source, failed('an in-memory subscriber'))
    : null
  const rights = startAccessWatcher({ tail, failed: failed('rechecking tokens') })
  const connections = startConnectionRegistry({ most: events.maxStreams })
  const streams = createEventStreams({
    source,
    accessWatcher: rights,
    invoiceExists: async (uid) => isUid(uid) && (await read.invoices.revision(uid)) !== null,
    isGranted: (owner, viewer) => read.links.isGranted(owner, viewer),
    failed: failed('an event stream'),
  })
  return {
    tail,
    subscriptions: memory?.subscriptions ?? null,
    openStreams: connections.count,
    upgradePath: websockets ? { upgradePath: socketPath } : {},
    routes(server, parts) {
      const ours = { streams, connections, websockets, failed: failed('a socket') }
      eventStreamRoutes(server, { ...parts, ...ours })
    },
    revoke(access) {
      try {
        rights.revoke(access)
      } catch (error) {
        // The revocation is committed even if closing the streams fails: the streams' access is checked again.
        failed('closing streams')(error)
      }
    },
    closeStreams: connections.stop,
    async stop() {
      memory?.stop()
      await Promise.all([rights.stop(), tail.stop()])
    },
  }
}
