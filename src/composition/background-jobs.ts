import { coins } from '../coins/index.ts'
import { createEventPruner, type LogConsumer } from '../events/prune.ts'
import { createOutboxPruner } from '../events/prune-outbox.ts'
import { assignMissingPositions } from '../events/store.ts'
import { createNetworkReader } from '../found-payments/read-network.ts'
import { createWatchCleanup } from '../found-payments/stop-watching.ts'
import { createExpirySweep } from '../invoices/expire.ts'
import { createIdempotencyPruner } from '../invoices/prune-idempotency.ts'
import { hour, second } from '../kernel/clock.ts'
import { type PeriodicTask, startPeriodicTask } from '../kernel/periodic-task.ts'
import type { Chains } from './chains.ts'
import type { AppContext } from './context.ts'
import type { PaymentServices } from './payment-services.ts'

const recoverIntervalMs = 1 * second
/** A fraction of a payment's lease. */
const renewLeasesIntervalMs = 2 * second
const expireIntervalMs = 2 * second
/** Finds events that a process left behind; those of this process are announced by its commits. */
const numberIntervalMs = 50
const minNumberPauseMs = 20
const pruneIntervalMs = 1 * hour

/** A job that runs again `intervalMs` after its last round has ended. */
interface Job {
  /** As shown in the log when it fails: "… failed". */
  readonly name: string
  readonly intervalMs: number
  readonly run: (signal: AbortSignal) => Promise<unknown>
}

interface BackgroundJobs {
  /** Assigns log positions to new events soon: something was committed. */
  wakeNumbering(): void
  stop(): Promise<void>
}

type BackgroundJobChains = Pick<
  Chains,
  'view' | 'networks' | 'chains' | 'getUnminedPollMs' | 'getMempoolPollMs' | 'paymentCounter' | 'mempoolWatch'
>

/**
 * Starts the background jobs of payments and the event log. The simulation runs them too, in virtual time.
 * @param consumers read the event log: events that they still need are not pruned
 */
export function startBackgroundJobs(
  context: AppContext,
  chains: BackgroundJobChains,
  payments: Pick<PaymentServices, 'recover' | 'renewLeases' | 'recheckUnmined'>,
  consumers: readonly LogConsumer[],
): BackgroundJobs {
  const { logFailure, timers } = context
  const jobs = [...createPaymentJobs(context, chains, payments), ...createPruneJobs(context, consumers)]
  const running = jobs.map(({ name, intervalMs, run }) =>
    startPeriodicTask(intervalMs, run, logFailure(name), timers),
  )
  const numbering = startNumbering(context)
  return {
    wakeNumbering: () => numbering?.wake(),
    async stop() {
      await Promise.all([...running, numbering].map((task) => task?.stop()))
    },
  }
}

/** SQLite numbers events as they are written. */
function startNumbering({ database, logFailure, timers }: AppContext): PeriodicTask | null {
  if (database.kind === 'sqlite') return null
  return startPeriodicTask(
    numberIntervalMs,
    () => assignMissingPositions(database),
    logFailure('numbering events'),
    timers,
    minNumberPauseMs,
  )
}

function createPaymentJobs(
  { config, transact, read, clock, timers }: AppContext,
  {
    view,
    networks,
    chains,
    getUnminedPollMs,
    getMempoolPollMs,
    paymentCounter,
    mempoolWatch,
  }: BackgroundJobChains,
  {
    recover,
    renewLeases,
    recheckUnmined,
  }: Pick<PaymentServices, 'recover' | 'renewLeases' | 'recheckUnmined'>,
): Job[] {
  const { findOverdue, findOverdueCoins } = read.invoices
  const { findUnread } = read.unreadCoins
  const expire = createExpirySweep({
    transact,
    findOverdue,
    findOverdueCoins,
    findUnread,
    readPayments: createNetworkReader({ networks, chains, readMempool: mempoolWatch.read }),
    recordPartialPayment: paymentCounter.recordPartialPayment,
    view,
    clock,
    timers,
    graceMs: config.graceMs,
  })
  const pruneWatchedAddresses = createWatchCleanup({ transact, watchMs: config.watchMs, clock })
  const pruneKeys = createIdempotencyPruner(transact, clock)
  return [
    // A coin whose node was removed from the settings may still have payments with an open claim.
    ...[...coins.keys()].map((coin) => ({
      name: `recovering ${coin} payments`,
      intervalMs: recoverIntervalMs,
      run: () => recover(coin),
    })),
    { name: 'renewing the leases of payments', intervalMs: renewLeasesIntervalMs, run: renewLeases },
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

function createPruneJobs({ config, transact, clock }: AppContext, consumers: readonly LogConsumer[]): Job[] {
  const { keepMs } = config.events
  if (keepMs === null) return []
  const pruneEvents = createEventPruner({ transact, keepMs, consumers, clock })
  const pruneOutbox = createOutboxPruner({ transact, keepMs, clock })
  return [
    { name: 'pruning events', intervalMs: pruneIntervalMs, run: pruneEvents },
    { name: 'pruning the outbox', intervalMs: pruneIntervalMs, run: pruneOutbox },
  ]
}
