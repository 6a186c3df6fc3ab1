import { parentPort, workerData } from 'node:worker_threads'
import { readCorpus } from './corpus.ts'
import { measureCoverage } from './coverage.ts'
import { type Found, type Hunt, hunt } from './hunt.ts'
import { watched } from './watched.ts'

/** One fuzzing run of a worker. */
export interface Task extends Hunt {
  readonly target: string
  readonly shared: SharedArrayBuffer
}

const { target: name, shared, ...asked } = workerData as Task

// A rejection is an error whose stack costs more than the rest of a run. `--input` shows the stack of a failure.
Error.stackTraceLimit = 0

// Before the code is loaded, because code compiled earlier has no counters.
const coverage = measureCoverage()
const { targets } = await import('./targets/index.ts')
const target = targets.get(name)
if (!target) throw new Error(`There is no target ${name}: there are ${[...targets.keys()].join(', ')}.`)
const parts = { coverage, stored: readCorpus(name), watch: watched(shared).begin }
const found: Found = hunt(target, parts, asked)
parentPort?.postMessage(found)
