import { createAccounts } from '../accounts/accounts.ts'
import { createStores, createTransact } from '../composition/stores.ts'
import { type Config, readConfig } from '../config/config.ts'
import { filterQueued } from '../events/transports/index.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Database } from '../platform/storage/database.ts'
import { formatDatabaseUrl, openDatabase } from '../platform/storage/open.ts'
import { findPendingMigrations } from '../platform/storage/pending-migrations.ts'
import { type CommandContext, CommandError } from './command.ts'

interface DatabaseNeeds {
  /** Whether the command may create the database. For any other command, an empty database means that `DATABASE_URL` is wrong. */
  readonly createsDatabase?: boolean
}

/**
 * Opens and migrates the configured database, runs `work` and closes it. The server may be running. Without `BASE_URL`, links use the base
 * URL that the server recorded in the database.
 * @throws {CommandError} if the database is empty or does not exist, unless the command creates it
 */
export async function withDatabase<Result>(
  { environment }: CommandContext,
  work: (database: Database, config: Config) => Promise<Result>,
  { createsDatabase = false }: DatabaseNeeds = {},
): Promise<Result> {
  const config = readConfig(environment)
  if (!createsDatabase) await requireDatabase(config.secrets.databaseUrl)
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

async function requireDatabase(url: string): Promise<void> {
  if ((await findPendingMigrations(url)) !== null) return
  throw new CommandError(
    `The database ${formatDatabaseUrl(url)} is empty or does not exist. Set DATABASE_URL to the database of your service, or create a new one with the command migrate.`,
  )
}

/** Like `withDatabase`, but passes the account operations. */
export function withAccounts<Result>(
  context: CommandContext,
  work: (accounts: ReturnType<typeof createAccounts>) => Promise<Result>,
  needs: DatabaseNeeds = {},
): Promise<Result> {
  return withDatabase(
    context,
    (database, { chain, events }) =>
      work(
        createAccounts(createTransact(database, filterQueued(events.transports)), {
          chain,
          clock: systemClock,
        }),
      ),
    needs,
  )
}
