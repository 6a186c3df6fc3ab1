import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getMinUid } from '../../src/kernel/ids.ts'
import { fileScope } from '../helpers/databases.ts'
import { type Damage, openDamageFixture } from './damage-fixture.ts'

const { paid, diagnoseDamage, testDamages } = await openDamageFixture(fileScope)

const getId = (type: string): string => `(select id from events where type = '${type}')`

const longAgo = '2001-01-02T00:00:00.000Z'
/** The id that the event would have had at that time. */
const backdatedId = (column: string): string =>
  `'evt_${getMinUid(Date.parse(longAgo))}' || substr(${column}, 15)`

const noDeliveries = [
  'delete from webhook_attempts where delivery_id in (select id from webhook_deliveries where endpoint_id is null)',
  'delete from webhook_deliveries where endpoint_id is null',
]

/** Deliveries of the first event only. */
const firstDeliveries = [
  ...noDeliveries,
  `delete from webhook_attempts where delivery_id in (
    select id from webhook_deliveries where event_id <> (select id from events where position = 1))`,
  'delete from webhook_deliveries where event_id <> (select id from events where position = 1)',
]

const backlogAt = (position: string): string =>
  `insert into webhook_backlogs (account_id, position) select account_id, ${position} from events where position = 1`

const sound: readonly (readonly [what: string, () => readonly string[]])[] = [
  [
    'the beginning of the log was pruned',
    () => ['delete from events where position <= 3', 'update event_clock set pruned = 3'],
  ],
  ['no transport was queued while events were written', () => ['delete from outbox']],
  [
    'an event fails, and later ones of its subject wait behind it',
    () => [
      `update outbox set state = 'behind' where subject = 'invoice/${paid}'`,
      `update outbox set state = 'failing', attempts = 1, next_at = '2026-01-01T00:00:00.000Z', last_error = 'refused'
        where subject = 'invoice/${paid}' and sequence = 1`,
    ],
  ],
  [
    'a failing event was pruned, and its transport is no longer named',
    () => [
      `update outbox set state = 'behind' where subject = 'invoice/${paid}'`,
      `delete from outbox where subject = 'invoice/${paid}' and sequence = 1`,
      'delete from events where position = 1',
      'update event_clock set pruned = 1',
    ],
  ],
  [
    'webhooks have not reached the end of the log',
    () => ['update log_readers set position = 3', ...firstDeliveries],
  ],
  ['the webhooks of one account are behind those of the others', () => [backlogAt('3'), ...firstDeliveries]],
  [
    'an invoice was paid before webhooks existed',
    () => [...noDeliveries, `update migrations set applied_at = '2100-01-01T00:00:00.000Z'`],
  ],
  [
    'an old delivery is deleted',
    () => [
      'delete from webhook_attempts',
      'delete from webhook_deliveries',
      'delete from webhook_messages',
      `update migrations set applied_at = '2001-01-01T00:00:00.000Z'`,
      `update events set time = '${longAgo}', id = ${backdatedId('id')}`,
      `update outbox set event_id = ${backdatedId('event_id')}`,
    ],
  ],
]

for (const [what, statements] of sound) {
  test(`I6: the doctor accepts that ${what}`, async () => {
    assert.deepEqual(await diagnoseDamage(...statements()), { ok: true, violations: [] })
  })
}

testDamages([
  ['I7 the sequence', 'an event is missing', () => [`delete from events where type = 'payment.accepted'`]],
  [
    'I7 an invoice has as many',
    'the last event is missing',
    () => [`delete from events where type = 'invoice.paid'`],
  ],
  [
    'I7 positions',
    'two events are swapped',
    () => [
      `update events set position = -1 where type = 'payment.accepted'`,
      `update events set position = 3 where position = 4`,
    ],
  ],
  ['I7 positions', 'an event is beyond the clock', () => ['update event_clock set last = 0']],
  [
    'I11',
    'an event is in another stream',
    () => [`update events set account_id = account_id + 1 where type = 'invoice.paid'`],
  ],
  [
    'I6 each event is covered',
    'events belong to no root',
    () => [
      `insert into anchors (coin, first_position, last_position, events, root, leaves, created_at, status, txid, hex, fee)
        values ('LTC', 2, 3, 2, '', '', '2026-01-01T00:00:00.000Z', 'sent', '', '', 0)`,
    ],
  ],
  [
    'I6 each outbox row',
    'a row has the position of another event',
    () => [`update outbox set sequence = sequence + 1 where event_id = ${getId('invoice.paid')}`],
  ],
  [
    'I6 each outbox row',
    'a pending event is missing',
    () => [`delete from events where type = 'invoice.paid'`],
  ],
  [
    'I6 each outbox row',
    'an event was pruned from the middle of the log',
    () => [`delete from events where type = 'payment.accepted'`, 'update event_clock set pruned = 1'],
  ],
  ...[
    'payment.accepted',
    'invoice.paid',
    'account.linked',
    'account.link.created',
    'account.link.received',
    'account.link.removed',
    'account.link.outbound.removed',
    'account.link.inbound.removed',
  ].map(
    (type): Damage => [
      'I6 events of one transaction',
      `${type} is queued for no transport, while an event of its transaction is`,
      () => [`delete from outbox where event_id = ${getId(type)}`],
    ],
  ),
  [
    'I6 a delivered outbox row',
    'a delivered event has no delivery time',
    () => [`update outbox set state = 'delivered'`],
  ],
  [
    'I6 a delivered outbox row',
    'a failed event is never retried',
    () => [`update outbox set state = 'failing', attempts = 1, last_error = 'refused'`],
  ],
  [
    'I6 an event is held back',
    'an event waits behind nothing',
    () => [
      `update outbox set state = 'behind' where event_id = ${getId('payment.accepted')}`,
      `update outbox set state = 'delivered', delivered_at = '2026-01-01T00:00:00.000Z' where subject = 'invoice/${paid}' and sequence = 1`,
    ],
  ],
  ['I6 an invoice’s webhook_url', 'it has no delivery', () => noDeliveries],
  [
    'I6 an invoice’s webhook_url',
    'it has two deliveries',
    () => [
      `insert into webhook_deliveries (id, event_id, account_id, url, receiver, state, created_at, next_at, attempts, tries, failed)
        select 'twin', event_id, account_id, url, 'twin', state, created_at, next_at, attempts, tries, failed
        from webhook_deliveries where endpoint_id is null`,
    ],
  ],
  [
    'I6 an invoice’s webhook_url',
    'another URL has the delivery',
    () => [`update webhook_deliveries set url = 'http://127.0.0.1:1/other' where endpoint_id is null`],
  ],
  [
    'I6 a delivery has an event',
    'it belongs to another account',
    () => [`update webhook_deliveries set account_id = account_id + 1 where endpoint_id is not null`],
  ],
  [
    'I6 a delivery has an event',
    'its event is missing',
    () => [`delete from events where type = 'invoice.paid'`],
  ],
  [
    'I6 a delivery has an event',
    'its event was not fanned out yet',
    () => ['update log_readers set position = 3'],
  ],
  ['I6 a delivery has an event', 'its event is in a backlog', () => [backlogAt('3')]],
  [
    'I6 no account’s webhooks',
    'future events of an account are skipped',
    () => [backlogAt('(select last + 1 from event_clock)')],
  ],
  ['I6 no reader', 'future events are skipped', () => ['update log_readers set position = position + 1']],
])
