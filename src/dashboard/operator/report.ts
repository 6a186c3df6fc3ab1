import { type CoinCode, coins } from '../../coins/index.ts'
import type { TransportBacklog } from '../../events/outbox.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import type { NetworkState } from '../../networks/watch.ts'
import type { SourceState } from '../../rates/poller.ts'
import type { UnpricedPair } from '../../rates/rates.ts'

/** The service's status, read from memory and the database without querying any node or exchange. */
export interface OperatorReport {
  readonly at: Instant
  readonly service: ServiceInfo
  /** One for every coin. */
  readonly nodes: readonly NodeReport[]
  readonly rates: {
    readonly sources: readonly SourceState[]
    /** An older rate is not used. */
    readonly maxAgeMs: number
    readonly unpriced: readonly UnpricedPairs[]
    /** Number of pairs in total. */
    readonly pairs: number
  }
  readonly outbox: readonly TransportBacklog[]
  readonly webhooks: WebhookQueue
  readonly claims: { readonly count: number; readonly oldest: Instant | null }
}

interface ServiceInfo {
  readonly version: string
  readonly startedAt: Instant
  /** `regtest`, `test` or `main`. */
  readonly chain: string
  readonly database: { readonly kind: 'sqlite' | 'postgres'; readonly bytes: number | null }
  readonly streams: { readonly open: number; readonly max: number }
}

export interface NodeReport {
  readonly coin: CoinCode
  /** `no_fee_rate`: the node is usable but reports no fee rate, so new invoices don't offer the coin. */
  readonly state: 'usable' | 'no_fee_rate' | 'unusable' | 'none'
  /** Why it is unusable, as in the log. */
  readonly reason: string | null
  /** Base units per 1 000 bytes. */
  readonly feeRate: bigint | null
  /** The newest block that we have processed, and the time in its header. */
  readonly height: number | null
  readonly tipAt: Instant | null
}

interface WebhookQueue {
  readonly pending: number
  readonly failing: number
  readonly exhausted: number
  readonly oldest: Instant | null
}

/** Pairs without an agreed rate for the same reason, grouped by currency. `coins` is null for every coin. */
export interface UnpricedPairs {
  readonly reason: string
  readonly currencies: readonly { readonly currency: string; readonly coins: readonly CoinCode[] | null }[]
}

interface ReportDependencies {
  readonly service: Omit<ServiceInfo, 'database' | 'streams'>
  readonly database: { readonly kind: 'sqlite' | 'postgres'; getSizeBytes(): Promise<number | null> }
  readonly streams: { countOpen(): number; readonly max: number }
  /** Latest state of a coin's node; null if the coin has none. */
  readonly getNodeState: (coin: CoinCode) => NetworkState | null
  readonly listTips: () => Promise<readonly { coin: string; height: number; minedAt: Instant | null }[]>
  readonly prices: {
    listStates(): readonly SourceState[]
    listUnpricedPairs(): readonly UnpricedPair[]
    readonly pairs: number
    readonly maxAgeMs: number
  }
  readonly listBacklogs: (now: Instant) => Promise<readonly TransportBacklog[]>
  readonly countDeliveries: () => Promise<WebhookQueue>
  readonly summariseClaims: () => Promise<OperatorReport['claims']>
  readonly clock: Clock
}

/** Creates the function that collects the operator's report. */
export function createReportCollector(dependencies: ReportDependencies) {
  return async function collectReport(): Promise<OperatorReport> {
    const at = dependencies.clock.now()
    const [bytes, tips, outbox, webhooks, claims] = await Promise.all([
      dependencies.database.getSizeBytes(),
      dependencies.listTips(),
      dependencies.listBacklogs(at),
      dependencies.countDeliveries(),
      dependencies.summariseClaims(),
    ])
    const { listStates, listUnpricedPairs, pairs, maxAgeMs } = dependencies.prices
    const { countOpen, max } = dependencies.streams
    return {
      at,
      service: {
        ...dependencies.service,
        database: { kind: dependencies.database.kind, bytes },
        streams: { open: countOpen(), max },
      },
      nodes: [...coins.keys()].map((coin) => toNodeReport(coin, dependencies.getNodeState(coin), tips)),
      rates: { sources: listStates(), maxAgeMs, unpriced: groupUnpricedPairs(listUnpricedPairs()), pairs },
      outbox,
      webhooks,
      claims,
    }
  }
}

function toNodeReport(
  coin: CoinCode,
  networkState: NetworkState | null,
  tips: readonly { coin: string; height: number; minedAt: Instant | null }[],
): NodeReport {
  const tip = tips.find((each) => each.coin === coin)
  const chain = { coin, height: tip?.height ?? null, tipAt: tip?.minedAt ?? null }
  if (networkState === null) return { ...chain, state: 'none', reason: null, feeRate: null }
  const { readiness, feeRate } = networkState
  if (!readiness.ready) return { ...chain, state: 'unusable', reason: readiness.reason, feeRate }
  return { ...chain, state: feeRate === null ? 'no_fee_rate' : 'usable', reason: null, feeRate }
}

/** Groups by reason and currency: an unavailable source affects hundreds of pairs. */
export function groupUnpricedPairs(pairs: readonly UnpricedPair[]): UnpricedPairs[] {
  const reasons = Map.groupBy(pairs, ({ reason }) => reason)
  return [...reasons].map(([reason, group]) => ({
    reason,
    currencies: [...Map.groupBy(group, ({ currency }) => currency)].map(([currency, unpriced]) => ({
      currency,
      coins: unpriced.length === coins.size ? null : unpriced.map(({ coin }) => coin),
    })),
  }))
}
