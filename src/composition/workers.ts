import type { Config } from '../config/config.ts'
import type { RevokedAccess } from '../event-streams/access-watcher.ts'
import type { OnAccessRevoked } from '../event-streams/revoked-access.ts'
import type { Clock } from '../kernel/clock.ts'
import { metricsHandlers } from '../metrics/share.ts'
import type { CountCalls } from '../platform/http/rate-limits.ts'
import {
  createCallCounter,
  createCallCountHandlers,
  createSharedCallCounter,
} from '../platform/http/shared-rate-limits.ts'
import type { SupervisorOptions } from '../platform/workers/supervisor.ts'
import type { Worker } from '../platform/workers/worker.ts'

const accessRevoked = 'access-revoked'

/** Handlers for the queries that workers send to the supervisor. */
export const createSupervisorHandlers = (
  { rateLimits }: Config,
  clock: Clock,
): SupervisorOptions['handlers'] => ({ ...createCallCountHandlers(rateLimits, clock), ...metricsHandlers })

/** Counts calls for the rate limits: of all workers together, if there are several. */
export const createServiceCallCounter = (
  { rateLimits }: Config,
  { clock, worker }: { readonly clock: Clock; readonly worker: Worker | null },
): CountCalls =>
  worker && rateLimits.size > 0 ? createSharedCallCounter(worker) : createCallCounter(rateLimits, clock)

/** Ends a caller's streams in all workers when one worker revokes the caller's access. */
export function shareRevocations(
  worker: Worker,
  revoked: { readonly subscribe: (listener: OnAccessRevoked) => void },
  { revoke }: { readonly revoke: OnAccessRevoked },
): void {
  revoked.subscribe((access) => worker.broadcast(accessRevoked, access))
  worker.handle(accessRevoked, (access) => revoke(access as RevokedAccess))
}
