import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unpaidInvoice } from '../../../test/helpers/unpaid-invoice.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import { toBaseUnits } from '../../kernel/money.ts'
import type { DeliveryWithAttempts } from '../../webhooks/deliveries.ts'
import type { LoggedEvent, PaymentRecord } from './history.ts'
import { buildTimeline, type InvoiceHistory, type TimelineEntry } from './timeline.ts'

const invoice: Invoice = {
  ...unpaidInvoice,
  createdAt: 1_000,
  expiresAt: 90_000,
  quote: { snapshotId: 's', quotedAt: 5_000, expiresAt: 9_000, coins: [] },
}

const emptyHistory: InvoiceHistory = {
  invoice,
  events: [],
  payments: [],
  requestedCoins: [],
  pastQuotes: 0,
  rejection: null,
  deliveries: [],
}

const createEvent = (type: string, at: number): LoggedEvent => ({
  id: `${at}`,
  type,
  at,
  txid: null,
  payment: null,
  isVoid: false,
})

const payment: PaymentRecord = {
  id: 'p',
  coin: 'LTC',
  status: 'accepted',
  via: 'protocol',
  amount: toBaseUnits(1n),
  networkFee: null,
  snapshotId: 's',
  claimedAt: 3_000,
  acceptedAt: 3_000,
  confirmedAt: null,
  blockHeight: null,
  signalsReplacement: false,
  transactions: [{ txid: 'aa', isCurrent: true }],
}

const delivery: DeliveryWithAttempts = {
  id: 'whd',
  eventId: 'e',
  event: 'invoice.paid',
  subject: 'invoice/u',
  canBeSent: true,
  accountId: 1,
  endpointId: null,
  url: 'https://shop.example/hook',
  state: 'pending',
  hasFailed: true,
  createdAt: 3_000,
  nextAt: 8_000,
  attempts: [{ number: 1, at: 4_000, status: 500, ms: 3, error: null, responseBody: '' }],
}

const listKinds = ({ entries }: { entries: readonly TimelineEntry[] }): string[] =>
  entries.map((entry) => (entry.kind === 'event' ? entry.type : entry.kind))

test('an invoice without events still shows its creation', () => {
  assert.deepEqual(buildTimeline(emptyHistory), {
    entries: [
      { kind: 'event', type: 'invoice.created', at: 1_000, txid: null, payment: null, isVoid: false },
    ],
    omittedCount: 0,
  })
})

test('entries are sorted by time, and entries with equal times keep their order', () => {
  const timeline = buildTimeline({
    ...emptyHistory,
    events: [
      createEvent('invoice.created', 1_000),
      createEvent('payment.accepted', 3_000),
      createEvent('invoice.paid', 3_000),
    ],
    requestedCoins: [{ coin: 'LTC', address: 'a', at: 1_000 }],
    payments: [payment],
    pastQuotes: 2,
    rejection: { code: 'c', message: 'no', coin: 'LTC', members: {}, at: 2_000 },
    deliveries: [delivery],
  })
  assert.deepEqual(listKinds(timeline), [
    'invoice.created',
    'requested',
    'rejected',
    'submitted',
    'payment.accepted',
    'invoice.paid',
    'attempt',
    'requoted',
    'due',
  ])
})

test('a payment found on the network is not shown as submitted', () => {
  const found = buildTimeline({ ...emptyHistory, payments: [{ ...payment, via: 'network' }] })
  assert.deepEqual(listKinds(found), ['invoice.created'])
  const timeline = buildTimeline({ ...emptyHistory, payments: [{ ...payment, status: 'surplus' }] })
  assert.deepEqual(listKinds(timeline), ['invoice.created'])
})

test('a viewer sees no payment address', () => {
  const requestedCoins = [{ coin: 'LTC', address: 'a', at: 2_000 }]
  const [, entry] = buildTimeline({ ...emptyHistory, requestedCoins, deliveries: null }).entries
  assert.deepEqual(entry, { kind: 'requested', coin: 'LTC', address: null, at: 2_000 })
})

test('a long timeline drops its oldest entries, but keeps the creation', () => {
  const attempts = Array.from({ length: 300 }, (_, index) => ({
    number: index + 1,
    at: 2_000 + index,
    status: 500,
    ms: 1,
    error: null,
    responseBody: null,
  }))
  const timeline = buildTimeline({ ...emptyHistory, deliveries: [{ ...delivery, nextAt: null, attempts }] })
  assert.deepEqual([timeline.entries.length, timeline.omittedCount], [200, 101])
  assert.equal(timeline.entries[0]?.kind, 'event')
  assert.equal(timeline.entries[1]?.at, 2_101)
  assert.equal(timeline.entries.at(-1)?.at, 2_299)
})
