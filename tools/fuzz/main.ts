import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { inputOf, writeCorpus } from './corpus.ts'
import type { Flaw, Found } from './hunt.ts'
import { type Options, readOptions, usage } from './options.ts'
import { targets } from './targets/index.ts'
import { sharedMemory, watched } from './watched.ts'
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
else if (options.input !== null) repeat(options.target ?? '', options.input)
else await huntAll(options)

/** Rethrows the original error. */
function repeat(name: string, hex: string): void {
  const target = targets.get(name)
  if (!target) throw new Error(`--target is one of ${[...targets.keys()].join(', ')}.`)
  const since = performance.now()
  target.run(inputOf(hex))
  write(`No flaw, in ${(performance.now() - since).toFixed(1)} ms.`)
}

async function huntAll({ target, keep, ...asked }: Options): Promise<void> {
  const names = target === null ? [...targets.keys()] : [target]
  write(
    `seed ${asked.seed}\n\n${['target', 'executions', 'a second', 'inputs', 'reached', 'slowest', 'heap'].map(column).join('')}`,
  )
  for (const name of names) {
    const found = await huntOne({ ...asked, target: name, shared: sharedMemory() })
    if ('input' in found) {
      tell(name, found, asked.seed)
      continue
    }
    write(row(name, found).map(column).join(''))
    if (found.flaw) tell(name, found.flaw, asked.seed)
    else if (keep) writeCorpus(name, found.corpus)
  }
}

async function huntOne(task: Task): Promise<Found | Flaw> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: task })
  const { runs, input } = watched(task.shared)
  let seen = -1
  let hangs: (flaw: Flaw) => void = () => {}
  const hung = new Promise<Flaw>((resolve) => {
    hangs = resolve
  })
  const timer = setInterval(() => {
    if (runs() === seen) hangs({ input: input(), what: `it has run for more than ${hangMs / 1_000} s` })
    seen = runs()
  }, hangMs)
  try {
    return await Promise.race([hung, once(worker, 'message').then(([found]) => found as Found)])
  } finally {
    clearInterval(timer)
    await worker.terminate()
  }
}

function row(
  name: string,
  { executions, milliseconds, corpus, reached, slowestMs, heapGrowth }: Found,
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

function column(text: string, place: number): string {
  return place === 0 ? text.padEnd(20) : text.padStart(12)
}

/** The failure, and the command to reproduce it. */
function tell(name: string, { input, what }: Flaw, seed: number): void {
  process.exitCode = 1
  const again = input ? `--input ${Buffer.from(input).toString('hex')}` : `--seed ${seed}`
  write(`\n${name}: ${what}\n\nnpm run fuzz -- --target ${name} ${again}\n`)
}
