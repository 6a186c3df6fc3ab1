import { queuedAmong } from '../events/transports/index.ts'
import { systemClock } from '../kernel/clock.ts'
import { stores } from '../stores.ts'
import type { Command } from './command.ts'
import { withDatabase } from './database.ts'

export const eventCommands: readonly Command[] = [
  {
    name: 'events pending',
    usage: '',
    summary: 'Shows how many events wait for each transport, for how long, and why.',
    options: {},
    run: (_given, world) =>
      withDatabase(world, (database, { events }) =>
        stores(database.read).outbox.pending(queuedAmong(events.transports), systemClock.now()),
      ),
  },
]
