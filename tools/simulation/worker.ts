import { withDatabase } from './databases.ts'
import type { Options } from './options.ts'
import { type Report, run } from './run.ts'
import { shrink } from './shrink.ts'

/** One run that a worker is told to make. */
export type Task = Pick<Options, 'payments' | 'database' | 'broken'> & { readonly seed: string }

/** What it tells: the run, and, when that failed, a shorter one that fails alike. */
export interface Told {
  readonly report: Report
  readonly shrunk: Report | null
}

/** Runs that look for a shorter one that fails alike. */
const maxRuns = 40

process.on('message', (task: Task) => {
  make(task).then(
    (told) => process.send?.(told),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
      process.exit(1)
    },
  )
})

async function make({ database, ...task }: Task): Promise<Told> {
  const report = await withDatabase(database, (url) => run({ ...task, url }))
  const { failure } = report
  const shrunk = failure && (await shrink({ ...report, failure }, { ...task, database, maxRuns }))
  return { report, shrunk }
}
