import { coins } from '../coins/index.ts'
import { createOperatorReport, type OperatorReport } from '../dashboard/operator/report.ts'
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
  readonly openStreams: StreamService['openStreams']
}

/** Creates the status report for the operator. */
export function createOperatorReports(
  { config, database, read, clock }: AppContext,
  { chains, prices, openStreams }: ReportDependencies,
): () => Promise<OperatorReport> {
  const queued = filterQueued(config.events.transports)
  const { maxAgeMs, currencies } = config.rates
  return createOperatorReport({
    service: { version: readVersion(), startedAt: clock.now(), chain: config.chain },
    database: { kind: database.kind, bytes: createDatabaseSizeReader(database.read, database.kind) },
    streams: { open: openStreams, max: config.events.maxStreams },
    node: chains.networks.getState,
    tips: () => read.followed.listTips(),
    prices: {
      ...prices,
      maxAgeMs,
      pairs: currencies.length * coins.size,
    },
    outbox: (now) => read.outbox.listBacklogs(queued, now),
    webhooks: createDeliveryReportStore(database.read).countDeliveries,
    claims: createClaimReport(database.read).summarizeOpenClaims,
    clock,
  })
}
