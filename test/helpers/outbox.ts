import assert from 'node:assert/strict'
import { createStores, createTransact } from '../../src/composition/stores.ts'
import type { Event } from '../../src/events/event.ts'
import { startOutboxRelay } from '../../src/events/relay.ts'
import { assignPositions } from '../../src/events/store.ts'
import { type QueuedTransport, TransportUnavailableError } from '../../src/events/transports/transport.ts'
import { type Clock, createManualClock } from '../../src/kernel/clock.ts'
import { silentLogger } from '../../src/kernel/logger.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'
import {
  addCleanup,
  generousTimeout,
  openTestDatabase,
  type TestDatabase,
  type TestScope,
} from './databases.ts'

export const start = Date.parse('2026-01-01T00:00:00.000Z')

/** An event of the subject `account/<account>`. */
export const createEvent = (account: number, sequence: number): Event => ({
  type: 'account.link.created',
  time: start,
  subject: `account/${account}`,
  sequence,
  accountId: account,
  data: { account_id: account, id: sequence },
})

export type PublishOutcome = 'take' | 'refuse' | 'cannot'

/** A transport whose responses the test controls. */
export function createScriptedTransport(
  name: string,
  getOutcome: (event: string) => PublishOutcome | Promise<PublishOutcome> = () => 'take',
) {
  const attempted: string[] = []
  const delivered: string[] = []
  const listeners: (() => void)[] = []
  let obstacle: string | null = null
  const transport: QueuedTransport = {
    name,
    getUnavailableReason: () => obstacle,
    onChange: (listener) => void listeners.push(listener),
    async publish({ subject, sequence }) {
      const event = `${subject}#${sequence}`
      attempted.push(event)
      switch (await getOutcome(event)) {
        case 'refuse':
          throw new Error(`${event} is refused`)
        case 'cannot':
          throw new TransportUnavailableError('gone')
        default:
          delivered.push(event)
      }
    },
    close: async () => {},
  }
  const setObstacle = (to: string | null) => {
    obstacle = to
    for (const listener of listeners) listener()
  }
  return { transport, attempted, delivered, setObstacle }
}

/** A database that several processes may open, each with relays of its own. */
export async function openOutbox(t: TestScope, queued: readonly string[] = ['a']) {
  const storage = await openTestDatabase(t)
  const clock = createManualClock(start)
  const { database } = storage
  const transact = createTransact(database, queued)
  const { outbox } = createStores(database.read)
  return {
    clock,
    storage,
    outbox,
    transact,
    async append(...events: Event[]) {
      await transact((stores) => stores.events.append(events))
      if (database.kind === 'postgres') await database.transact(assignPositions)
    },
    rows: () => database.read.query.selectFrom('outbox').orderBy('event_id').selectAll().execute(),
    run: (transport: QueuedTransport) => startRelay(t, storage, transport, clock),
  }
}

/** A relay like in another process: with its own connection. */
async function startRelay(t: TestScope, { url }: TestDatabase, transport: QueuedTransport, clock: Clock) {
  const database = await openDatabase(url, generousTimeout)
  addCleanup(t, () => database.close())
  const running = startOutboxRelay(transport, {
    transact: createTransact(database),
    isDue: createStores(database.read).outbox.isDue,
    clock,
    log: silentLogger,
    onError: (error) => assert.fail(String(error)),
    checkFailpoint: async () => {},
    random: () => 0,
  })
  addCleanup(t, running.stop)
  return running
}

/** Fails unless the sequence grows within each subject. */
export function assertOrdered(events: readonly string[]): void {
  const last = new Map<string, number>()
  for (const each of events) {
    const [subject = '', sequence = ''] = each.split('#')
    assert.ok(Number(sequence) > (last.get(subject) ?? 0), `${each} comes too late`)
    last.set(subject, Number(sequence))
  }
}
