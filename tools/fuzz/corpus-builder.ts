import type { Coverage, CoveragePoint } from './coverage.ts'

/** Collects the inputs that are worth keeping; `run` executes one. */
export function createCorpusBuilder(run: (input: Uint8Array) => void, coverage: Coverage) {
  const kept: Uint8Array[] = []
  return { addInteresting, minimize }

  /** Runs the inputs, and keeps those that reach new code, shortened as far as possible. */
  function addInteresting(inputs: readonly Uint8Array[]): readonly Uint8Array[] {
    const before = kept.length
    for (const input of inputs) run(input)
    const reached = coverage.take()
    if (coverage.findNew(reached).length > 0) search(inputs)
    coverage.learn(reached)
    return kept.slice(before)
  }

  /** Finds the inputs of a group that reach new code by halving it, because V8 only reports what the whole group reached. */
  function search(inputs: readonly Uint8Array[]): void {
    for (const input of inputs) run(input)
    const points = coverage.findNew(coverage.take())
    const [first] = inputs
    if (points.length === 0 || first === undefined) return
    if (inputs.length > 1) {
      const middle = inputs.length >> 1
      search(inputs.slice(0, middle))
      search(inputs.slice(middle))
      return
    }
    const shortest = shorten(first, points)
    run(shortest)
    coverage.learn(coverage.take())
    kept.push(shortest)
  }

  /** Removes parts as long as the rest still reaches the same code, down to a thirty-second, because each check costs time. */
  function shorten(input: Uint8Array, points: readonly CoveragePoint[]): Uint8Array {
    let shortest = input
    for (let parts = 2; parts <= 32 && shortest.length > 1; parts *= 2) {
      const length = Math.max(1, Math.floor(shortest.length / parts))
      for (let at = 0; at < shortest.length; ) {
        const shorter = Buffer.concat([shortest.subarray(0, at), shortest.subarray(at + length)])
        run(shorter)
        const reached = coverage.take()
        if (points.every((point) => reached.get(point.file)?.[point.at] === 1)) shortest = shorter
        else at += length
      }
    }
    return shortest
  }

  /** Drops each input whose code is reached by shorter ones. */
  function minimize(): Uint8Array[] {
    coverage.forget()
    return kept
      .toSorted((a, b) => a.length - b.length)
      .filter((input) => {
        run(input)
        const reached = coverage.take()
        const isNeeded = coverage.findNew(reached).length > 0
        coverage.learn(reached)
        return isNeeded
      })
  }
}
