import type { Child } from './children/child.ts'
import type { Litecoin } from './litecoin.ts'
import type { Options, Size } from './options.ts'
import type { AloneLoad } from './stage.ts'

/** The data of the whole run that measuring one database needs. */
export interface Run {
  readonly options: Options
  readonly bare: Child
  /** The same with a request log. */
  readonly bareLogged: Child
  readonly litecoin: Litecoin | null
  /** For the benchmark's files. */
  readonly folder: string
  /** Cleanup when the run ends, last in first out. */
  after(step: () => Promise<void>): void
  log(text: string): void
}

/** A service on a database of a certain size, and a copy of that database without a service. */
export interface ServiceUnderTest {
  readonly size: Size
  /** Whether it logs each request. */
  readonly logged: boolean
  readonly child: Child
  /** Null for a service that differs from another only in its log. */
  readonly alone: AloneLoad | null
}
