import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Failpoints } from '../kernel/failpoint.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Timers } from '../kernel/timers.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Database } from '../platform/storage/database.ts'
import type { Stores } from './stores.ts'

/** The common dependencies of every part of the service. */
export interface AppContext {
  readonly config: Config
  readonly database: Database
  readonly transact: Transact<Stores>
  /** Reads outside a transaction. */
  readonly read: Stores
  readonly clock: Clock
  /** The keys of sessions, webhooks and signing keys are derived from it. */
  readonly serverKey: Uint8Array
  /** Timers of background jobs. */
  readonly timers: Timers
  /** Logs messages for the operator. */
  readonly log: Logger
  /** Logs a failure of background work. */
  readonly logFailure: (work: string) => (error: unknown) => void
  /** Failpoints, where tests make the process fail. */
  readonly checkFailpoint: Failpoints
}
