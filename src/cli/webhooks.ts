import { createAccounts } from '../accounts/accounts.ts'
import { commandLineActor } from '../audit/entry.ts'
import { createTransact } from '../composition/stores.ts'
import { createWebhookServices } from '../composition/webhook-delivery.ts'
import type { Config } from '../config/config.ts'
import { loadSecretKey } from '../config/secret-key.ts'
import { filterQueued } from '../events/transports/index.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Database } from '../platform/storage/database.ts'
import { toDeliveryView } from '../webhooks/view.ts'
import {
  type Command,
  type CommandContext,
  flagOption,
  type ParsedArguments,
  stringOption,
  UsageError,
} from './command.ts'
import { withDatabase } from './database.ts'

const maxListedDeliveries = 1_000

export const webhookCommands: readonly Command[] = [
  {
    name: 'webhook list',
    usage: '--email E [--failed]',
    summary:
      'Lists webhook deliveries, newest first. --failed lists only those that failed and have not been delivered since.',
    options: { email: stringOption, failed: flagOption },
    run: (args, context) =>
      withServices(context, async ({ deliveries, findAccountId }) => {
        const accountId = await findAccountId(args.getRequired('email'))
        const page = { before: null, limit: maxListedDeliveries }
        return (await deliveries.list({ accountId, onlyFailed: args.getFlag('failed') }, page)).map(
          toDeliveryView,
        )
      }),
  },
  {
    name: 'webhook redeliver',
    usage: '(--id I | --failed --email E)',
    summary: 'Redelivers one delivery, or all failed deliveries of an account.',
    options: { id: stringOption, failed: flagOption, email: stringOption },
    run: (args, context) => withServices(context, (services) => redeliver(args, services)),
  },
  {
    name: 'webhook secret',
    usage: '--email E [--rotate]',
    summary: 'Shows the secret that signs invoice webhooks; --rotate creates a new one.',
    options: { email: stringOption, rotate: flagOption },
    run: (args, context) =>
      withServices(context, async ({ endpoints, findAccountId }) => {
        const caller = { accountId: await findAccountId(args.getRequired('email')), actor: commandLineActor }
        return args.getFlag('rotate')
          ? endpoints.rotateAccountSecret(caller)
          : endpoints.showAccountSecret(caller)
      }),
  },
]

type Services = ReturnType<typeof createServices>

async function redeliver(args: ParsedArguments, { deliveries, findAccountId }: Services) {
  const id = args.getOptional('id')
  if ((id !== undefined) === args.getFlag('failed'))
    throw new UsageError('Pass either --id, or --failed with --email.')
  if (id !== undefined)
    return [toDeliveryView(await deliveries.redeliver({ accountId: null, actor: commandLineActor }, id))]
  const accountId = await findAccountId(args.getRequired('email'))
  const redelivered = []
  for (const deliveryId of await deliveries.redeliverFailed({ accountId, actor: commandLineActor }))
    redelivered.push(toDeliveryView(await deliveries.show(accountId, deliveryId)))
  return redelivered
}

const withServices = <Result>(
  context: CommandContext,
  work: (services: Services) => Promise<Result>,
): Promise<Result> => withDatabase(context, (database, config) => work(createServices(database, config)))

function createServices(database: Database, config: Config) {
  const transact = createTransact(database, filterQueued(config.events.transports))
  const accounts = createAccounts(transact, { chain: config.chain, clock: systemClock })
  return {
    ...createWebhookServices(config, {
      transact,
      clock: systemClock,
      serverKey: loadSecretKey(config.secrets),
    }),
    /** @throws {ApiError} `account_not_found` */
    findAccountId: async (email: string) => (await accounts.find(email)).id,
  }
}
