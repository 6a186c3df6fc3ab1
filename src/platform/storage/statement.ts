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
      compiled[kind] ??= compile(build(builders[kind], createMarker).compile(builders[kind]), kind)
      return compiled[kind]
    },
  }
}

function compile<Parameters>(query: CompiledQuery, kind: DatabaseKind): CompiledStatement<Parameters> {
  const { sql: text, parameters: queryParameters } = query
  const names = queryParameters.map((marker) => {
    if (!isMarker(marker))
      throw new TypeError(`Every bound value of a ${kind} statement must come from param(): ${text}`)
    return marker.param as keyof Parameters & string
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
  throw new TypeError(
    `Parameter ${label} of a statement must be a string, an integer or null, not ${typeof value}.`,
  )
}

interface Marker {
  readonly param: string
}

const markers = new WeakSet<object>()

const isMarker = (value: unknown): value is Marker =>
  typeof value === 'object' && value !== null && markers.has(value)

/** Stands in for a value while a query is built; it has the type of the later value. */
function createMarker(name: string): never {
  const marker: Marker = { param: name }
  markers.add(marker)
  return marker as never
}

const rowLocks: ReadonlySet<string | undefined> = new Set(['ForUpdate', 'ForShare', 'SkipLocked'])

// Kysely's compilers are extended by inheritance.
class SqliteCompiler extends SqliteQueryCompiler {
  /** SQLite has one writer at a time: there are no rows to lock, and none that are locked. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!rowLocks.has(node.modifier)) super.visitSelectModifier(node)
  }

  protected override appendValue(value: unknown): void {
    if (isMarker(value)) super.appendValue(value)
    else this.appendImmediateValue(value)
  }
}

class PostgresCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (isMarker(value)) super.appendValue(value)
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
