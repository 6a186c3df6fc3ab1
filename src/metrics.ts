import type { Base } from './base.ts'
import type { Chains } from './chains.ts'
import { coins } from './coins/index.ts'
import { queuedAmong } from './events/transports/index.ts'
import type { Invoicing } from './invoicing.ts'
import { serviceGroups } from './metrics/groups.ts'
import { metricsRoutes } from './metrics/routes.ts'
import { bearerCheck } from './metrics/token.ts'
import { claimReport } from './payments/report-store.ts'
import type { Server } from './platform/http/server.ts'
import type { Streaming } from './streaming.ts'
import { deliveryReport } from './webhooks/report-store.ts'

interface Parts {
  readonly chains: Chains
  readonly prices: Pick<Invoicing['prices'], 'ages'>
  readonly openStreams: Streaming['openStreams']
}

export interface ServedMetrics {
  /** Serves them, and counts the requests to the server. */
  routes(server: Server): void
  stop(): void
}

/** The figures for Prometheus; null where nobody may see them: without a token they are for regtest alone. */
export async function startMetrics(base: Base, parts: Parts): Promise<ServedMetrics | null> {
  const { config, database, failed } = base
  const { metricsToken } = config.secrets
  if (metricsToken === null && config.chain !== 'regtest') return null
  // Loaded where it is served: the command line does not wait for it.
  const { openMetrics } = await import('./metrics/metrics.ts')
  const groups = serviceGroups(sources(base, parts))
  const metrics = openMetrics({ groups, ready: database.ready, failed })
  const mayRead = metricsToken === null ? () => true : bearerCheck(metricsToken)
  return { routes: (server) => metricsRoutes(server, { ...metrics, mayRead }), stop: metrics.stop }
}

function sources({ config, database, read, clock }: Base, { chains, prices, openStreams }: Parts) {
  const queued = queuedAmong(config.events.transports)
  const { networks } = chains
  return {
    clock,
    outbox: (now: number) => read.outbox.pending(queued, now),
    webhooks: deliveryReport(database.read).counts,
    claims: claimReport(database.read).standing,
    rateAges: prices.ages,
    openStreams,
    nodes: () =>
      [...coins.keys()]
        .filter((coin) => networks.of(coin) !== null)
        .map((coin) => ({
          coin,
          usable: networks.feeRates().has(coin),
          tipHeight: chains.chains.tipHeight(coin),
        })),
  }
}
