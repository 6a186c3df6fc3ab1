import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type Options, readOptions, usage } from './options.ts'
import { relevantHistory } from './relevant-history.ts'
import type { Report } from './run.ts'
import type { Task, TaskResult } from './worker.ts'

// Simulates the money path: see docs/reliability.md.
//
//   npm run simulate                                  some fixed seeds, and a random one
//   npm run simulate -- --seed 7 --payments 100000
//   npm run simulate -- --help

const write = (text: string): void => void process.stdout.write(`${text}\n`)

const options = readOptions(process.argv.slice(2))
if (options === 'help') write(usage)
else await simulate(options)

async function simulate({ named, seeds, workers, ...task }: Options): Promise<void> {
  const began = performance.now()
  const { payments, database, broken } = task
  const runs = `${seeds.length} ${seeds.length === 1 ? 'run' : 'runs'} of ${payments} sales`
  write(`seeds ${named.join(',')}: ${runs}, on ${database}${broken ? `, with a broken ${broken}` : ''}\n`)
  const waiting = [...seeds]
  const reports: Report[] = []
  await Promise.all(Array.from({ length: Math.min(workers, seeds.length) }, work))
  const failed = reports.filter(({ failure }) => failure !== null).length
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  write(`\n${summarise(reports)}\n${reports.length} runs, ${failed} failed (${seconds} s)`)
  if (failed > 0) process.exitCode = 1

  async function work(): Promise<void> {
    const worker = fork(new URL('worker.ts', import.meta.url), { serialization: 'advanced' })
    try {
      for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
        const result = await ask(worker, { ...task, seed })
        reports.push(result.report)
        printResult(result)
      }
    } finally {
      worker.disconnect()
    }
  }
}

async function ask(worker: ChildProcess, task: Task): Promise<TaskResult> {
  const ended = new AbortController()
  const exit = once(worker, 'exit', ended).then(() => {
    throw new Error(`the worker crashed in the run of seed ${task.seed}`)
  })
  exit.catch(() => {})
  worker.send(task)
  const [result] = await Promise.race([once(worker, 'message', ended), exit])
  ended.abort()
  return result as TaskResult
}

function printResult({ report, shrunk }: TaskResult): void {
  const { seed, sales, steps, digest, failure } = report
  write(`${seed.padEnd(12)} ${sales} sales, ${paid(report)} paid, ${steps} steps, ${digest.slice(0, 12)}`)
  if (!failure || !shrunk?.failure) return
  const { history, facts } = shrunk.failure
  write(`\nseed ${seed}: ${failure.facts}`)
  write(`\nThe shortest failing run, of ${shrunk.sales} sales; relevant lines of its history:\n`)
  write(`${relevantHistory(history, facts).join('\n')}\n\n  ${facts}\n`)
}

function summarise(reports: readonly Report[]): string {
  const sum = (of: (report: Report) => number) => reports.reduce((total, report) => total + of(report), 0)
  const events = [...new Set(reports.flatMap((report) => [...report.events.keys()]))].sort()
  const result = events.map((type) => `${type} ${sum((report) => report.events.get(type) ?? 0)}`)
  return [
    `${sum(({ sales }) => sales)} sales, ${sum(({ submissions }) => submissions)} submissions, ${sum(paid)} invoices paid`,
    `${sum(({ steps }) => steps)} steps, ${sum(({ deaths }) => deaths)} deaths, ${sum(({ unanswered }) => unanswered)} calls without a response`,
    result.join(', '),
  ].join('\n')
}

function paid({ events }: Report): number {
  return events.get('invoice.paid') ?? 0
}
