import type { SchemaDialect } from '../migration.ts'

/**
 * Events that each queued transport still has to deliver. `failing`: the first failed event of a subject. `behind`: its later events. Both
 * are excluded from the `queued` index.
 */
export const outbox = ({ text }: SchemaDialect): readonly string[] => [
  `create table outbox (
    transport ${text} not null,
    event_id ${text} not null,
    subject ${text} not null,
    sequence bigint not null,
    state ${text} not null check (state in ('queued', 'failing', 'behind', 'delivered')),
    attempts integer not null default 0,
    next_at timestamptz,
    lease_until timestamptz,
    last_error ${text},
    delivered_at timestamptz,
    primary key (transport, event_id)
  )`,
  `create index outbox_queued on outbox (transport, event_id) where state = 'queued'`,
  `create index outbox_failing on outbox (transport, next_at) where state = 'failing'`,
  `create index outbox_pending on outbox (transport, subject, sequence, event_id) where state <> 'delivered'`,

  // Locked while rows of its transport are claimed or settled: one process after another.
  `create table outbox_transports (
    transport ${text} primary key,
    obstacle ${text},
    obstacle_since timestamptz
  )`,
]
