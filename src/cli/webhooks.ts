import { createAccounts } from '../accounts/accounts.ts'
import { commandLineActor } from '../audit/entry.ts'
import { createTransact } from '../composition/stores.ts'
import { createWebhookServices } from '../composition/webhook-delivery.ts'
import type { Config } from '../config/config.ts'
import { loadSecretKey } from '../config/secret-key.ts'
import { queuedAmong } from '../events/transports/index.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Database } from '../platform/storage/database.ts'
import { deliveryView } from '../webhooks/view.ts'
import {
  type Command,
  type CommandContext,
  flagOption,
  type ParsedArguments,
  stringOption,
  UsageError,
} from './command.ts'
import { withDatabase } from './database.ts'

/** Only the newest are listed: nobody reads more. */
const maxListed = 1_000

export const webhookCommands: readonly Command[] = [
  {
    name: 'webhook list',
    usage: '--email E [--failed]',
    summary: 'Lists webhook deliveries, newest first; with --failed only those that have not arrived.',
    options: { email: stringOption, failed: flagOption },
    run: (given, world) =>
      withTools(world, async ({ deliveries, accountOf }) => {
        const accountId = await accountOf(given.required('email'))
        const page = { before: null, limit: maxListed }
        return (await deliveries.list({ accountId, failed: given.flag('failed') }, page)).map(deliveryView)
      }),
  },
  {
    name: 'webhook redeliver',
    usage: '(--id I | --failed --email E)',
    summary: 'Redelivers one delivery, or all failed deliveries of an account.',
    options: { id: stringOption, failed: flagOption, email: stringOption },
    run: (given, world) => withTools(world, (tools) => redeliver(given, tools)),
  },
  {
    name: 'webhook secret',
    usage: '--email E [--rotate]',
    summary: 'Shows the secret that signs the webhooks of invoices; --rotate creates a new one.',
    options: { email: stringOption, rotate: flagOption },
    run: (given, world) =>
      withTools(world, async ({ endpoints, accountOf }) => {
        const by = { accountId: await accountOf(given.required('email')), actor: commandLineActor }
        return given.flag('rotate') ? endpoints.rotateAccount(by) : endpoints.accountSecret(by)
      }),
  },
]

type Tools = ReturnType<typeof toolsOn>

async function redeliver(given: ParsedArguments, { deliveries, accountOf }: Tools) {
  const id = given.optional('id')
  if ((id !== undefined) === given.flag('failed'))
    throw new UsageError('Give either --id, or --failed with --email.')
  if (id !== undefined)
    return [deliveryView(await deliveries.redeliver({ accountId: null, actor: commandLineActor }, id))]
  const accountId = await accountOf(given.required('email'))
  const sent = []
  for (const each of await deliveries.redeliverFailed({ accountId, actor: commandLineActor }))
    sent.push(deliveryView(await deliveries.show(accountId, each)))
  return sent
}

const withTools = <Answer>(world: CommandContext, work: (tools: Tools) => Promise<Answer>): Promise<Answer> =>
  withDatabase(world, (database, config) => work(toolsOn(database, config)))

function toolsOn(database: Database, config: Config) {
  const transact = createTransact(database, queuedAmong(config.events.transports))
  const use = createAccounts(transact, { chain: config.chain, clock: systemClock })
  return {
    ...createWebhookServices(config, {
      transact,
      clock: systemClock,
      serverKey: loadSecretKey(config.secrets),
    }),
    /** @throws {ApiError} `account_not_found` */
    accountOf: async (email: string) => (await use.find(email)).id,
  }
}
