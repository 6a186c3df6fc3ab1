import { coins } from '../coins/index.ts'
import { createReportCollector, type OperatorReport } from '../dashboard/operator/report.ts'
import { createDatabaseSizeReader } from '../dashboard/operator/size-store.ts'
import { filterQueued } from '../events/transports/index.ts'
import { createClaimReport } from '../payments/report-store.ts'
import { readVersion } from '../platform/version.ts'
import { createDeliveryReportStore } from '../webhooks/report-store.ts'
import type { Chains } from './chains.ts'
import type { AppContext } from './context.ts'
import type { InvoiceServices } from './invoicing.ts'
import type { StreamService } from './streaming.ts'

interface ReportDependencies {
  readonly chains: Chains
  readonly prices: Pick<InvoiceServices['prices'], 'listStates' | 'listUnpricedPairs'>
  readonly countOpenStreams: StreamService['countOpenStreams']
}

/** Creates the function that collects the operator's status report. */
export function createOperatorReportCollector(
  { config, database, read, clock }: AppContext,
  { chains, prices, countOpenStreams }: ReportDependencies,
): () => Promise<OperatorReport> {
  const queuedTransports = filterQueued(config.events.transports)
  const { maxAgeMs, currencies } = config.rates
  return createReportCollector({
    service: { version: readVersion(), startedAt: clock.now(), chain: config.chain },
    database: { kind: database.kind, getSizeBytes: createDatabaseSizeReader(database.read, database.kind) },
    streams: { countOpen: countOpenStreams, max: config.events.maxStreams },
    getNodeState: chains.networks.getState,
    listTips: () => read.followedBlocks.listTips(),
    prices: {
      ...prices,
      maxAgeMs,
      pairs: currencies.length * coins.size,
    },
    listBacklogs: (now) => read.outbox.listBacklogs(queuedTransports, now),
    countDeliveries: createDeliveryReportStore(database.read).countDeliveries,
    summariseClaims: createClaimReport(database.read).summariseOpenClaims,
    clock,
  })
}
