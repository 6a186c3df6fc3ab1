import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { addUser } from '../../../src/platform/storage/postgres-client.ts'
import type { Databases } from './databases.ts'

/** A server on which we may create databases. */
const server = process.env.BENCH_POSTGRES ?? 'postgres://127.0.0.1:5432/postgres'

export function createPostgresDatabases(): Databases {
  const prefix = `quittance_bench_${randomBytes(4).toString('hex')}`
  const created = new Set<string>()
  const getName = (name: string) => `${prefix}_${name}`
  return { kind: 'postgres', getUrl, create, copy, execute, drop }

  function getUrl(name: string): string {
    const address = new URL(addUser(server))
    address.pathname = getName(name)
    return address.href
  }

  async function create(name: string): Promise<void> {
    created.add(getName(name))
    await runOnServer(`create database ${getName(name)}`)
  }

  async function copy(from: string, to: string): Promise<void> {
    created.add(getName(to))
    await runOnServer(`create database ${getName(to)} template ${getName(from)}`)
  }

  async function execute(name: string, statements: readonly string[]): Promise<void> {
    // Autovacuum would have done this by now: the planner must know the size of the loaded data.
    await run(getUrl(name), async (client) => {
      const indexes = statements.length === 0 ? [] : await readIndexes(client)
      for (const { name } of indexes) await client.query(`drop index ${name}`)
      for (const statement of statements) await client.query(statement)
      for (const { sql } of indexes) await client.query(sql)
      await client.query('vacuum analyze')
    })
  }

  async function drop(): Promise<void> {
    for (const name of created) await runOnServer(`drop database if exists ${name} with (force)`)
  }
}

/** Whether a server accepts our connection. */
export async function hasPostgres(): Promise<boolean> {
  return runOnServer('select 1').then(
    () => true,
    () => false,
  )
}

const runOnServer = (statement: string): Promise<void> =>
  run(server, async (client) => void (await client.query(statement)))

/** Indexes of `multiply`'s tables that no constraint needs. They are built after the rows, which takes less time. */
async function readIndexes(client: pg.Client): Promise<{ name: string; sql: string }[]> {
  const { rows } = await client.query(
    `select indexname as name, indexdef as sql from pg_indexes
       where schemaname = current_schema and tablename in ('invoices', 'events')
         and indexname not in (select conname from pg_constraint)`,
  )
  return rows
}

async function run(address: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: addUser(address), connectionTimeoutMillis: 3_000 })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
