import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { seeded } from '../../test/helpers/seeded.ts'
import type { Coverage } from './coverage.ts'
import { keeping } from './keep.ts'
import { mutation } from './mutate.ts'
import { Flawed, run } from './run.ts'
import type { Target } from './target.ts'

/** The options of a run. */
export interface Hunt {
  readonly seed: number
  readonly executions: number
  readonly seconds: number
}

/** Its dependencies. */
export interface Parts {
  readonly coverage: Coverage
  /** Inputs kept by earlier runs. */
  readonly stored: readonly Uint8Array[]
  /** Called with each input before it runs. */
  readonly watch: (input: Uint8Array) => void
}

export interface Found {
  readonly executions: number
  readonly milliseconds: number
  /** Inputs worth keeping: each reaches something that the others don't. */
  readonly corpus: readonly Uint8Array[]
  /** Number of characters of code that they reach. */
  readonly reached: number
  readonly slowestMs: number
  /** Heap growth in bytes from the first collection to the last. */
  readonly heapGrowth: number
  readonly flaw: Flaw | null
}

export type Flaw = Pick<Flawed, 'input'> & { readonly what: string }

/** Reading V8's counters costs as much as fifty executions, so they are read once per that many. */
const batches = { least: 32, most: 2_048, bytes: 4_000_000 }

const collectEvery = 50_000
/** Far less than a million executions would add if each leaked 100 bytes. */
const maxHeapGrowth = 24 * 2 ** 20

/** Runs the stored inputs, then mutations of all that reached something new, until executions or time are used up. */
export function hunt(target: Target, { coverage, stored, watch }: Parts, asked: Hunt): Found {
  const began = performance.now()
  const heap = heapWatch()
  let executions = 0
  let slowestMs = 0
  const { keepNew, fewest } = keeping((input) => {
    watch(input)
    slowestMs = Math.max(slowestMs, run(target, input))
  }, coverage)
  try {
    search()
    return { ...found(null), corpus: fewest() }
  } catch (error) {
    if (error instanceof Flawed) return found({ input: error.input, what: error.message })
    throw error
  }

  function search(): void {
    coverage.take()
    // An input that reaches nothing new may still lead somewhere.
    const pool = [...target.beginnings, ...stored]
    for (const input of [...pool]) pool.push(...keepNew([input]))
    const neighbour = mutation(pool, target.words)
    const chance = seeded(asked.seed)
    let batch = batches.least
    while (executions < asked.executions && performance.now() - began < asked.seconds * 1_000) {
      heap.look(executions)
      const inputs = neighbours(() => neighbour(chance), batch)
      const kept = keepNew(inputs)
      pool.push(...kept)
      executions += inputs.length
      batch = kept.length > 0 ? batches.least : Math.min(batches.most, batch * 2)
    }
  }

  function found(flaw: Flaw | null): Found {
    const milliseconds = performance.now() - began
    const reached = coverage.learnt()
    return { executions, milliseconds, corpus: [], reached, slowestMs, heapGrowth: heap.growth(), flaw }
  }
}

function neighbours(next: () => Uint8Array, most: number): Uint8Array[] {
  const inputs: Uint8Array[] = []
  for (let bytes = 0; inputs.length < most && bytes < batches.bytes; bytes += inputs.at(-1)?.length ?? 0)
    inputs.push(next())
  return inputs
}

/** Heap size after a full collection; the first call sets the baseline for the others. */
function heapWatch() {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  let first: number | undefined
  let growth = 0
  let next = collectEvery
  return { growth: () => growth, look }

  /** @throws {FuzzFailure} if it grows */
  function look(executions: number): void {
    if (executions < next) return
    next = executions + collectEvery
    // External memory is released during the next collection.
    collect()
    collect()
    const { heapUsed, external } = process.memoryUsage()
    first ??= heapUsed + external
    growth = heapUsed + external - first
    if (growth > maxHeapGrowth) throw new Flawed(null, `the heap grew by ${growth} bytes`)
  }
}
