import { withDatabase } from './databases.ts'
import type { Options } from './options.ts'
import { type Report, run } from './run.ts'
import { shrink } from './shrink.ts'

/** One run of a worker. */
export type Task = Pick<Options, 'payments' | 'database' | 'broken'> & { readonly seed: string }

/** Its result, and after a failure a shorter run that fails the same way. */
export interface Told {
  readonly report: Report
  readonly shrunk: Report | null
}

/** Number of runs to find a shorter one with the same failure. */
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
