import { filterQueued } from '../events/transports/index.ts'
import { createServiceGroups } from '../metrics/groups.ts'
import type { MetricsRouteDependencies } from '../metrics/routes.ts'
import { shareMetrics } from '../metrics/share.ts'
import { createMetricsAccess } from '../metrics/token.ts'
import { createClaimReport } from '../payments/report-store.ts'
import type { Worker } from '../platform/workers/worker.ts'
import { createDeliveryReportStore } from '../webhooks/report-store.ts'
import type { Chains } from './chains.ts'
import type { AppContext } from './context.ts'
import type { InvoiceServices } from './invoicing.ts'
import type { Relays } from './relays.ts'
import type { StreamService } from './streaming.ts'

interface MonitoringDependencies {
  readonly chains: Chains
  readonly prices: Pick<InvoiceServices['prices'], 'listAges'>
  readonly countOpenStreams: StreamService['countOpenStreams']
  readonly listReturnedEvents: Relays['listReturnedEvents']
  /** This process, if it is one of several. */
  readonly worker: Worker | null
}

export interface MetricsService extends MetricsRouteDependencies {
  stop(): void
}

/** The metrics for Prometheus; null when nobody may read them. */
export async function startMetrics(
  context: AppContext,
  dependencies: MonitoringDependencies,
): Promise<MetricsService | null> {
  const { config, database, logFailure } = context
  const { metricsToken } = config.secrets
  const mayRead = createMetricsAccess(metricsToken, config.chain)
  if (mayRead === null) return null
  // Imported only where it is served, so that the command line does not load it.
  const { openMetrics } = await import('../metrics/metrics.ts')
  const groups = createServiceGroups(createMetricsSources(context, dependencies))
  const { worker } = dependencies
  const parameters = {
    groups,
    isReady: database.isReady,
    logFailure,
    hasExemplars: config.metricsExemplars,
    worker: worker?.number ?? null,
  }
  const metrics = { ...openMetrics(parameters), mayRead }
  return worker ? shareMetrics(worker, metrics) : metrics
}

function createMetricsSources(
  { config, database, read, clock }: AppContext,
  { chains, prices, countOpenStreams, listReturnedEvents }: MonitoringDependencies,
) {
  const queuedTransports = filterQueued(config.events.transports)
  const { networks } = chains
  return {
    clock,
    listReturnedEvents,
    listPendingEvents: (now: number) => read.outbox.listBacklogs(queuedTransports, now),
    countWebhooks: createDeliveryReportStore(database.read).countDeliveries,
    countOpenClaims: createClaimReport(database.read).summariseOpenClaims,
    listRateAges: prices.listAges,
    countOpenStreams,
    listNodes: () =>
      networks.listCoins().map((coin) => ({
        coin,
        isUsable: networks.isUsable(coin),
        tipHeight: chains.chains.getTipHeight(coin),
      })),
  }
}
