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
    await run(server, [`create database ${getName(name)}`])
  }

  async function copy(from: string, to: string): Promise<void> {
    created.add(getName(to))
    await run(server, [`create database ${getName(to)} template ${getName(from)}`])
  }

  async function execute(name: string, statements: readonly string[]): Promise<void> {
    // Autovacuum would have done this by now: the planner must know the size of the loaded data.
    await run(getUrl(name), [...statements, 'vacuum analyze'])
  }

  async function drop(): Promise<void> {
    await run(
      server,
      [...created].map((name) => `drop database if exists ${name} with (force)`),
    )
  }
}

/** Whether a server accepts our connection. */
export async function hasPostgres(): Promise<boolean> {
  return run(server, ['select 1']).then(
    () => true,
    () => false,
  )
}

async function run(address: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: addUser(address), connectionTimeoutMillis: 3_000 })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
