import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStores } from '../../src/composition/stores.ts'
import type { EventType } from '../../src/events/event.ts'
import { createManualClock, second } from '../../src/kernel/clock.ts'
import { blockedUntil } from '../../src/webhooks/order.ts'
import { recordOutcome } from '../../src/webhooks/record.ts'
import type { AttemptOutcome, ClaimedDelivery } from '../../src/webhooks/webhook.ts'
import { testedKind } from '../helpers/databases.ts'
import { type Chance, createSeededRandom } from '../helpers/seeded.ts'
import { openWebhookFixture } from '../webhooks/fixture.ts'

/** The rules are the same on PostgreSQL, and slower to test. */
const schedules = testedKind === 'sqlite' ? 200 : 20
const leaseMs = 8 * second
/** Below the ten attempts after which a delivery is abandoned. */
const maxFailures = 4

type Status = 'New' | 'Processing' | 'Settled' | 'Expired' | 'Invalid'

interface Change {
  readonly types: readonly EventType[]
  readonly status: Status
  readonly isSettled?: true
}

const created: Change = { types: ['invoice.created'], status: 'New' }
const paid: Change = { types: ['payment.accepted', 'invoice.paid'], status: 'Processing' }
const confirmed: Change = { types: ['payment.confirmed'], status: 'Settled', isSettled: true }
const expired: Change = { types: ['invoice.expired'], status: 'Expired' }
const cancelled: Change = { types: ['invoice.cancelled'], status: 'Invalid' }
const reversed: Change = { types: ['invoice.reversed'], status: 'Invalid' }
const restored: Change = { types: ['invoice.restored'], status: 'Processing' }
const restoredSettled: Change = { types: ['invoice.restored'], status: 'Settled', isSettled: true }

/** Lives of an invoice. */
const histories: readonly (readonly Change[])[] = [
  [created],
  [created, expired],
  [created, cancelled],
  [created, paid],
  [created, paid, confirmed],
  [created, expired, paid],
  [created, expired, paid, confirmed],
  [created, paid, reversed],
  [created, paid, reversed, restored],
  [created, paid, reversed, restored, confirmed],
  [created, paid, confirmed, reversed, restoredSettled],
  [created, paid, confirmed, reversed],
  [created, expired, paid, reversed, restored, confirmed],
]

interface ShopEvent {
  readonly type: string
  readonly deliveryId: string
  readonly invoiceId: string
  readonly afterExpiration?: boolean
}

interface Order {
  state: string
  receive(event: ShopEvent, status: Status): void
}

const wooStates: Readonly<Record<Status, string>> = {
  New: 'pending',
  Processing: 'on-hold',
  Settled: 'completed',
  Expired: 'cancelled',
  Invalid: 'failed',
}

/** WooCommerce sets the order's state from each event as it arrives, without calling the API. */
function createWooOrder(): Order {
  const order: Order = { state: wooStates.New, receive }
  return order

  function receive({ type, afterExpiration = false }: ShopEvent) {
    if (type === 'InvoiceReceivedPayment' && afterExpiration) order.state = wooStates.Processing
    const [, name] = /^Invoice(Processing|Settled|Expired|Invalid)$/.exec(type) ?? []
    if (name !== undefined) order.state = wooStates[name as Status]
  }
}

/** WHMCS reads the invoice after each event but the first. */
function createWhmcsOrder(): Order {
  const order: Order = { state: 'New', receive }
  return order

  function receive({ type }: ShopEvent, status: Status) {
    if (type !== 'InvoiceCreated') order.state = status
  }
}

const answered: AttemptOutcome = { kind: 'response', status: 200, responseBody: '', retryAfter: null, ms: 1 }
const failures: readonly AttemptOutcome[] = [
  { ...answered, status: 500 },
  { kind: 'no_response', error: { code: 'timeout', detail: null }, ms: 1 },
  { kind: 'interrupted', error: { code: 'interrupted', detail: null }, ms: 1 },
]

