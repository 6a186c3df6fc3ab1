import { diagnose } from '../doctor/check.ts'
import { checks } from '../doctor/store.ts'
import { type Command, CommandError } from './command.ts'
import { withDatabase } from './database.ts'

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '',
  summary: 'Checks every invariant of the database in one snapshot. The server may be running.',
  options: {},
  async run(_args, context) {
    const { ok, violations } = await withDatabase(context, (database) =>
      database.runInSnapshot((sql) => diagnose(sql, checks)),
    )
    if (ok) return { ok, violations }
    const paragraphs = violations.map(
      ({ invariant, rows }) => `  ${invariant}\n${rows.map(formatRow).join('\n')}`,
    )
    throw new CommandError(`The database violates these invariants:\n${paragraphs.join('\n')}`, {
      ok,
      violations: bigintsToStrings(violations),
    })
  },
}

const formatRow = (row: object): string => `    ${JSON.stringify(bigintsToStrings(row))}`

/** Converts bigints to strings, because JSON has no bigint. */
const bigintsToStrings = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, member: unknown) =>
      typeof member === 'bigint' ? member.toString() : member,
    ),
  )
