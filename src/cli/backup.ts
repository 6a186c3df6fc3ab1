import { basename } from 'node:path'
import type { NextIndex } from '../accounts/destination.ts'
import { finishRestore } from '../composition/restore.ts'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../kernel/clock.ts'
import { backUp, restore } from '../platform/storage/backup.ts'
import { skippedIndexes } from '../restore/mark-restored.ts'
import { type Command, flagOption, stringOption } from './command.ts'
import { formatTable } from './table.ts'

export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    usage: '--to F [--overwrite]',
    summary: 'Writes the whole database to a file that only this user can read. The server may be running.',
    options: { to: stringOption, overwrite: flagOption },
    run: (args, { environment }) => {
      const { secrets } = readConfig(environment)
      const options = { environment, overwrite: args.getFlag('overwrite') }
      return backUp(secrets.databaseUrl, args.getRequired('to'), options)
    },
  },
  {
    name: 'restore',
    usage: '--from F',
    summary:
      'Restores a backup into an empty database, and skips addresses that may have been issued after it.',
    options: { from: stringOption },
    async run(args, { environment, out }) {
      const { secrets } = readConfig(environment)
      const from = args.getRequired('from')
      const indexes = await restore(secrets.databaseUrl, from, {
        environment,
        finish: (database) => finishRestore(database, systemClock),
      })
      const nextIndexes = indexes.map(formatNextIndex)
      const gapLimit = Math.max(0, ...nextIndexes.map(({ gap_limit }) => gap_limit))
      if (args.getFlag('json')) return { restored: true, next_indexes: nextIndexes, gap_limit: gapLimit }
      out(formatReport(basename(from), nextIndexes))
      return undefined
    },
  },
]

type NextIndexView = ReturnType<typeof formatNextIndex>

/** The gap limit must reach from the last paid address to the next one, or a wallet does not find it. */
const formatNextIndex = ({ email, coin, nextIndex, lastPaid }: NextIndex) => ({
  email,
  coin,
  next_index: nextIndex,
  gap_limit: nextIndex - (lastPaid ?? -1),
})

function formatReport(file: string, nextIndexes: readonly NextIndexView[]): string {
  const lines = [`${file} was restored.`]
  if (nextIndexes.length > 0) {
    lines.push(
      `The next ${skippedIndexes} addresses of each key are skipped, because they may have been issued after the backup.`,
      'Set the gap limit of each wallet to at least:',
      '',
      formatTable(nextIndexes),
      '',
    )
  }
  return `${lines.join('\n')}\nNow run quittance doctor, then start the service.\n`
}
