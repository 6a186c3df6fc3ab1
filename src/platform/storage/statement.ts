import {
  type CompiledQuery,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresQueryCompiler,
  type SelectModifierNode,
  SqliteQueryCompiler,
} from 'kysely'
import { hashSecret } from '../../kernel/ids.ts'
import { dialects } from './dialect.ts'
import type { BuildQuery, CompiledStatement, DatabaseKind, SqlValue, Statement } from './sql.ts'
import type { Tables } from './tables.ts'

/**
 * A statement of the hot path: built and compiled once per kind of database, then only bound.
 * Values that are not a `param` become literals in the text, so that partial indexes on them can be used.
 * @example defineStatement<{ uid: string }, InvoiceRow>((query, param) =>
 *   query.selectFrom('invoices').selectAll().where('uid', '=', param('uid')).where('status', '=', 'unpaid'))
 */
export function defineStatement<Parameters, Row>(
  build: BuildQuery<Parameters, Row>,
): Statement<Parameters, Row> {
  const compiled: Partial<Record<DatabaseKind, CompiledStatement<Parameters>>> = {}
  return {
    compile: (kind) => {
      compiled[kind] ??= compile(build(builders[kind], createPlaceholder).compile(builders[kind]), kind)
      return compiled[kind]
    },
  }
}

function compile<Parameters>(query: CompiledQuery, kind: DatabaseKind): CompiledStatement<Parameters> {
  const { sql: text, parameters: queryParameters } = query
  const names = queryParameters.map((placeholder) => {
    if (!isPlaceholder(placeholder))
      throw new TypeError(`every bound value of a ${kind} statement must come from param(): ${text}`)
    return placeholder.param as keyof Parameters & string
  })
  return {
    text,
    name: `q_${hashSecret(text).slice(0, 32)}`,
    bind(parameters) {
      return names.map((name) => toSqlValue(parameters[name], name))
    },
  }
}

/**
 * Converts a value for both databases. Whole numbers become `bigint`: SQLite would store a `number` as a float.
 * @throws {TypeError} for values that no column holds: undefined, fractions, booleans, objects
 */
export function toSqlValue(value: unknown, label: string | number): SqlValue {
  if (typeof value === 'string' || typeof value === 'bigint' || value === null) return value
  if (Number.isSafeInteger(value)) return BigInt(Number(value))
  const actual = typeof value === 'number' ? String(value) : typeof value
  throw new TypeError(`parameter ${label} of a statement must be a string, an integer or null, not ${actual}`)
}

interface Placeholder {
  readonly param: string
}

const placeholders = new WeakSet<object>()

const isPlaceholder = (value: unknown): value is Placeholder =>
  typeof value === 'object' && value !== null && placeholders.has(value)

/** A placeholder for a value while the query is built, typed as the value it stands for. */
function createPlaceholder(name: string): never {
  const placeholder: Placeholder = { param: name }
  placeholders.add(placeholder)
  return placeholder as never
}

const rowLocks: ReadonlySet<string | undefined> = new Set(['ForUpdate', 'ForShare', 'SkipLocked'])

// Kysely offers no hook for this, so we subclass.
class SqliteCompiler extends SqliteQueryCompiler {
  /** SQLite has one writer at a time: there are no rows to lock, and none that are locked. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!rowLocks.has(node.modifier)) super.visitSelectModifier(node)
  }

  protected override appendValue(value: unknown): void {
    if (isPlaceholder(value)) super.appendValue(value)
    else this.appendImmediateValue(value)
  }
}

class PostgresCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (isPlaceholder(value)) super.appendValue(value)
    else this.appendImmediateValue(value)
  }
}

/** These only compile; they never run a query. */
const builders: Record<DatabaseKind, Kysely<Tables>> = {
  sqlite: createQueryBuilder({ ...dialects.sqlite, createQueryCompiler: () => new SqliteCompiler() }),
  postgres: createQueryBuilder({ ...dialects.postgres, createQueryCompiler: () => new PostgresCompiler() }),
}

function createQueryBuilder(dialect: Omit<Dialect, 'createDriver'>): Kysely<Tables> {
  return new Kysely({ dialect: { ...dialect, createDriver: () => new DummyDriver() } })
}
