import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type Options, readOptions, usage } from './options.ts'
import { filterHistory } from './relevant-history.ts'
import type { Report } from './run.ts'
import type { Task, TaskResult } from './worker.ts'

// Simulates payment processing: see docs/reliability.md.
//
//   npm run simulate                                  some fixed seeds, and a random one
//   npm run simulate -- --seed 7 --payments 100000
//   npm run simulate -- --help

const write = (text: string): void => void process.stdout.write(`${text}\n`)

const options = readOptions(process.argv.slice(2))
if (options === 'help') write(usage)
else await simulate(options)

async function simulate({ seedNames, seeds, workers, ...task }: Options): Promise<void> {
  const startedAt = performance.now()
  const { payments, database, defect } = task
  const runs = `${seeds.length} ${seeds.length === 1 ? 'run' : 'runs'} of ${payments} sales`
  write(
    `seeds ${seedNames.join(',')}: ${runs}, on ${database}${defect ? `, with the defect ${defect}` : ''}\n`,
  )
  const remainingSeeds = [...seeds]
  const reports: Report[] = []
  await Promise.all(Array.from({ length: Math.min(workers, seeds.length) }, runWorker))
  const failed = reports.filter(({ failure }) => failure !== null).length
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  write(`\n${summarise(reports)}\n${reports.length} runs, ${failed} failed (${seconds} s)`)
  if (failed > 0) process.exitCode = 1

  async function runWorker(): Promise<void> {
    const worker = fork(new URL('worker.ts', import.meta.url), { serialization: 'advanced' })
    try {
      for (let seed = remainingSeeds.shift(); seed !== undefined; seed = remainingSeeds.shift()) {
        const result = await requestRun(worker, { ...task, seed })
        reports.push(result.report)
        printResult(result)
      }
    } finally {
      worker.disconnect()
    }
  }
}

async function requestRun(worker: ChildProcess, task: Task): Promise<TaskResult> {
  const abortController = new AbortController()
  const exit = once(worker, 'exit', abortController).then(() => {
    throw new Error(`the worker crashed in the run of seed ${task.seed}`)
  })
  exit.catch(() => {})
  worker.send(task)
  const [result] = await Promise.race([once(worker, 'message', abortController), exit])
  abortController.abort()
  return result as TaskResult
}

function printResult({ report, shrunk }: TaskResult): void {
  const { seed, sales, steps, digest, failure } = report
  write(
    `${seed.padEnd(12)} ${sales} sales, ${countPaid(report)} paid, ${steps} steps, ${digest.slice(0, 12)}`,
  )
  if (!failure || !shrunk?.failure) return
  const { history, details } = shrunk.failure
  write(`\nseed ${seed}: ${failure.details}`)
  write(`\nThe shortest failing run, of ${shrunk.sales} sales; relevant lines of its history:\n`)
  write(`${filterHistory(history, details).join('\n')}\n\n  ${details}\n`)
}

function summarise(reports: readonly Report[]): string {
  const sum = (getValue: (report: Report) => number) =>
    reports.reduce((total, report) => total + getValue(report), 0)
  const list = (getCounts: (report: Report) => ReadonlyMap<string, number>) =>
    [...new Set(reports.flatMap((report) => [...getCounts(report).keys()]))]
      .sort()
      .map((name) => `${name} ${sum((report) => getCounts(report).get(name) ?? 0)}`)
      .join(', ')
  return [
    `${sum(({ sales }) => sales)} sales, ${sum(({ submissions }) => submissions)} submissions, ${sum(countPaid)} invoices paid (${list((report) => report.paid)})`,
    `${sum(({ steps }) => steps)} steps, ${sum(({ crashes }) => crashes)} crashes, ${sum(({ withoutResponse }) => withoutResponse)} calls without a response`,
    list((report) => report.events),
  ].join('\n')
}

function countPaid({ events }: Report): number {
  return events.get('invoice.paid') ?? 0
}
