import type { Clock } from '../../kernel/clock.ts'
import type { Pair, Rate } from '../rate.ts'

/** Somebody who says what coins cost. A new one is a file that exports a `NewSource`, and a line in `registry.ts`. */
export interface RateSource {
  readonly name: string
  /** Milliseconds between two askings, where the source's terms allow fewer than the usual. */
  readonly everyMs?: number
  /**
   * The newest rates of those pairs that the source lists; nonsense is left out.
   * @throws when the source does not answer, or not in its documented form
   */
  fetch(pairs: readonly Pair[], signal: AbortSignal): Promise<readonly Rate[]>
}

export interface SourceOptions {
  readonly clock: Clock
  /** What follows the source's name and a colon in `RATES`: another base address; for `fixed:`, its rates. */
  readonly argument?: string
  /** A key to the source's interface, where it asks for one. */
  readonly key?: string
  /** How long one answer may take, milliseconds. */
  readonly timeoutMs?: number
}

/** @throws {Error} saying what is wrong with the options */
export type NewSource = (options: SourceOptions) => RateSource
