import { withDatabase } from './databases.ts'
import type { Options } from './options.ts'
import { type Report, run } from './run.ts'
import { shrink } from './shrink.ts'

/** One run of a worker. */
export type Task = Pick<Options, 'payments' | 'database' | 'defect'> & { readonly seed: string }

/** Its result, and after a failure a shorter run that fails the same way. */
export interface TaskResult {
  readonly report: Report
  readonly shrunk: Report | null
}

/** Number of runs to find a shorter one with the same failure. */
const maxRuns = 40

process.on('message', (task: Task) => {
  runTask(task).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
      process.exit(1)
    },
  )
})

async function runTask({ database, ...task }: Task): Promise<TaskResult> {
  const report = await withDatabase(database, (url) => run({ ...task, url }))
  const { failure } = report
  // A shorter run may take minutes to find.
  if (failure) process.stderr.write(`seed ${task.seed}: ${failure.details}; looking for a shorter run\n`)
  const shrunk = failure && (await shrink({ ...report, failure }, { ...task, database, maxRuns }))
  return { report, shrunk }
}
