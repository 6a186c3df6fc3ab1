import type { Coverage, Place } from './coverage.ts'

/** The inputs of a hunt: `run` gives one to the code. */
export function keeping(run: (input: Uint8Array) => void, coverage: Coverage) {
  const kept: Uint8Array[] = []
  return { keepNew, fewest }

  /** Runs them, and keeps those that reach something new, as short as can be found. */
  function keepNew(inputs: readonly Uint8Array[]): readonly Uint8Array[] {
    const before = kept.length
    for (const input of inputs) run(input)
    const reached = coverage.take()
    if (coverage.newIn(reached).length > 0) search(inputs)
    coverage.learn(reached)
    return kept.slice(before)
  }

  /** Halves that reach something new are halved again, for V8 tells only what all of them together reach. */
  function search(inputs: readonly Uint8Array[]): void {
    for (const input of inputs) run(input)
    const places = coverage.newIn(coverage.take())
    const [first] = inputs
    if (places.length === 0 || first === undefined) return
    if (inputs.length > 1) {
      const middle = inputs.length >> 1
      search(inputs.slice(0, middle))
      search(inputs.slice(middle))
      return
    }
    const shortest = shortened(first, places)
    run(shortest)
    coverage.learn(coverage.take())
    kept.push(shortest)
  }

  /** Parts are left out as long as the rest still reaches the same: down to a thirty-second, for each look costs time. */
  function shortened(input: Uint8Array, places: readonly Place[]): Uint8Array {
    let shortest = input
    for (let parts = 2; parts <= 32 && shortest.length > 1; parts *= 2) {
      const length = Math.max(1, Math.floor(shortest.length / parts))
      for (let at = 0; at < shortest.length; ) {
        const shorter = Buffer.concat([shortest.subarray(0, at), shortest.subarray(at + length)])
        run(shorter)
        const reached = coverage.take()
        if (places.every((place) => reached.get(place.file)?.[place.at] === 1)) shortest = shorter
        else at += length
      }
    }
    return shortest
  }

  /** The short ones first: a long one is left out when they reach its places between them. */
  function fewest(): Uint8Array[] {
    coverage.forget()
    return kept
      .toSorted((a, b) => a.length - b.length)
      .filter((input) => {
        run(input)
        const reached = coverage.take()
        const isNeeded = coverage.newIn(reached).length > 0
        coverage.learn(reached)
        return isNeeded
      })
  }
}
