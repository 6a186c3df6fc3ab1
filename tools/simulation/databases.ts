import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { addUser } from '../../src/platform/storage/postgres-client.ts'
import type { DatabaseKind } from '../../src/platform/storage/sql.ts'

/** A PostgreSQL database whose user may create others. */
const server = process.env.TEST_POSTGRES ?? 'postgres://127.0.0.1:5432/test'

/** An in-memory file system: a simulated crash is no power failure. */
const memoryFolder = '/dev/shm'

/** Real time must not matter: on a busy machine a slow connection doesn't make the database unavailable. */
export const connectionOptions = { poolSize: 1, timeoutMs: 60_000 } as const

/** Provides the URL of an empty database, and removes the database afterwards. */
export async function withDatabase<T>(kind: DatabaseKind, work: (url: string) => Promise<T>): Promise<T> {
  return kind === 'sqlite' ? withFile(work) : withPostgres(work)
}

async function withFile<T>(work: (url: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(
    join(existsSync(memoryFolder) ? memoryFolder : tmpdir(), 'quittance-simulation-'),
  )
  try {
    return await work(`sqlite:${join(folder, 'simulation.db')}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function withPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  const name = `quittance_simulation_${randomBytes(8).toString('hex')}`
  await runMaintenance(`create database ${name}`)
  try {
    const url = new URL(server)
    url.pathname = `/${name}`
    return await work(url.href)
  } finally {
    await runMaintenance(`drop database ${name} with (force)`)
  }
}

async function runMaintenance(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: addUser(server) })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