test(`the orders of WooCommerce and WHMCS end as their invoices, in ${schedules} schedules of failing receivers and crashing senders`, async (t) => {
  const clock = createManualClock(Date.parse('2026-11-26T10:00:00.000Z'))
  const shop = await openWebhookFixture(t, { clock })
  const [woo, whmcs] = [await addWebhook('woo'), await addWebhook('whmcs')]
  const read = createStores(shop.database.read)
  const counts = { crashes: 0, failures: 0, repeated: 0 }
  for (let seed = 1; seed <= schedules; seed++) {
    const status = await runSchedule(seed)
    await assertNothingPending(`seed ${seed}`)
    assert.equal(status.orders.get(woo)?.state, wooStates[status.last], `WooCommerce, seed ${seed}`)
    assert.equal(
      status.orders.get(whmcs)?.state,
      status.history.length === 1 ? 'New' : status.last,
      `WHMCS, seed ${seed}`,
    )
  }
  for (const [name, count] of Object.entries(counts)) assert.ok(count > schedules / 4, `${name}: ${count}`)

  async function addWebhook(name: string): Promise<string> {
    const greenfield = { tokenId: 'a-token', events: null, automaticRedelivery: true }
    const settings = {
      url: `https://${name}.example/hook`,
      types: [],
      description: null,
      enabled: true,
      greenfield,
    }
    return (await shop.endpoints.create(shop.by, settings)).endpoint.id
  }

  /** Writes the events of one invoice, while senders send, fail and crash; then lets the rest arrive. */
  async function runSchedule(seed: number) {
    const chance = createSeededRandom(seed)
    const invoice = `invoice-${seed}`
    const history = chance.pick(histories)
    const orders = new Map([
      [woo, createWooOrder()],
      [whmcs, createWhmcsOrder()],
    ])
    const badLuck = new Map<string, number>()
    const seen = new Set<string>()
    let sending: ClaimedDelivery[] = []
    let [written, sequence, last]: [number, number, Status] = [0, 0, 'New']
    for (;;) {
      const isWritten = written === history.length
      const action = chance.between(0, 9)
      if (action < 2 && !isWritten) await write(history[written++] ?? created)
      else if (action < 3) await shop.fanOut()
      else if (action < 5) await claim()
      else if (sending.length > 0) await finish(takeOne(chance), chance)
      else if (chance.happens(0.5)) clock.advance(chance.between(0, 3) * second)
      else if (!(await skipToNext()) && isWritten && (await shop.fanOut()) === 0) break
    }
    return { orders, history, last }

    async function write({ types, status, isSettled }: Change): Promise<void> {
      const at = '2026-11-26T10:00:00.000Z'
      const payment = { currency: 'BTC', amount: '1', txid: 'ab', confirmed_at: isSettled ? at : null }
      for (const type of types)
        await shop.append(
          type,
          { invoice: { metadata: {}, payment }, payment },
          { invoice, sequence: ++sequence },
        )
      last = status
    }

    async function claim(): Promise<void> {
      const due = await read.webhookDeliveries.listDueReceivers(clock.now())
      const allocation = new Map(due.map(({ receiver }) => [receiver, 40]))
      if (allocation.size === 0) return
      const until = clock.now() + leaseMs
      sending.push(
        ...(await shop.transact(({ webhookDeliveries }) =>
          webhookDeliveries.claim(allocation, clock.now(), until),
        )),
      )
      const subjects = sending.map(({ receiver, subject }) => `${receiver} ${subject}`)
      assert.equal(new Set(subjects).size, subjects.length, 'two at a time to one receiver')
    }

    function takeOne(by: Chance): ClaimedDelivery {
      const delivery = by.pick(sending)
      sending = sending.filter((each) => each !== delivery)
      return delivery
    }

    /** The receiver may have processed the event although the sender doesn't get, or record, the response. */
    async function finish(delivery: ClaimedDelivery, by: Chance): Promise<void> {
      const isUnlucky = by.happens(0.35) && (badLuck.get(delivery.id) ?? 0) < maxFailures
      if (!isUnlucky || by.happens(0.5)) await receive(delivery)
      if (isUnlucky) badLuck.set(delivery.id, (badLuck.get(delivery.id) ?? 0) + 1)
      if (isUnlucky && by.happens(0.4)) {
        counts.crashes++
        return
      }
      if (isUnlucky) counts.failures++
      const outcome = isUnlucky ? by.pick(failures) : answered
      await shop.transact((stores) =>
        recordOutcome(stores, delivery, outcome, { now: clock.now(), random: by.getNext() }),
      )
    }

    async function receive({ id, number, receiver }: ClaimedDelivery): Promise<void> {
      const event = JSON.parse(await shop.deliveries.getBody(shop.accountId, id, number)) as ShopEvent
      assert.equal(event.invoiceId, invoice)
      if (seen.has(id)) counts.repeated++
      seen.add(id)
      orders.get(receiver)?.receive(event, last)
    }
  }

  /** Advances the clock to the next attempt. False if none is planned. */
  async function skipToNext(): Promise<boolean> {
    const rows = await pendingTimes()
    const next = Math.min(...rows.filter((at) => at < blockedUntil))
    if (!Number.isFinite(next)) return false
    clock.advance(Math.max(0, next - clock.now()))
    return true
  }

  async function pendingTimes(): Promise<number[]> {
    const rows = await shop.database.read.query
      .selectFrom('webhook_deliveries')
      .where('state', '=', 'pending')
      .select('next_at')
      .execute()
    return rows.map(({ next_at }) => Date.parse(next_at ?? ''))
  }

  async function assertNothingPending(message: string): Promise<void> {
    assert.deepEqual(await pendingTimes(), [], message)
  }
})
