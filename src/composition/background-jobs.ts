import { createEventPruner, type LogConsumer } from '../events/prune.ts'
import { createOutboxPruner } from '../events/prune-outbox.ts'
import { assignPositions } from '../events/store.ts'
import { createWatchCleanup } from '../found-payments/stop-watching.ts'
import { createExpirySweep } from '../invoices/expire.ts'
import { createIdempotencyPruner } from '../invoices/prune-idempotency.ts'
import { hour, second } from '../kernel/clock.ts'
import { type PeriodicTask, startPeriodicTask } from '../kernel/periodic-task.ts'
import type { Chains } from './chains.ts'
import type { AppContext } from './context.ts'
import type { PaymentServices } from './payment-services.ts'

const recoverIntervalMs = 1 * second
const expireIntervalMs = 2 * second
const numberIntervalMs = 50
const pruneIntervalMs = 1 * hour

/** A job that runs again `intervalMs` after its last round has ended. */
interface Job {
  /** As shown in the log when it fails: "… failed". */
  readonly name: string
  readonly intervalMs: number
  readonly run: (signal: AbortSignal) => Promise<unknown>
}

type BackgroundJobChains = Pick<
  Chains,
  'view' | 'networks' | 'getUnminedPollMs' | 'getMempoolPollMs' | 'paymentCounter' | 'mempoolWatch'
>

/**
 * Starts the background jobs of payments and the event log. The simulation runs them too, in virtual time.
 * @param consumers read the event log: events that they still need are not pruned
 */
export function startBackgroundJobs(
  context: AppContext,
  chains: BackgroundJobChains,
  payments: Pick<PaymentServices, 'recover' | 'recheckUnmined'>,
  consumers: readonly LogConsumer[],
): Pick<PeriodicTask, 'stop'> {
  const { logFailure, timers } = context
  const jobs = [...createPaymentJobs(context, chains, payments), ...createEventJobs(context, consumers)]
  const running = jobs.map(({ name, intervalMs, run }) =>
    startPeriodicTask(intervalMs, run, logFailure(name), timers),
  )
  return {
    async stop() {
      await Promise.all(running.map(({ stop }) => stop()))
    },
  }
}

function createPaymentJobs(
  { config, transact, read, clock }: AppContext,
  { view, networks, getUnminedPollMs, getMempoolPollMs, paymentCounter, mempoolWatch }: BackgroundJobChains,
  { recover, recheckUnmined }: Pick<PaymentServices, 'recover' | 'recheckUnmined'>,
): Job[] {
  const findOverdue = (before: number, limit: number) => read.invoices.findOverdue(before, limit)
  const expire = createExpirySweep({
    transact,
    findOverdue,
    recordPartialPayment: paymentCounter.recordPartialPayment,
    view,
    clock,
    graceMs: config.graceMs,
  })
  const pruneWatchedAddresses = createWatchCleanup({ transact, watchMs: config.watchMs, clock })
  const pruneKeys = createIdempotencyPruner(transact, clock)
  return [
    { name: 'recovering payments', intervalMs: recoverIntervalMs, run: recover },
    { name: 'expiring invoices', intervalMs: expireIntervalMs, run: expire },
    { name: 'pruning watched addresses', intervalMs: pruneIntervalMs, run: pruneWatchedAddresses },
    { name: 'pruning idempotency keys', intervalMs: pruneIntervalMs, run: pruneKeys },
    ...networks.listCoins().map((coin) => ({
      name: `monitoring ${coin} payments`,
      intervalMs: getUnminedPollMs(coin),
      run: () => recheckUnmined(coin),
    })),
    ...networks.listCoins().map((coin) => ({
      name: `watching the ${coin} mempool`,
      intervalMs: getMempoolPollMs(coin),
      run: () => mempoolWatch.watch(coin),
    })),
  ]
}

function createEventJobs(
  { config, database, transact, clock }: AppContext,
  consumers: readonly LogConsumer[],
): Job[] {
  // SQLite numbers events as they are written.
  const numbering = {
    name: 'numbering events',
    intervalMs: numberIntervalMs,
    run: () => database.transact(assignPositions),
  }
  const jobs: Job[] = database.kind === 'sqlite' ? [] : [numbering]
  const { keepMs } = config.events
  if (keepMs === null) return jobs
  const pruneEvents = createEventPruner({ transact, keepMs, consumers, clock })
  const pruneOutbox = createOutboxPruner({ transact, keepMs, clock })
  return [
    ...jobs,
    { name: 'pruning events', intervalMs: pruneIntervalMs, run: pruneEvents },
    { name: 'pruning the outbox', intervalMs: pruneIntervalMs, run: pruneOutbox },
  ]
}
