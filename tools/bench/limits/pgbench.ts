import { execFile, spawnSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { RecordedStatement } from '../children/recorder.ts'
import type { Trace } from './trace.ts'

/** As many connections as the service uses. */
const clients = 10
const readingSeconds = 1

export const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).error === undefined

/**
 * Measures how many requests a second PostgreSQL alone can serve: `pgbench` runs the same prepared
 * statements with the same values. The values are rows of a separate table, of which each transaction takes the
 * next. `url` is a database without these requests.
 */
export async function measurePostgresLimit(url: string, trace: Trace): Promise<number> {
  const { script, rows } = buildScript(trace)
  await fillValues(url, rows)
  const file = join(tmpdir(), `quittance-bench-${process.pid}.sql`)
  await writeFile(file, script)
  const hasWrites = trace.some((request) => request.some(({ text }) => text === 'commit'))
  // Writes can only run once, reads repeatedly.
  const limit = hasWrites ? `-t${Math.floor(rows.length / clients)}` : `-T${readingSeconds}`
  const { hostname, port, username, searchParams } = new URL(url)
  const user = searchParams.get('user') ?? decodeURIComponent(username)
  try {
    const address = ['-h', hostname, '-p', port || '5432', '-U', user]
    const args = [
      '-n',
      '-M',
      'prepared',
      `-c${clients}`,
      limit,
      '-f',
      file,
      ...address,
      new URL(url).pathname.slice(1),
    ]
    // Statements are planned once, as in a service that runs for a long time.
    const env = { ...process.env, PGOPTIONS: '-c plan_cache_mode=force_generic_plan' }
    const { stdout } = await promisify(execFile)('pgbench', args, { env })
    return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  } finally {
    await rm(file, { force: true })
  }
}

type Value = RecordedStatement['values'][number]

/** Builds a script with `:v1`, `:v2` … where requests differ, and a row of values for each request. */
function buildScript(trace: Trace): { script: string; rows: Value[][] } {
  const rows = trace.map((request) => request.flatMap(({ values }) => values))
  const varying = (rows[0] ?? []).map(
    (value, place) => needsTable(value) || rows.some((row) => row[place] !== value),
  )
  let place = 0
  const lines = (trace[0] ?? []).map(({ text, values }) => {
    const first = place
    place += values.length
    return text.replace(/\$(\d+)/g, (_, number: string) => {
      const index = first + Number(number) - 1
      return varying[index] ? `:v${index}` : formatLiteral(values[Number(number) - 1] ?? null)
    })
  })
  const next = `select * from bench_values where n = (select nextval('bench_next') % ${rows.length}) \\gset`
  return { script: [next, ...lines.map((line) => `${line.replace(/\s+/g, ' ')};`), ''].join('\n'), rows }
}

/** A colon would start a pgbench variable, so such a value goes through the table. */
const needsTable = (value: Value): boolean => typeof value === 'string' && value.includes(':')

const formatLiteral = (value: Value): string =>
  value === null ? 'null' : typeof value === 'bigint' ? `${value}` : `'${value.replaceAll("'", "''")}'`

async function fillValues(url: string, rows: readonly Value[][]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const columns = (rows[0] ?? []).map((_, place) => `v${place} text`)
    await client.query('drop table if exists bench_values; drop sequence if exists bench_next')
    await client.query('create sequence bench_next minvalue 0')
    await client.query(`create table bench_values (${['n integer primary key', ...columns].join(', ')})`)
    for (const [n, row] of rows.entries()) {
      const places = [n, ...row].map((_, place) => `$${place + 1}`)
      const values = [n, ...row].map((value) => (value === null ? null : `${value}`))
      await client.query(`insert into bench_values values (${places.join(', ')})`, values)
    }
    await client.query('analyze bench_values')
  } finally {
    await client.end()
  }
}
