import { diagnose } from '../doctor/check.ts'
import { checks } from '../doctor/store.ts'
import { type Command, CommandError } from './command.ts'
import { withDatabase } from './database.ts'

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '',
  summary: 'Checks every invariant of the database in one snapshot. The server may be running.',
  options: {},
  async run(_given, world) {
    const { ok, violations } = await withDatabase(world, (database) =>
      database.snapshot((sql) => diagnose(sql, checks)),
    )
    if (ok) return { ok, violations }
    const named = violations.map(({ invariant, rows }) => `  ${invariant}\n${rows.map(line).join('\n')}`)
    throw new CommandError(`The database violates these invariants:\n${named.join('\n')}`, {
      ok,
      violations: exact(violations),
    })
  },
}

const line = (row: object): string => `    ${JSON.stringify(exact(row))}`

/** Converts bigints to strings, because JSON has no bigint. */
const exact = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part)),
  )
