import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { createAuthentication } from '../../src/accounts/authenticate.ts'
import { startAccessWatcher } from '../../src/event-streams/access-watcher.ts'
import { startConnectionRegistry } from '../../src/event-streams/connections.ts'
import { type ReaderLimits, readerLimits } from '../../src/event-streams/limits.ts'
import { registerEventStreamRoutes, socketPath } from '../../src/event-streams/routes.ts'
import { createEventStreams } from '../../src/event-streams/streams.ts'
import type { NumberedEvent } from '../../src/events/envelope.ts'
import { startTail } from '../../src/events/tail.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { hashSecret } from '../../src/kernel/ids.ts'
import { createServer } from '../../src/platform/http/server.ts'
import { addCleanup, type TestScope } from './databases.ts'
import { createMemoryLog, failUnexpectedly } from './event-log.ts'

const never = 2 ** 30

export interface StreamServerOptions {
  readonly limits?: Partial<ReaderLimits>
  readonly heartbeatMs?: number
}

/** Event streams on a log without a database: every invoice exists, and `qt_1` is the token of account 1. */
export async function openStreamServer(
  t: TestScope,
  { limits, heartbeatMs = never }: StreamServerOptions = {},
) {
  const log = createMemoryLog()
  const tail = await startTail(log.reader, { pollMs: never, onError: failUnexpectedly })
  const rights = startAccessWatcher({ tail, onError: failUnexpectedly })
  const connections = startConnectionRegistry({ maxConnections: 1_000, heartbeatMs })
  const streams = createEventStreams({
    source: { reader: log.reader, tail },
    accessWatcher: rights,
    findRevision: async () => 1,
    canReadEvents: async () => false,
    onError: failUnexpectedly,
  })
  const server = createServer({
    log: pino({ level: 'silent' }),
    now: () => Date.now(),
    isClosing: () => false,
    upgradePath: socketPath,
  })
  const callers = {
    findCaller: async (digest: string) =>
      digest === hashSecret('qt_1')
        ? { accountId: 1, tokenId: 'tok_1', scope: 'full' as const, currency: 'USD' }
        : null,
  }
  const authenticate = createAuthentication(callers, () => {}, systemClock)
  authenticate.guard(server)
  registerEventStreamRoutes(server, {
    getClientAddress: () => '127.0.0.1',
    limitSocket: async () => async () => {},
    authenticate,
    streams,
    connections,
    acceptsWebsockets: true,
    onError: failUnexpectedly,
    limits: { ...readerLimits, ...limits },
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  addCleanup(t, async () => {
    connections.stop()
    await server.close()
    await Promise.all([rights.stop(), tail.stop()])
  })
  const { port } = server.server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}`, log, tail, connections, write }

  function write(...events: readonly Partial<NumberedEvent>[]): void {
    for (const event of events) log.append(event)
    tail.wake()
  }
}
