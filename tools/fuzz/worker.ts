import { parentPort, workerData } from 'node:worker_threads'
import { readCorpus } from './corpus.ts'
import { measureCoverage } from './coverage.ts'
import { type Found, type Hunt, hunt } from './hunt.ts'
import { watched } from './watched.ts'

/** One hunt that a worker is told to make. */
export interface Task extends Hunt {
  readonly target: string
  readonly shared: SharedArrayBuffer
}

const { target: name, shared, ...asked } = workerData as Task

// A refusal is an error, and its stack costs more than the rest of a run; `--input` shows that of a flaw.
Error.stackTraceLimit = 0

// Before the code is loaded: what is compiled earlier has no counters.
const coverage = measureCoverage()
const { targets } = await import('./targets/index.ts')
const target = targets.get(name)
if (!target) throw new Error(`There is no target ${name}: there are ${[...targets.keys()].join(', ')}.`)
const parts = { coverage, stored: readCorpus(name), watch: watched(shared).begin }
const found: Found = hunt(target, parts, asked)
parentPort?.postMessage(found)
