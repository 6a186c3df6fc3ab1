import type { Child } from './children/child.ts'
import type { Litecoin } from './litecoin.ts'
import type { Options, Size } from './options.ts'
import type { AloneLoad } from './stage.ts'

/** The parts of a run that all of its measurements share. */
export interface Run {
  readonly options: Options
  readonly bare: Child
  /** A bare server that logs each request. */
  readonly bareLogged: Child
  readonly litecoin: Litecoin | null
  /** A temporary directory for the benchmark's files. */
  readonly folder: string
  /** Registers cleanup for the end of the run; the last registered step runs first. */
  after(step: () => Promise<void>): void
  log(text: string): void
}

/** A service on a database of a certain size, and a copy of that database without a service. */
export interface ServiceUnderTest {
  readonly size: Size
  /** Whether it logs each request. */
  readonly logsRequests: boolean
  readonly child: Child
  /** Null for a service that differs from another only in its log. */
  readonly alone: AloneLoad | null
}
