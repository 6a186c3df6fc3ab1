import type { Target } from './target.ts'

/** A failure found with an input. */
export class FuzzFailure extends Error {
  override readonly name = 'FuzzFailure'
  /** Null if no single input is responsible. */
  readonly input: Uint8Array | null

  constructor(input: Uint8Array | null, what: string) {
    super(what)
    this.input = input
  }
}

/** Time limit for an input of up to 100 kB, because a request blocks all others. */
const maxRunMs = 50
/** From here on an input is run again and the fastest run counts, to ignore other load on the machine. */
const suspiciousMs = 5
const maxRuns = 6

/** Runs one input; returns the time it took. @throws {FuzzFailure} */
export function run(target: Target, input: Uint8Array): number {
  let elapsedMs = measure(target, input)
  for (let runs = 1; runs < maxRuns && elapsedMs > suspiciousMs; runs++)
    elapsedMs = Math.min(elapsedMs, measure(target, input))
  if (elapsedMs > maxRunMs) throw new FuzzFailure(input, `it took ${elapsedMs.toFixed(0)} ms`)
  return elapsedMs
}

function measure(target: Target, input: Uint8Array): number {
  const since = performance.now()
  try {
    target.run(input)
  } catch (error) {
    throw new FuzzFailure(input, String(error))
  }
  return performance.now() - since
}
