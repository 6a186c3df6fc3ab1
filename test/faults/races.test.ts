import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { coins } from '../../src/coins/index.ts'
import { second } from '../../src/kernel/clock.ts'
import type { FailpointName } from '../../src/kernel/failpoint.ts'
import { wholeFile } from '../helpers/databases.ts'
import { underLoad } from '../helpers/load-factor.ts'
import { assertPaymentRefused, type Bill, startPaying } from '../helpers/paying.ts'
import { type Chance, seededFor, seedOfRun } from '../helpers/seeded.ts'
import { type Reply, type Service, startService } from '../helpers/service.ts'
import { shiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'

// Several services on one database, like processes; each pauses at another step of a payment. SEED= repeats a run as far as possible.

const rounds = 50
const schedules = 100
/** Prepared together: the test is about the race, not about load. */
const atOnce = 10
/** The interval between the ends of invoices that are raced together. */
const spreadMs = 5_000
const seed = seedOfRun()
const seeded = seededFor(seed)
process.stderr.write(`races, SEED=${seed}\n`)

const clock = shiftedClock()
const service = await startPaying(wholeFile, { clock })
const { bill, payer, pool, statusOf, eventsOf, assertAccepted, assertPaid } = service
const lingering = (place: FailpointName, ms: number) =>
  startService(wholeFile, {
    clock,
    beside: service.storage,
    config: { failpoint: { name: place, action: { kind: 'sleep', ms } } },
  })
/** Longer than the sweep that writes `expired` waits between two rounds. */
const slowMs = 2_500
const processes: readonly Service[] = [
  service,
  await lingering('payment.verified', 20),
  await lingering('payment.claimed', 20),
  await lingering('payment.sent', 20),
]
const slowToClaim = await lingering('payment.verified', slowMs)

function pay(process: Service, { uid, coin }: Bill, { hex }: Signed): Promise<Reply> {
  const body = { currency: coin, transactions: [hex] }
  return process.request(`/payments/json/${coin}/${uid}`, { method: 'POST', token: null, body })
}

/** Retries while another payment is in progress. */
async function payInTheEnd(process: Service, due: Bill, signed: Signed): Promise<Reply> {
  for (;;) {
    const reply = await pay(process, due, signed)
    // A database under load may not respond in time: the outcome is unknown, and a wallet retries.
    if (!['payment_in_flight', 'unavailable'].includes(String(reply.json.code))) return reply
  }
}

test(`two concurrent transactions for one invoice, ${rounds} times: one success, the other invoice_paid and never broadcast`, async () => {
  const random = seeded('two transactions')
  const won = [0, 0]
  for (let round = 0; round < rounds; round++) {
    const coin = random.pick([...coins.keys()])
    const due = await bill(coin)
    const wallet = await payer(coin, coin === 'DOGE' ? ['100', '100'] : ['1', '1'])
    const both = wallet.unspent.map((input) => wallet.pay(due, { inputs: [input] }))
    const replies = await Promise.all(both.map((signed) => payInTheEnd(random.pick(processes), due, signed)))
    const place = replies.findIndex(({ status }) => status === 200)
    const [winner, loser] = place === 0 ? both : both.toReversed()
    if (!winner || !loser) throw new Error('two were signed')
    won[place] = (won[place] ?? 0) + 1
    assertAccepted(replies[place] ?? assert.fail(), [winner])
    assertPaymentRefused(replies[1 - place] ?? assert.fail(), 'invoice_paid')
    const held = await pool(coin)
    assert.ok(held.includes(winner.txid) && !held.includes(loser.txid))
    await assertPaid(due, [winner])
  }
  assert.ok(Math.min(...won) > 0, 'there was no race')
})

/** Fails unless it ended in exactly one of two ways; returns which. */
async function assertOneEnd(due: Bill, signed: Signed, reply: Reply, refused: 'cancelled' | 'expired') {
  const status = await statusOf(due.uid)
  if (status === 'paid') {
    assertAccepted(reply, [signed])
    await assertPaid(due, [signed])
  } else {
    assert.equal(status, refused)
    // After the end and before a sweep, the error is an expired price.
    const isQuote = reply.json.code === 'quote_expired'
    assertPaymentRefused(reply, isQuote ? 'quote_expired' : `invoice_${refused}`)
    assert.ok(!(await pool(due.coin)).includes(signed.txid), 'nothing is broadcast')
  }
  const events = (await eventsOf(due.uid)).filter((type) => type.startsWith('invoice.'))
  assert.deepEqual(events, ['invoice.created', `invoice.${status}`])
  return status
}

test(`cancelling races a payment, ${schedules} schedules, both orders: paid or cancelled, never both`, async () => {
  const ends = { paid: 0, cancelled: 0 }
  // A payment takes longer on a busy machine: cancelling starts at any point within it.
  const slowdown = Math.max(1, (await timeOfPayment()) / 40)
  for (let number = 0; number < schedules; number++) {
    const random = seeded(`cancel ${number}`)
    const { due, signed } = await prepared(random)
    const late = random.between(0, 60) * slowdown
    const cancel = async () => {
      await sleep(number % 2 === 0 ? late : 0)
      return random.pick(processes).request(`/invoices/${due.uid}`, { method: 'DELETE' })
    }
    const submit = async () => {
      await sleep(number % 2 === 0 ? 0 : late / 4)
      return payInTheEnd(random.pick(processes), due, signed)
    }
    const [cancelled, reply] = await Promise.all([cancel(), submit()])
    const end = await assertOneEnd(due, signed, reply, 'cancelled')
    assert.deepEqual(
      [cancelled.status, cancelled.json.code],
      end === 'paid' ? [409, 'invoice_not_cancellable'] : [200, undefined],
    )
    ends[end as keyof typeof ends]++
  }
  assertBoth(ends)
})

/** The median of five, in milliseconds. */
async function timeOfPayment(): Promise<number> {
  const times: number[] = []
  for (const process of [...processes, service]) {
    const { due, signed } = await prepared(seeded(`time ${times.length}`))
    const since = performance.now()
    assertAccepted(await payInTheEnd(process, due, signed), [signed])
    times.push(performance.now() - since)
  }
  return times.sort((a, b) => a - b)[2] ?? 0
}

/** Each side has won some races. */
function assertBoth(ends: Readonly<Record<string, number>>): void {
  process.stderr.write(`${JSON.stringify(ends)}\n`)
  assert.ok(Math.min(...Object.values(ends)) >= schedules / 20, 'it was no race')
}

async function prepared(random: Chance, body: Readonly<Record<string, unknown>> = {}) {
  const coin = random.pick(['LTC', 'BCH', 'DOGE', 'BSV'])
  const due = await bill(coin, body)
  return { due, signed: (await payer(coin)).pay(due) }
}

test(`expiry races a payment, ${schedules} schedules, both orders: paid or expired, never both`, async () => {
  const firstEnd = clock.now() + 300 * second
  // A hundred concurrent payments arrive later than they started, more so on a busy machine: some start earlier by that much.
  const slowdown = Math.max((await timeOfPayment()) / 40, underLoad(100) / 100)
  const prepare = async (number: number) => {
    const random = seeded(`expiry ${number}`)
    const end = firstEnd + random.between(0, spreadMs)
    const { due, signed } = await prepared(random, { expires_in: Math.round((end - clock.now()) / second) })
    const { expires_at } = (await service.getInvoice(due.uid)).invoice
    // From then on a sweep writes it, within two seconds.
    const over = Date.parse(expires_at) + service.config.graceMs
    return { due, signed, claimed: over + random.between(-600 * slowdown, 2_000) }
  }
  const all: Awaited<ReturnType<typeof prepare>>[] = []
  for (let number = 0; number < schedules; number += atOnce)
    all.push(...(await Promise.all(Array.from({ length: atOnce }, (_, place) => prepare(number + place)))))
  const first = Math.min(...all.map(({ claimed }) => claimed))
  clock.advance(first - slowMs - second - clock.now())
  const replies = await Promise.all(
    all.map(async ({ due, signed, claimed }) => {
      await sleep(claimed - slowMs - clock.now())
      return payInTheEnd(slowToClaim, due, signed)
    }),
  )
  const ends = { paid: 0, expired: 0 }
  for (const [place, { due, signed }] of all.entries()) {
    const reply = replies[place] ?? assert.fail()
    // The sweep may be a moment late.
    await until(async () => (await statusOf(due.uid)) !== 'unpaid')
    const end = await assertOneEnd(due, signed, reply, 'expired')
    ends[end as keyof typeof ends]++
  }
  assertBoth(ends)
})
