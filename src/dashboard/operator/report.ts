import { type CoinCode, coins } from '../../coins/index.ts'
import type { Pending } from '../../events/outbox.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import type { NetworkState } from '../../networks/watch.ts'
import type { SourceState } from '../../rates/polls.ts'
import type { RefusedPair } from '../../rates/rates.ts'

/** How the service stands: out of memory and the database, no node or exchange is asked for it. */
export interface Report {
  readonly at: Instant
  readonly facts: ServiceFacts
  /** Of every coin. */
  readonly nodes: readonly NodeReport[]
  readonly rates: {
    readonly sources: readonly SourceState[]
    /** A rate that is older is no price any more. */
    readonly maxAgeMs: number
    readonly refused: readonly RefusedPairs[]
    /** How many pairs there are. */
    readonly pairs: number
  }
  readonly outbox: readonly Pending[]
  readonly webhooks: WebhookQueue
  readonly claims: { readonly count: number; readonly oldest: Instant | null }
}

export interface ServiceFacts {
  readonly version: string
  readonly startedAt: Instant
  /** `regtest`, `test` or `main`. */
  readonly chain: string
  readonly database: { readonly kind: 'sqlite' | 'postgres'; readonly bytes: number | null }
  readonly streams: { readonly open: number; readonly most: number }
}

export interface NodeReport {
  readonly coin: CoinCode
  /** `silent`: it is fit for use, and tells no fee rate: new invoices do not offer the coin. */
  readonly state: 'usable' | 'silent' | 'unusable' | 'none'
  /** Why it cannot be used, as the log says it. */
  readonly reason: string | null
  /** Base units per 1 000 bytes. */
  readonly feeRate: bigint | null
  /** The newest block that was followed, and its own time. */
  readonly height: number | null
  readonly tipAt: Instant | null
}

export interface WebhookQueue {
  readonly pending: number
  readonly failing: number
  readonly exhausted: number
  readonly oldest: Instant | null
}

/** Pairs without a price for one reason, by their currency. `coins` null: every coin. */
export interface RefusedPairs {
  readonly reason: string
  readonly currencies: readonly { readonly currency: string; readonly coins: readonly CoinCode[] | null }[]
}

export interface ReportParts {
  readonly facts: Omit<ServiceFacts, 'database' | 'streams'>
  readonly database: { readonly kind: 'sqlite' | 'postgres'; bytes(): Promise<number | null> }
  readonly streams: { open(): number; readonly most: number }
  /** What was last seen of a coin's node; null where it has none. */
  readonly node: (coin: CoinCode) => NetworkState | null
  readonly tips: () => Promise<readonly { coin: string; height: number; at: Instant | null }[]>
  readonly prices: {
    states(): readonly SourceState[]
    refused(): readonly RefusedPair[]
    readonly pairs: number
    readonly maxAgeMs: number
  }
  readonly outbox: (now: Instant) => Promise<readonly Pending[]>
  readonly webhooks: () => Promise<WebhookQueue>
  readonly claims: () => Promise<Report['claims']>
  readonly clock: Clock
}

/** Looks at how the service stands. */
export function reporting(parts: ReportParts) {
  return async function report(): Promise<Report> {
    const at = parts.clock.now()
    const [bytes, tips, outbox, webhooks, claims] = await Promise.all([
      parts.database.bytes(),
      parts.tips(),
      parts.outbox(at),
      parts.webhooks(),
      parts.claims(),
    ])
    const { states, refused, pairs, maxAgeMs } = parts.prices
    const { open, most } = parts.streams
    return {
      at,
      facts: {
        ...parts.facts,
        database: { kind: parts.database.kind, bytes },
        streams: { open: open(), most },
      },
      nodes: [...coins.keys()].map((coin) => nodeReport(coin, parts.node(coin), tips)),
      rates: { sources: states(), maxAgeMs, refused: gathered(refused()), pairs },
      outbox,
      webhooks,
      claims,
    }
  }
}

function nodeReport(
  coin: CoinCode,
  known: NetworkState | null,
  tips: readonly { coin: string; height: number; at: Instant | null }[],
): NodeReport {
  const tip = tips.find((each) => each.coin === coin)
  const chain = { coin, height: tip?.height ?? null, tipAt: tip?.at ?? null }
  if (known === null) return { ...chain, state: 'none', reason: null, feeRate: null }
  const { readiness, feeRate } = known
  if (!readiness.ready) return { ...chain, state: 'unusable', reason: readiness.reason, feeRate }
  return { ...chain, state: feeRate === null ? 'silent' : 'usable', reason: null, feeRate }
}

/** By reason and currency: a source that is away takes hundreds of pairs with it. */
export function gathered(pairs: readonly RefusedPair[]): RefusedPairs[] {
  const reasons = Map.groupBy(pairs, ({ reason }) => reason)
  return [...reasons].map(([reason, those]) => ({
    reason,
    currencies: [...Map.groupBy(those, ({ currency }) => currency)].map(([currency, each]) => ({
      currency,
      coins: each.length === coins.size ? null : each.map(({ coin }) => coin),
    })),
  }))
}
