import { type Clock, type Instant, second } from '../kernel/clock.ts'
import { defineMetricGroup, type MetricGroup, type Sample } from './metric-group.ts'

/** Sources of the metrics: each is read only during a scrape. */
interface Sources {
  readonly clock: Clock
  /** Pending events of each queued transport. */
  listPendingEvents(now: Instant): Promise<readonly PendingEvents[]>
  /** The number of events of each type that a transport has returned since the start. */
  listReturnedEvents(): readonly ReturnedEvents[]
  countWebhooks(): Promise<WebhookCounts>
  countOpenClaims(): Promise<OpenClaims>
  listRateAges(): readonly { readonly source: string; readonly pair: string; readonly seconds: number }[]
  /** The coins that have a node. */
  listNodes(): readonly NodeState[]
  countOpenStreams(): number
}

interface PendingEvents {
  readonly transport: string
  readonly pending: number
  readonly failing: number
  readonly oldest_seconds: number | null
}

interface ReturnedEvents {
  readonly transport: string
  readonly type: string
  readonly count: number
}

interface WebhookCounts {
  /** Deliveries that will be sent or retried. */
  readonly pending: number
  /** Pending deliveries that have failed before. */
  readonly failing: number
  /** Abandoned, and not pruned yet. */
  readonly exhausted: number
}

interface OpenClaims {
  readonly count: number
  /** Time of the oldest open claim; null when there is none. */
  readonly oldest: Instant | null
}

interface NodeState {
  readonly coin: string
  readonly isUsable: boolean
  /** Height of the newest followed block; null before the first. */
  readonly tipHeight: number | null
}

/** The service's metrics by group: a failure in one group does not affect the others. */
export const createServiceGroups = (sources: Sources): readonly MetricGroup[] => [
  createOutboxGroup(sources),
  createReturnedGroup(sources),
  createWebhookGroup(sources),
  createClaimGroup(sources),
  createRateGroup(sources),
  createNodeGroup(sources),
  createStreamGroup(sources),
]

const createOutboxGroup = ({ listPendingEvents, clock }: Sources) =>
  defineMetricGroup({
    description: 'the outbox',
    needsDatabase: true,
    metrics: {
      quittance_outbox_pending_events: {
        help: 'Events that a transport still has to deliver.',
        labels: ['transport'],
      },
      quittance_outbox_failing_events: {
        help: 'Pending events with a failed attempt.',
        labels: ['transport'],
      },
      quittance_outbox_oldest_pending_seconds: {
        help: 'Age of the oldest pending event; 0 if none is waiting.',
        labels: ['transport'],
      },
    },
    read: async () =>
      (await listPendingEvents(clock.now())).flatMap(({ transport, pending, failing, oldest_seconds }) => {
        const labels = { transport }
        // A pending event that was pruned manually has no age.
        const age = pending === 0 ? 0 : oldest_seconds
        return [
          { metric: 'quittance_outbox_pending_events', labels, value: pending },
          { metric: 'quittance_outbox_failing_events', labels, value: failing },
          ...createOptionalSample('quittance_outbox_oldest_pending_seconds', labels, age),
        ]
      }),
  })

const createReturnedGroup = ({ listReturnedEvents }: Sources) =>
  defineMetricGroup({
    description: 'returned events',
    needsDatabase: false,
    metrics: {
      quittance_events_returned_total: {
        help: 'Events that a broker returned because no queue is bound to their type.',
        labels: ['transport', 'type'],
        isCounter: true,
      },
    },
    read: async () =>
      listReturnedEvents().map(({ count, ...labels }) => ({
        metric: 'quittance_events_returned_total',
        labels,
        value: count,
      })),
  })

const createWebhookGroup = ({ countWebhooks }: Sources) =>
  defineMetricGroup({
    description: 'webhooks',
    needsDatabase: true,
    metrics: {
      quittance_webhook_deliveries_pending: {
        help: 'Deliveries that will be sent or retried.',
      },
      quittance_webhook_deliveries_failing: {
        help: 'Pending deliveries that have failed before.',
      },
      quittance_webhook_deliveries_exhausted: {
        help: 'Abandoned deliveries, until they are redelivered by hand or pruned.',
      },
    },
    async read() {
      const { pending, failing, exhausted } = await countWebhooks()
      return [
        { metric: 'quittance_webhook_deliveries_pending', value: pending },
        { metric: 'quittance_webhook_deliveries_failing', value: failing },
        { metric: 'quittance_webhook_deliveries_exhausted', value: exhausted },
      ]
    },
  })

const createClaimGroup = ({ countOpenClaims, clock }: Sources) =>
  defineMetricGroup({
    description: 'claims',
    needsDatabase: true,
    metrics: {
      quittance_claims_standing: {
        help: 'Claims whose outcome is not known yet.',
      },
      quittance_claims_oldest_seconds: { help: 'Age of the oldest such claim; 0 if there is none.' },
    },
    async read() {
      const { count, oldest } = await countOpenClaims()
      const age = oldest === null ? 0 : Math.max(0, (clock.now() - oldest) / second)
      return [
        { metric: 'quittance_claims_standing', value: count },
        { metric: 'quittance_claims_oldest_seconds', value: age },
      ]
    },
  })

const createRateGroup = ({ listRateAges }: Sources) =>
  defineMetricGroup({
    description: 'rates',
    needsDatabase: false,
    metrics: {
      quittance_rate_age_seconds: {
        help: 'Age of the last rate from a source.',
        labels: ['source', 'coin', 'currency'],
      },
    },
    read: async () =>
      listRateAges().map(({ source, pair, seconds }) => {
        const [coin = '', currency = ''] = pair.split('/')
        return { metric: 'quittance_rate_age_seconds', labels: { source, coin, currency }, value: seconds }
      }),
  })

const createNodeGroup = ({ listNodes }: Sources) =>
  defineMetricGroup({
    description: 'nodes',
    needsDatabase: false,
    metrics: {
      quittance_node_usable: {
        help: '1 while the node of a coin is usable, otherwise 0.',
        labels: ['coin'],
      },
      quittance_node_tip_height: {
        help: 'Height of the newest followed block.',
        labels: ['coin'],
      },
    },
    read: async () =>
      listNodes().flatMap(({ coin, isUsable, tipHeight }) => [
        { metric: 'quittance_node_usable', labels: { coin }, value: isUsable ? 1 : 0 },
        ...createOptionalSample('quittance_node_tip_height', { coin }, tipHeight),
      ]),
  })

const createStreamGroup = ({ countOpenStreams }: Sources) =>
  defineMetricGroup({
    description: 'streams',
    needsDatabase: false,
    metrics: {
      quittance_event_streams_open: { help: 'Open sockets and event streams.' },
    },
    read: async () => [{ metric: 'quittance_event_streams_open', value: countOpenStreams() }],
  })

/** An unknown value is omitted: 0 would be wrong. */
const createOptionalSample = <Name extends string>(
  metric: Name,
  labels: Readonly<Record<string, string>>,
  value: number | null,
): Sample<Name>[] => (value === null ? [] : [{ metric, labels, value }])
