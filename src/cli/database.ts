import { accounts } from '../accounts/accounts.ts'
import { type Config, readConfig } from '../config.ts'
import { queuedAmong } from '../events/transports/index.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Database } from '../platform/storage/database.ts'
import { openDatabase } from '../platform/storage/open.ts'
import { transactOn } from '../stores.ts'
import type { World } from './command.ts'

/** Does `work` on the database of the settings, migrated, also while the server runs; closes it again. */
export async function withDatabase<Answer>(
  { environment }: World,
  work: (database: Database, config: Config) => Promise<Answer>,
): Promise<Answer> {
  const config = readConfig(environment)
  const database = await openDatabase(config.secrets.databaseUrl)
  try {
    await database.migrate()
    return await work(database, config)
  } finally {
    await database.close()
  }
}

/** The same with what the account's commands do. */
export function withAccounts<Answer>(
  world: World,
  work: (use: ReturnType<typeof accounts>) => Promise<Answer>,
): Promise<Answer> {
  return withDatabase(world, (database, { chain, events }) =>
    work(accounts(transactOn(database, queuedAmong(events.transports)), { chain, clock: systemClock })),
  )
}
