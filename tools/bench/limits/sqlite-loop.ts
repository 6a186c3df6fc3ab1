import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { RecordedStatement } from '../children/recorder.ts'
import { median } from '../statistics.ts'
import type { Trace } from './trace.ts'

/** Requests that share a commit, as those of 64 connections can. */
const groupSize = 64
/** Duration of read-only loads. */
const readingMs = 500

/**
 * Measures how many requests a second SQLite alone can serve: it runs the same statements with the same
 * values in a loop, without a service. Writes within a transaction are committed in groups. `url` is a database
 * without these requests.
 */
export function measureSqliteLimit(url: string, trace: Trace): number {
  const database = new DatabaseSync(url.replace('sqlite:', ''), { readBigInts: true })
  // The service uses the same settings.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 8192')
  database.exec('pragma cache_size = -32768')
  const prepared = new Map<string, StatementSync>()
  try {
    return trace.some((request) => request.some(isCommit)) ? runInGroups() : repeatReads()
  } finally {
    database.close()
  }

  function run({ text, values }: RecordedStatement): void {
    const known = prepared.get(text)
    const statement = known ?? database.prepare(text)
    if (!known) prepared.set(text, statement)
    statement.all(...values)
  }

  function repeatReads(): number {
    const since = performance.now()
    let count = 0
    while (performance.now() - since < readingMs) {
      for (const request of trace) for (const statement of request) run(statement)
      count += trace.length
    }
    return (count / (performance.now() - since)) * 1_000
  }

  function runInGroups(): number {
    const rates: number[] = []
    for (let from = 0; from + groupSize <= trace.length; from += groupSize) {
      const group = trace.slice(from, from + groupSize).map(splitRequest)
      const since = performance.now()
      runGroups(group)
      rates.push((groupSize / (performance.now() - since)) * 1_000)
    }
    return median(rates)
  }

  /** Requests with several transactions take part in that many commits. */
  function runGroups(group: readonly Parts[]): void {
    const commits = Math.max(...group.map(({ transactions }) => transactions.length))
    for (const { reads } of group) for (const statement of reads) run(statement)
    for (let index = 0; index < commits; index++) {
      database.exec('begin immediate')
      for (const { transactions } of group)
        for (const statement of transactions[index]?.perRequest ?? []) run(statement)
      for (const statement of group[0]?.transactions[index]?.perGroup ?? []) run(statement)
      database.exec('commit')
    }
  }
}

/** A request's statements outside transactions and in each of them. `perGroup`: those that the service runs once per group of requests. */
interface Parts {
  readonly reads: readonly RecordedStatement[]
  readonly transactions: readonly {
    readonly perRequest: readonly RecordedStatement[]
    readonly perGroup: readonly RecordedStatement[]
  }[]
}

const isCommit = ({ text }: RecordedStatement): boolean => text === 'commit'

/** Removes the service's own begin, savepoint, release and commit. */
function splitRequest(request: readonly RecordedStatement[]): Parts {
  const reads: RecordedStatement[] = []
  const transactions: { perRequest: RecordedStatement[]; perGroup: RecordedStatement[] }[] = []
  let target: RecordedStatement[] = reads
  for (const statement of request) {
    const current = transactions.at(-1)
    if (statement.text === 'begin immediate') transactions.push({ perRequest: [], perGroup: [] })
    else if (statement.text === 'savepoint job') target = current?.perRequest ?? reads
    else if (statement.text === 'release job') target = current?.perGroup ?? reads
    else if (isCommit(statement)) target = reads
    else target.push(statement)
  }
  return { reads, transactions }
}
