import { parentPort, workerData } from 'node:worker_threads'
import { readCorpus } from './corpus.ts'
import { startCoverage } from './coverage.ts'
import { type FuzzOptions, type FuzzResult, fuzzTarget } from './fuzz-target.ts'
import { createProgress } from './progress.ts'

/** One fuzzing run of a worker. */
export interface Task extends FuzzOptions {
  readonly target: string
  readonly shared: SharedArrayBuffer
}

const { target: name, shared, ...options } = workerData as Task

// A rejection is an error whose stack costs more than the rest of a run. `--input` shows the stack of a failure.
Error.stackTraceLimit = 0

// Before the code is loaded, because code compiled earlier has no counters.
const coverage = startCoverage()
const { targets } = await import('./targets/index.ts')
const target = targets.get(name)
if (!target) throw new Error(`unknown target ${name}. Targets: ${[...targets.keys()].join(', ')}`)
const dependencies = { coverage, stored: readCorpus(name), watch: createProgress(shared).begin }
const found: FuzzResult = fuzzTarget(target, dependencies, options)
parentPort?.postMessage(found)
