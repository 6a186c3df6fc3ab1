import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { parseInput, writeCorpus } from './corpus.ts'
import type { FailedInput, FuzzResult } from './fuzz-target.ts'
import { type Options, readOptions, usage } from './options.ts'
import { createProgress, createSharedMemory } from './progress.ts'
import { targets } from './targets/index.ts'
import type { Task } from './worker.ts'

// Fuzzes the code that reads untrusted input: see docs/reliability.md.
//
//   npm run fuzz                                            every target for a minute
//   npm run fuzz -- --target amounts --executions 1000000
//   npm run fuzz -- --help

/** A run that takes longer hangs. */
const hangMs = 20_000

const write = (text: string): void => void process.stdout.write(`${text}\n`)

const options = readOptions(process.argv.slice(2))
if (options === 'help') write(usage)
else if (options.input !== null) reproduce(options.target ?? '', options.input)
else await fuzzAll(options)

/** Runs one input; an error keeps its stack. */
function reproduce(name: string, hex: string): void {
  const target = targets.get(name)
  if (!target) throw new Error(`--target must be one of ${[...targets.keys()].join(', ')}`)
  const since = performance.now()
  target.run(parseInput(hex))
  write(`No failure, in ${(performance.now() - since).toFixed(1)} ms.`)
}

async function fuzzAll({ target, keep, ...fuzzOptions }: Options): Promise<void> {
  const names = target === null ? [...targets.keys()] : [target]
  write(
    `seed ${fuzzOptions.seed}\n\n${['target', 'executions', 'per second', 'inputs', 'reached', 'slowest', 'heap'].map(padColumn).join('')}`,
  )
  for (const name of names) {
    const found = await fuzzOne({ ...fuzzOptions, target: name, shared: createSharedMemory() })
    if ('input' in found) {
      printFailure(name, found, fuzzOptions.seed)
      continue
    }
    write(formatRow(name, found).map(padColumn).join(''))
    if (found.failure) printFailure(name, found.failure, fuzzOptions.seed)
    else if (keep) writeCorpus(name, found.corpus)
  }
}

async function fuzzOne(task: Task): Promise<FuzzResult | FailedInput> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: task })
  const { countRuns, getInput } = createProgress(task.shared)
  let seen = -1
  let reportHang: (failure: FailedInput) => void = () => {}
  const hung = new Promise<FailedInput>((resolve) => {
    reportHang = resolve
  })
  const timer = setInterval(() => {
    if (countRuns() === seen)
      reportHang({ input: getInput(), what: `it hangs: running for more than ${hangMs / 1_000} s` })
    seen = countRuns()
  }, hangMs)
  try {
    return await Promise.race([hung, once(worker, 'message').then(([found]) => found as FuzzResult)])
  } finally {
    clearInterval(timer)
    await worker.terminate()
  }
}

function formatRow(
  name: string,
  { executions, milliseconds, corpus, reached, slowestMs, heapGrowth }: FuzzResult,
): string[] {
  return [
    name,
    String(executions),
    ((executions / milliseconds) * 1_000).toFixed(0),
    String(corpus.length),
    String(reached),
    `${slowestMs.toFixed(1)} ms`,
    `${(heapGrowth / 2 ** 20).toFixed(1)} MB`,
  ]
}

function padColumn(text: string, index: number): string {
  return index === 0 ? text.padEnd(20) : text.padStart(12)
}

/** Prints the failure, and the command to reproduce it. */
function printFailure(name: string, { input, what }: FailedInput, seed: number): void {
  process.exitCode = 1
  const reproduction = input ? `--input ${Buffer.from(input).toString('hex')}` : `--seed ${seed}`
  write(`\n${name}: ${what}\n\nnpm run fuzz -- --target ${name} ${reproduction}\n`)
}
