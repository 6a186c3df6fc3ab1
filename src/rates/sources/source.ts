import type { Clock } from '../../kernel/clock.ts'
import type { Pair, Rate } from '../rate.ts'

/** A source of coin prices. To add one, write a file that exports a `SourceFactory`, and add a line to `registry.ts`. */
export interface RateSource {
  readonly name: string
  /** Milliseconds between two requests, where the source's terms allow fewer requests than the default. */
  readonly pollMs?: number
  /**
   * The latest rates of those pairs that the source lists; invalid ones are omitted.
   * @throws if the source doesn't respond, or if its response isn't in the documented format
   */
  fetch(pairs: readonly Pair[], signal: AbortSignal): Promise<readonly Rate[]>
}

export interface SourceOptions {
  readonly clock: Clock
  /** The text after the source's name and a colon in `RATES`: another base URL or, for `fixed:`, its rates. */
  readonly argument?: string
  /** An API key, if the source requires one. */
  readonly key?: string
  /** Timeout of one request in milliseconds. */
  readonly timeoutMs?: number
}

/** @throws {Error} if the options are invalid; the message says why */
export type SourceFactory = (options: SourceOptions) => RateSource
