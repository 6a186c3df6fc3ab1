import { createPermissionCheck } from '../accounts/role.ts'
import type { Config } from '../config/config.ts'
import { type RevokedAccess, startAccessWatcher } from '../event-streams/access-watcher.ts'
import { startConnectionRegistry } from '../event-streams/connections.ts'
import {
  type EventStreamRouteDependencies,
  registerEventStreamRoutes,
  socketPath,
} from '../event-streams/routes.ts'
import { createEventStreams } from '../event-streams/streams.ts'
import { startTail, type Tail } from '../events/tail.ts'
import { createInMemoryEvents, type EventSubscriptions } from '../events/transports/in-memory.ts'
import type { Server } from '../platform/http/server.ts'
import type { Database } from '../platform/storage/database.ts'
import type { createStores } from './stores.ts'

/** Consumers of the event log, in this process and at the other end of a socket. */
export interface StreamService {
  readonly tail: Tail
  /** The transport `in-memory`; null when it is not enabled. */
  readonly subscriptions: EventSubscriptions | null
  /** The number of open sockets and Server-Sent Events streams. */
  countOpenStreams(): number
  /** The path of the transport `websockets`; null when it is not enabled. */
  readonly socketPath: string | null
  registerRoutes(
    server: Server,
    dependencies: Pick<EventStreamRouteDependencies, 'authenticate' | 'limitSocket' | 'getClientAddress'>,
  ): void
  /** Closes streams whose access was revoked. */
  revoke(access: RevokedAccess): void
  /** Closes all streams, which would keep the server from closing. */
  closeStreams(): void
  stop(): Promise<void>
}

/** Polling interval for events of other processes: other servers on PostgreSQL, commands on SQLite. */
const pollMs = { postgres: 50, sqlite: 500 } as const

export async function startStreamService(
  { events }: Config,
  {
    database,
    read,
    logFailure,
  }: {
    database: Database
    read: Pick<ReturnType<typeof createStores>, 'log' | 'staff' | 'invoices'>
    logFailure: (work: string) => (error: unknown) => void
  },
): Promise<StreamService> {
  const acceptsWebsockets = events.transports.includes('websockets')
  const tail = await startTail(read.log, {
    pollMs: pollMs[database.kind],
    onError: logFailure('following the event log'),
  })
  database.onCommit(tail.wake)
  const source = { reader: read.log, tail }
  const memory = events.transports.includes('in-memory')
    ? createInMemoryEvents(source, logFailure('an in-memory subscriber'))
    : null
  const accessWatcher = startAccessWatcher({ tail, onError: logFailure('watching the access to streams') })
  const connections = startConnectionRegistry({ maxConnections: events.maxStreams })
  const streams = createEventStreams({
    source,
    accessWatcher,
    findRevision: (uid) => read.invoices.findRevision(uid),
    canReadEvents: createPermissionCheck(read.staff, 'events.read'),
    onError: logFailure('an event stream'),
  })
  return {
    tail,
    subscriptions: memory?.subscriptions ?? null,
    countOpenStreams: connections.count,
    socketPath: acceptsWebsockets ? socketPath : null,
    registerRoutes(server, dependencies) {
      const streamDependencies = { streams, connections, acceptsWebsockets, onError: logFailure('a socket') }
      registerEventStreamRoutes(server, { ...dependencies, ...streamDependencies })
    },
    revoke: accessWatcher.revoke,
    closeStreams: connections.stop,
    async stop() {
      memory?.stop()
      await Promise.all([accessWatcher.stop(), tail.stop()])
    },
  }
}
