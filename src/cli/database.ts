import { createAccounts } from '../accounts/accounts.ts'
import { createStores, createTransact } from '../composition/stores.ts'
import { type Config, readConfig } from '../config/config.ts'
import { filterQueued } from '../events/transports/index.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Database } from '../platform/storage/database.ts'
import { openDatabase } from '../platform/storage/open.ts'
import type { CommandContext } from './command.ts'

/**
 * Opens and migrates the configured database, runs `work` and closes it. The server may be running. Without `BASE_URL`, links use the base
 * URL that the server recorded in the database.
 */
export async function withDatabase<Result>(
  { environment }: CommandContext,
  work: (database: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(environment)
  const database = await openDatabase(config.secrets.databaseUrl)
  try {
    await database.migrate()
    const isBaseUrlSet = (environment.BASE_URL ?? '').trim() !== ''
    const recorded = isBaseUrlSet ? null : await createStores(database.read).baseUrl.findBaseUrl()
    const baseUrl = recorded ?? config.baseUrl
    return await work(database, { ...config, baseUrl })
  } finally {
    await database.close()
  }
}

/** Like `withDatabase`, but passes the account operations. */
export function withAccounts<Result>(
  context: CommandContext,
  work: (accounts: ReturnType<typeof createAccounts>) => Promise<Result>,
): Promise<Result> {
  return withDatabase(context, (database, { chain, events }) =>
    work(
      createAccounts(createTransact(database, filterQueued(events.transports)), {
        chain,
        clock: systemClock,
      }),
    ),
  )
}
