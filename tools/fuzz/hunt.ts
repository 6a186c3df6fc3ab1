import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { seeded } from '../../test/helpers/seeded.ts'
import type { Coverage } from './coverage.ts'
import { keeping } from './keep.ts'
import { mutation } from './mutate.ts'
import { Flawed, run } from './run.ts'
import type { Target } from './target.ts'

/** What a hunt is told. */
export interface Hunt {
  readonly seed: number
  readonly executions: number
  readonly seconds: number
}

/** What it needs. */
export interface Parts {
  readonly coverage: Coverage
  /** Inputs that earlier hunts have kept. */
  readonly stored: readonly Uint8Array[]
  /** Is told of each input before it runs. */
  readonly watch: (input: Uint8Array) => void
}

export interface Found {
  readonly executions: number
  readonly milliseconds: number
  /** Inputs that are worth keeping: each reaches what the others do not. */
  readonly corpus: readonly Uint8Array[]
  /** Characters of the code that they reach. */
  readonly reached: number
  readonly slowestMs: number
  /** Bytes of the heap after the last collection, less those after the first. */
  readonly heapGrowth: number
  readonly flaw: Flaw | null
}

export type Flaw = Pick<Flawed, 'input'> & { readonly what: string }

/** Asking V8 for its counters costs as much as fifty executions: they are asked for after so many. */
const batches = { least: 32, most: 2_048, bytes: 4_000_000 }

const collectEvery = 50_000
/** Far less than what a million executions would add if each left 100 bytes behind. */
const maxHeapGrowth = 24 * 2 ** 20

/** Runs what is stored, then neighbours of all that reached something new, until the executions or the time are used up. */
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
    // What reaches nothing of its own may still lead somewhere.
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

/** What is left of the heap after everything that can go has gone; the first look is the measure for the others. */
function heapWatch() {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  let first: number | undefined
  let growth = 0
  let next = collectEvery
  return { growth: () => growth, look }

  /** @throws {Flawed} when it grows */
  function look(executions: number): void {
    if (executions < next) return
    next = executions + collectEvery
    // What lies outside the heap is let go of while the next collection runs.
    collect()
    collect()
    const { heapUsed, external } = process.memoryUsage()
    first ??= heapUsed + external
    growth = heapUsed + external - first
    if (growth > maxHeapGrowth) throw new Flawed(null, `the heap grew by ${growth} bytes`)
  }
}
