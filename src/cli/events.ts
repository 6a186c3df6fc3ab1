import { createStores } from '../composition/stores.ts'
import type { Config } from '../config/config.ts'
import { publishAfter } from '../events/republish.ts'
import { amqp, openAmqp } from '../events/transports/amqp.ts'
import { queuedAmong } from '../events/transports/index.ts'
import { systemClock } from '../kernel/clock.ts'
import { type Command, CommandError, stringOption, UsageError } from './command.ts'
import { withDatabase } from './database.ts'

export const eventCommands: readonly Command[] = [
  {
    name: 'events pending',
    usage: '',
    summary: 'Shows how many events are waiting for each transport, how long, and why.',
    options: {},
    run: (_given, world) =>
      withDatabase(world, (database, { events }) =>
        createStores(database.read).outbox.pending(queuedAmong(events.transports), systemClock.now()),
      ),
  },
  {
    name: 'event publish',
    usage: `--transport ${amqp.name} --after <cursor>`,
    summary: 'Republishes the events after a cursor, for example after a queue was bound to more types.',
    options: { transport: stringOption, after: stringOption },
    async run(given, world) {
      given.required('transport')
      given.oneOf('transport', [amqp.name])
      const after = given.required('after')
      return withDatabase(world, async (database, config) => {
        let returned = 0
        const transport = openAmqp(brokerOf(config), () => returned++)
        try {
          const { log } = createStores(database.read)
          const { failure, ...sent } = await publishAfter(after, { log, transport, signal: world.stopped })
          const answer = {
            transport: amqp.name,
            published: sent.published,
            returned,
            next_cursor: sent.cursor,
          }
          if (failure === null) return answer
          throw new CommandError(
            `Events up to ${sent.cursor} were sent (${sent.published}), then: ${failure}. Continue with --after ${sent.cursor}.`,
            answer,
          )
        } finally {
          await transport.close()
        }
      })
    },
  },
]

function brokerOf({ events, secrets }: Config) {
  if (secrets.amqpUrl === null) throw new UsageError('Set AMQP_URL to the URL of the broker.')
  return { url: secrets.amqpUrl, exchange: events.amqpExchange }
}
