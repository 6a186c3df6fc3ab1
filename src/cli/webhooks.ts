import { accounts } from '../accounts/accounts.ts'
import { commandLine } from '../audit/entry.ts'
import type { Config } from '../config.ts'
import { queuedAmong } from '../events/transports/index.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Database } from '../platform/storage/database.ts'
import { transactOn } from '../stores.ts'
import { deliveryView } from '../webhooks/view.ts'
import { webhookTools } from '../webhooks.ts'
import { type Command, flag, type Given, string, UsageError, type World } from './command.ts'
import { withDatabase } from './database.ts'

/** So many are listed, the newest: nobody reads more. */
const mostListed = 1_000

export const webhookCommands: readonly Command[] = [
  {
    name: 'webhook list',
    usage: '--email E [--failed]',
    summary: 'Lists what was delivered to webhooks, newest first; with --failed only what has not arrived.',
    options: { email: string, failed: flag },
    run: (given, world) =>
      withTools(world, async ({ deliveries, accountOf }) => {
        const accountId = await accountOf(given.required('email'))
        const page = { before: null, limit: mostListed }
        return (await deliveries.list({ accountId, failed: given.flag('failed') }, page)).map(deliveryView)
      }),
  },
  {
    name: 'webhook redeliver',
    usage: '(--id I | --failed --email E)',
    summary: 'Sends a delivery again, or all of an account that have failed.',
    options: { id: string, failed: flag, email: string },
    run: (given, world) => withTools(world, (tools) => redeliver(given, tools)),
  },
  {
    name: 'webhook secret',
    usage: '--email E [--rotate]',
    summary: 'Shows the secret that signs the webhooks of invoices; --rotate makes a new one.',
    options: { email: string, rotate: flag },
    run: (given, world) =>
      withTools(world, async ({ endpoints, accountOf }) => {
        const by = { accountId: await accountOf(given.required('email')), actor: commandLine }
        return given.flag('rotate') ? endpoints.rotateAccount(by) : endpoints.accountSecret(by)
      }),
  },
]

type Tools = ReturnType<typeof toolsOn>

async function redeliver(given: Given, { deliveries, accountOf }: Tools) {
  const id = given.optional('id')
  if ((id !== undefined) === given.flag('failed')) throw new UsageError('Give --id, or --failed and --email.')
  if (id !== undefined)
    return [deliveryView(await deliveries.redeliver({ accountId: null, actor: commandLine }, id))]
  const accountId = await accountOf(given.required('email'))
  const sent = []
  for (const each of await deliveries.redeliverFailed({ accountId, actor: commandLine }))
    sent.push(deliveryView(await deliveries.show(accountId, each)))
  return sent
}

const withTools = <Answer>(world: World, work: (tools: Tools) => Promise<Answer>): Promise<Answer> =>
  withDatabase(world, (database, config) => work(toolsOn(database, config)))

function toolsOn(database: Database, config: Config) {
  const transact = transactOn(database, queuedAmong(config.events.transports))
  const use = accounts(transact, { chain: config.chain, clock: systemClock })
  return {
    ...webhookTools(config, { transact, clock: systemClock }),
    /** @throws {Refused} `account_not_found` */
    accountOf: async (email: string) => (await use.find(email)).id,
  }
}
