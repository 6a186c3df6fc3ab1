import { iso, systemClock } from '../../kernel/clock.ts'
import { StorageRefused } from './database.ts'
import { migrations } from './migrations/index.ts'
import type { DatabaseKind } from './sql.ts'

/** The words in which the two databases differ. */
export interface Words {
  readonly kind: DatabaseKind
  /** Type of a number that the database counts up, and never gives twice. */
  readonly identity: string
  /** Type of a text that is compared byte by byte. */
  readonly text: string
}

/** One step of the schema, forward only. */
export interface Migration {
  /** Four digits and a word: the order in which the steps are applied. */
  readonly name: string
  readonly statements: (words: Words) => readonly string[]
}

/** A transaction that no other process can run at the same time. */
export type Exclusively = <T>(work: (execute: Execute) => Promise<T>) => Promise<T>

/** Runs a statement; its rows. */
export type Execute = (text: string) => Promise<readonly unknown[]>

const words: Record<DatabaseKind, Words> = {
  sqlite: { kind: 'sqlite', identity: 'integer primary key autoincrement', text: 'text' },
  postgres: {
    kind: 'postgres',
    identity: 'bigint generated always as identity primary key',
    text: 'text collate "C"',
  },
}

/**
 * Applies the steps that are missing, each together with its record in one transaction.
 * @throws {StorageRefused} when the database has steps that `known` lacks: it is newer than the code
 */
export async function migrate(
  kind: DatabaseKind,
  exclusively: Exclusively,
  known: readonly Migration[] = migrations,
): Promise<void> {
  let done = false
  while (!done) done = await exclusively((execute) => applyNext(execute, words[kind], known))
}

/** No step: it stands among the names while a restore is under way, so that nobody works on what is not whole. */
export const noteOfRestore: Migration = { name: '9999-restore-under-way', statements: () => [] }

/** Is it the name of a step that the code lacks? */
export const isUnknown = (name: string, known: readonly Migration[] = migrations): boolean =>
  !known.some((step) => step.name === name)

/** @param names the steps that were applied */
export function newerThanCode(
  names: readonly string[],
  known: readonly Migration[] = migrations,
): StorageRefused {
  const unknown = names.filter((name) => isUnknown(name, known)).join(', ')
  return new StorageRefused(
    `The database was made by a newer version (it has ${unknown}): start that version, or restore a backup made before it.`,
  )
}

/** Are exactly the known steps applied? `rows` are those of the table. */
export function isCurrent(
  rows: readonly { readonly name: string }[],
  known: readonly Migration[] = migrations,
): boolean {
  const names = new Set(rows.map(({ name }) => name))
  return names.size === known.length && known.every(({ name }) => names.has(name))
}

/** Applies one step. True when there was none left. */
async function applyNext(execute: Execute, words: Words, known: readonly Migration[]): Promise<boolean> {
  await execute(
    `create table if not exists migrations (name ${words.text} primary key, applied_at timestamptz not null)`,
  )
  const applied = (await execute('select name from migrations order by name')).map(nameOf)
  refuseNewer(applied, known)
  const next = known.find(({ name }) => !applied.includes(name))
  if (!next) return true
  for (const statement of next.statements(words)) await execute(statement)
  await execute(
    `insert into migrations (name, applied_at) values ('${next.name}', '${iso(systemClock.now())}')`,
  )
  return false
}

function refuseNewer(applied: readonly string[], known: readonly Migration[]): void {
  const unknown = applied.filter((name) => isUnknown(name, known))
  if (unknown.length === 0) return
  if (unknown.includes(noteOfRestore.name))
    throw new StorageRefused(
      'A restore into this database has not come to its end: empty it, and restore again.',
    )
  throw newerThanCode(applied, known)
}

function nameOf(row: unknown): string {
  if (typeof row === 'object' && row !== null && 'name' in row) return String(row.name)
  throw new TypeError('A row of the table migrations has a name.')
}
