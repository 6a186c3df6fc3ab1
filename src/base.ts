import type { Config } from './config.ts'
import type { Clock } from './kernel/clock.ts'
import type { Passing } from './kernel/failpoint.ts'
import type { Notes } from './kernel/notes.ts'
import type { Transact } from './kernel/transact.ts'
import type { Database } from './platform/storage/database.ts'
import type { Stores } from './stores.ts'

/** What every part of the service stands on. */
export interface Base {
  readonly config: Config
  readonly database: Database
  readonly transact: Transact<Stores>
  /** Reads outside of a transaction. */
  readonly read: Stores
  readonly clock: Clock
  /** Tells the operator something. */
  readonly notes: Notes
  /** Notes a failure of work in the background. */
  readonly failed: (work: string) => (error: unknown) => void
  /** Where tests let the process die. */
  readonly at: Passing
}
