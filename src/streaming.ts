import type { Config } from './config.ts'
import { openConnections } from './event-streams/connections.ts'
import { type EndedAccess, watchRights } from './event-streams/rights.ts'
import { type EventStreamRouteParts, eventStreamRoutes, socketPath } from './event-streams/routes.ts'
import { eventStreams } from './event-streams/streams.ts'
import { openTail, type Tail } from './events/tail.ts'
import { type EventSubscriptions, inMemoryEvents } from './events/transports/in-memory.ts'
import type { Server } from './platform/http/server.ts'
import type { Database } from './platform/storage/database.ts'
import type { stores } from './stores.ts'

/** Those who follow the event log, in this process and at the other end of a socket. */
export interface Streaming {
  readonly tail: Tail
  /** The transport `in-memory`; null when it is not named. */
  readonly subscriptions: EventSubscriptions | null
  /** Sockets and Server-Sent Events that are open. */
  openStreams(): number
  /** The path of the transport `websockets`, when it is named. */
  readonly upgradePath: { readonly upgradePath?: string }
  routes(
    server: Server,
    parts: Pick<EventStreamRouteParts, 'authenticate' | 'limitSocket' | 'addressOf'>,
  ): void
  /** Ends what was opened with access that is over. */
  end(access: EndedAccess): void
  /** Ends what keeps the server from closing. */
  endStreams(): void
  stop(): Promise<void>
}

/** What other processes wrote is looked for so often: on PostgreSQL they serve the same accounts, on SQLite it is the command line. */
const pollMs = { postgres: 50, sqlite: 500 } as const

export async function openStreaming(
  { events }: Config,
  {
    database,
    read,
    failed,
  }: {
    database: Database
    read: Pick<ReturnType<typeof stores>, 'log' | 'links' | 'invoices'>
    failed: (work: string) => (error: unknown) => void
  },
): Promise<Streaming> {
  const websockets = events.transports.includes('websockets')
  const tail = await openTail(read.log, {
    pollMs: pollMs[database.kind],
    failed: failed('following the event log'),
  })
  database.afterCommit(tail.wake)
  const source = { reader: read.log, tail }
  const memory = events.transports.includes('in-memory')
    ? inMemoryEvents(source, failed('a subscriber in memory'))
    : null
  const rights = watchRights({ tail, failed: failed('looking at tokens again') })
  const connections = openConnections({ most: events.mostStreams })
  const streams = eventStreams({
    source,
    rights,
    invoiceExists: async (uid) => (await read.invoices.revision(uid)) !== null,
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
    end(access) {
      try {
        rights.end(access)
      } catch (error) {
        // What ended the access is committed, whatever becomes of the streams: they are looked at again.
        failed('ending streams')(error)
      }
    },
    endStreams: connections.stop,
    async stop() {
      memory?.stop()
      await Promise.all([rights.stop(), tail.stop()])
    },
  }
}
