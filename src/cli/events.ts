import { createStores } from '../composition/stores.ts'
import type { Config } from '../config/config.ts'
import { republishAfter } from '../events/republish.ts'
import { amqp, openAmqp } from '../events/transports/amqp.ts'
import { filterQueued } from '../events/transports/index.ts'
import { systemClock } from '../kernel/clock.ts'
import { type Command, CommandError, stringOption, UsageError } from './command.ts'
import { withDatabase } from './database.ts'

export const eventCommands: readonly Command[] = [
  {
    name: 'events pending',
    usage: '',
    summary: 'Shows how many events are waiting for each transport, for how long, and why.',
    options: {},
    run: (_args, context) =>
      withDatabase(context, (database, { events }) =>
        createStores(database.read).outbox.listBacklogs(filterQueued(events.transports), systemClock.now()),
      ),
  },
  {
    name: 'event publish',
    usage: `--transport ${amqp.name} --after <cursor>`,
    summary: 'Republishes the events after a cursor, for example after a queue was bound to more types.',
    options: { transport: stringOption, after: stringOption },
    async run(args, context) {
      args.getRequired('transport')
      args.getOneOf('transport', [amqp.name])
      const after = args.getRequired('after')
      return withDatabase(context, async (database, config) => {
        let returned = 0
        const transport = openAmqp(requireBroker(config), () => returned++)
        try {
          const { log } = createStores(database.read)
          const { failure, ...progress } = await republishAfter(after, {
            log,
            transport,
            signal: context.stopSignal,
          })
          const result = {
            transport: amqp.name,
            published: progress.published,
            returned,
            next_cursor: progress.cursor,
          }
          if (failure === null) return result
          throw new CommandError(
            `Stopped after ${progress.published} events: ${failure}. Continue with --after ${progress.cursor}.`,
            result,
          )
        } finally {
          await transport.close()
        }
      })
    },
  },
]

function requireBroker({ events, secrets }: Config) {
  if (secrets.amqpUrl === null) throw new UsageError('Set AMQP_URL to the URL of the broker.')
  return { url: secrets.amqpUrl, exchange: events.amqpExchange }
}
