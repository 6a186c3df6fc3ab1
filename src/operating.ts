import type { Base } from './base.ts'
import type { Chains } from './chains.ts'
import { coins } from './coins/index.ts'
import { type Report, reporting } from './dashboard/operator/report.ts'
import { databaseSize } from './dashboard/operator/size-store.ts'
import { queuedAmong } from './events/transports/index.ts'
import type { Invoicing } from './invoicing.ts'
import { ownVersion } from './openapi.ts'
import { claimReport } from './payments/report-store.ts'
import type { Streaming } from './streaming.ts'
import { deliveryReport } from './webhooks/report-store.ts'

interface Parts {
  readonly chains: Chains
  readonly prices: Pick<Invoicing['prices'], 'states' | 'refused'>
  readonly openStreams: Streaming['openStreams']
}

/** How the service stands, for its operator. */
export function openOperating(
  { config, database, read, clock }: Base,
  { chains, prices, openStreams }: Parts,
): () => Promise<Report> {
  const queued = queuedAmong(config.events.transports)
  const { maxAgeMs, currencies } = config.rates
  return reporting({
    facts: { version: ownVersion(), startedAt: clock.now(), chain: config.chain },
    database: { kind: database.kind, bytes: databaseSize(database.read, database.kind) },
    streams: { open: openStreams, most: config.events.mostStreams },
    node: chains.networks.state,
    tips: () => read.followed.tips(),
    prices: { ...prices, maxAgeMs, pairs: currencies.length * coins.size },
    outbox: (now) => read.outbox.pending(queued, now),
    webhooks: deliveryReport(database.read).counts,
    claims: claimReport(database.read).standing,
    clock,
  })
}
