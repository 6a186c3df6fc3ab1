import { readConfig } from '../config/config.ts'
import { findUnknownSettings } from '../config/unknown-settings.ts'
import { StorageError } from '../platform/storage/database.ts'
import { findPendingMigrations } from '../platform/storage/pending-migrations.ts'
import { readVersion } from '../platform/version.ts'
import { type Command, type CommandContext, CommandError, flagOption, UsageError } from './command.ts'

/** A migration of this many rows may take longer than a minute. */
const longMigrationRows = 1_000_000

export const upgradeCommand: Command = {
  name: 'upgrade',
  usage: '--check',
  summary: 'Reports whether this version can use the database and the settings. Changes nothing.',
  options: { check: flagOption },
  async run(args, context) {
    if (!args.getFlag('check'))
      throw new UsageError('Use upgrade --check. To upgrade the database, run serve or migrate.')
    return checkUpgrade(context)
  },
  formatForTerminal: ({ pending, ...rest }: Awaited<ReturnType<typeof checkUpgrade>>) => ({
    ...rest,
    pending: formatList(
      pending.map(({ name, long, rows }) => (long ? `${name} (long: ${rows} rows)` : name)),
    ),
    unknown_settings: formatList(rest.unknown_settings),
  }),
}

const formatList = (words: readonly string[]): string => words.join(', ') || '(none)'

const nextSteps = {
  new: 'Start the service: it creates the tables.',
  current: 'Replace the program and restart the service: there is nothing to migrate.',
  older:
    'Make a backup with quittance backup --to FILE, stop the service and start this version, which migrates the database first.',
  compatible:
    'Make a backup with quittance backup --to FILE, start this version, and then stop the old one: both can use the database.',
}

async function checkUpgrade({ environment }: CommandContext) {
  const { secrets } = readConfig(environment)
  const version = readVersion()
  const pendingMigrations = await findPendingMigrations(secrets.databaseUrl).catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error
    throw new CommandError(error.message, { version, ok: false })
  })
  const pending = (pendingMigrations ?? []).map(({ name, rows, isCompatible }) => ({
    name,
    rows,
    long: rows >= longMigrationRows,
    compatible: isCompatible,
  }))
  const state = pendingMigrations === null ? 'new' : pending.length > 0 ? 'older' : 'current'
  const isCompatible = pending.length > 0 && pending.every(({ compatible }) => compatible)
  return {
    version,
    ok: true,
    database: state,
    pending,
    unknown_settings: findUnknownSettings(environment),
    next: nextSteps[isCompatible ? 'compatible' : state],
  }
}
