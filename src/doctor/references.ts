import { sql as raw } from 'kysely'
import { migrations } from '../platform/storage/migrations/index.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { type Check, defineCheck, limit } from './check.ts'
import { defineCustomCheck } from './custom-check.ts'

interface Reference {
  readonly table: string
  readonly columns: readonly string[]
  readonly toTable: string
  readonly toColumns: readonly string[]
}

/** References that are not declared as foreign keys, as `table.column`. */
const undeclaredReferences: readonly (readonly [from: string, to: string])[] = [
  ['invoices.payment_id', 'payments.id'],
  ['invoices.claimed_by', 'payments.id'],
  ['reserved_amounts.invoice_uid', 'invoices.uid'],
  ['events.account_id', 'accounts.id'],
  ['events.other_account_id', 'accounts.id'],
]

const sqliteKeys = raw<KeyRow>`
  select m.name as "table", f.id as id, f."from" as "column", f."table" as to_table, f."to" as to_column
  from sqlite_schema m, pragma_foreign_key_list(m.name) f
  where m.type = 'table' order by m.name, f.id, f.seq`

const postgresKeys = raw<KeyRow>`
  select c.conrelid::regclass::text as "table", c.conname as id, a.attname as "column",
    c.confrelid::regclass::text as to_table, b.attname as to_column
  from pg_constraint c
    cross join lateral unnest(c.conkey, c.confkey) with ordinality as k (own, other, place)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
    join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.other
  where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
  order by 1, 2, k.place`

interface KeyRow {
  table: string
  id: string | number
  column: string
  to_table: string
  to_column: string
}

/** The declared foreign keys. They are checked too, because the SQLite shell does not enforce them. */
async function readForeignKeys({ query, kind }: Sql): Promise<Reference[]> {
  const { rows } = await (kind === 'sqlite' ? sqliteKeys : postgresKeys).execute(query)
  const keys = Map.groupBy(rows, ({ table, id }) => `${table} ${id}`)
  return [...keys.values()].map((parts) => ({
    table: parts[0]?.table ?? '',
    columns: parts.map(({ column }) => column),
    toTable: parts[0]?.to_table ?? '',
    toColumns: parts.map(({ to_column }) => to_column),
  }))
}

function parseReference([from, to]: readonly [string, string]): Reference {
  const [table = '', column = ''] = from.split('.')
  const [toTable = '', toColumn = ''] = to.split('.')
  return { table, columns: [column], toTable, toColumns: [toColumn] }
}

export const referenceChecks: readonly Check[] = [
  defineCustomCheck('I21 every referenced row exists', async (sql, report) => {
    for (const reference of [...(await readForeignKeys(sql)), ...undeclaredReferences.map(parseReference)])
      for (const row of await findDangling(sql, reference))
        report({ table: reference.table, to: reference.toTable, ...row })
  }),
  defineCheck(
    'I21 the subject of an event exists',
    raw`select e.id, e.subject from events e
      where e.subject >= 'invoice/' and e.subject < 'invoice0'
        and not exists (select 1 from invoices i where i.uid = substr(e.subject, 9))
      union all
      select e.id, e.subject from events e
      where e.subject >= 'account/' and e.subject < 'account0' and substr(e.subject, 9) <> cast(e.account_id as text)
      ${limit}`,
  ),
  defineCustomCheck('I21 all migrations are applied', async ({ query }, report) => {
    const applied = new Set(
      (await query.selectFrom('migrations').select('name').execute()).map(({ name }) => name),
    )
    for (const { name } of migrations) if (!applied.has(name)) report({ missing: name })
  }),
  defineCheck(
    'I21 singleton rows exist',
    raw`select name from (
        select 'event_clock' as name, (select count(*) from event_clock) as rows
        union all select 'log_readers', (select count(*) from log_readers where name = 'webhooks')
        union all select 'log_readers', (select count(*) from log_readers where name = 'payment-emails')
        union all select 'audit_chain', (select count(*) from audit_chain)
      ) singletons where rows <> 1 ${limit}`,
  ),
]

async function findDangling(
  { query }: Sql,
  { table, columns, toTable, toColumns }: Reference,
): Promise<object[]> {
  const notNull = columns.map((column) => raw`f.${raw.ref(column)} is not null`)
  const matches = columns.map(
    (column, index) => raw`t.${raw.ref(toColumns[index] ?? '')} = f.${raw.ref(column)}`,
  )
  const columnRefs = columns.map((column) => raw`f.${raw.ref(column)}`)
  const { rows } = await raw<object>`select ${raw.join(columnRefs)} from ${raw.table(table)} f
    where ${raw.join(notNull, raw` and `)}
      and not exists (select 1 from ${raw.table(toTable)} t where ${raw.join(matches, raw` and `)})
    ${limit}`.execute(query)
  return rows
}
