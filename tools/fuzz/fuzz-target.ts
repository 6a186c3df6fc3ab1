import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createSeededRandom } from '../../test/helpers/seeded.ts'
import { createCorpusBuilder } from './corpus-builder.ts'
import type { Coverage } from './coverage.ts'
import { createMutator } from './mutate.ts'
import { FuzzFailure, run } from './run.ts'
import type { Target } from './target.ts'

/** The options of a run. */
export interface FuzzOptions {
  readonly seed: number
  readonly executions: number
  readonly seconds: number
}

/** The dependencies of a run. */
export interface FuzzDependencies {
  readonly coverage: Coverage
  /** Inputs kept by earlier runs. */
  readonly stored: readonly Uint8Array[]
  /** Called with each input before it runs. */
  readonly watch: (input: Uint8Array) => void
}

export interface FuzzResult {
  readonly executions: number
  readonly milliseconds: number
  /** Inputs worth keeping: each reaches something that the others don't. */
  readonly corpus: readonly Uint8Array[]
  /** Number of characters of code that they reach. */
  readonly reached: number
  readonly slowestMs: number
  /** Heap growth in bytes from the first collection to the last. */
  readonly heapGrowth: number
  readonly failure: FailedInput | null
}

export type FailedInput = Pick<FuzzFailure, 'input'> & { readonly what: string }

/** Reading V8's counters costs as much as fifty executions, so they are read once per that many. */
const batches = { min: 32, max: 2_048, bytes: 4_000_000 }

const collectEvery = 50_000
/** A leak of 100 bytes per execution exceeds this long before a million executions. */
const maxHeapGrowth = 24 * 2 ** 20

/** Runs the stored inputs, then mutations of all that reached something new, until executions or time are used up. */
export function fuzzTarget(
  target: Target,
  { coverage, stored, watch }: FuzzDependencies,
  options: FuzzOptions,
): FuzzResult {
  const began = performance.now()
  const heap = createHeapMonitor()
  let executions = 0
  let slowestMs = 0
  const { addInteresting, minimize } = createCorpusBuilder((input) => {
    watch(input)
    slowestMs = Math.max(slowestMs, run(target, input))
  }, coverage)
  try {
    search()
    return { ...createResult(null), corpus: minimize() }
  } catch (error) {
    if (error instanceof FuzzFailure) return createResult({ input: error.input, what: error.message })
    throw error
  }

  function search(): void {
    coverage.take()
    // An input that reaches nothing new may still lead somewhere.
    const pool = [...target.initialInputs, ...stored]
    for (const input of [...pool]) pool.push(...addInteresting([input]))
    const nextInput = createMutator(pool, target.words)
    const chance = createSeededRandom(options.seed)
    let batch = batches.min
    while (executions < options.executions && performance.now() - began < options.seconds * 1_000) {
      heap.check(executions)
      const inputs = generateInputs(() => nextInput(chance), batch)
      const kept = addInteresting(inputs)
      pool.push(...kept)
      executions += inputs.length
      batch = kept.length > 0 ? batches.min : Math.min(batches.max, batch * 2)
    }
  }

  function createResult(failure: FailedInput | null): FuzzResult {
    const milliseconds = performance.now() - began
    const reached = coverage.countLearnt()
    return { executions, milliseconds, corpus: [], reached, slowestMs, heapGrowth: heap.getGrowth(), failure }
  }
}

function generateInputs(next: () => Uint8Array, maxCount: number): Uint8Array[] {
  const inputs: Uint8Array[] = []
  for (let bytes = 0; inputs.length < maxCount && bytes < batches.bytes; bytes += inputs.at(-1)?.length ?? 0)
    inputs.push(next())
  return inputs
}

/** Measures the heap after full collections. The first measurement is the baseline. */
function createHeapMonitor() {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  let first: number | undefined
  let growth = 0
  let next = collectEvery
  return { getGrowth: () => growth, check }

  /** @throws {FuzzFailure} if it grows */
  function check(executions: number): void {
    if (executions < next) return
    next = executions + collectEvery
    // External memory is released during the next collection.
    collect()
    collect()
    const { heapUsed, external } = process.memoryUsage()
    first ??= heapUsed + external
    growth = heapUsed + external - first
    if (growth > maxHeapGrowth) throw new FuzzFailure(null, `the heap grew by ${growth} bytes`)
  }
}
