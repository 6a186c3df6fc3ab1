import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { coins } from '../../src/coins/index.ts'
import { second } from '../../src/kernel/clock.ts'
import type { FailpointName } from '../../src/kernel/failpoint.ts'
import { fileScope } from '../helpers/databases.ts'
import { scaleToLoad } from '../helpers/load-factor.ts'
import { assertPaymentRejected, type Bill, startPaying } from '../helpers/paying.ts'
import { type Chance, createNamedRandoms, readSeed } from '../helpers/seeded.ts'
import { type Reply, type Service, startService } from '../helpers/service.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'

// Several services on one database, like processes; each pauses at another step of a payment. SEED= repeats a run as far as possible.

const rounds = 50
const schedules = 50
/** Prepared together: the test is about the race, not about load. */
const atOnce = 10
/** The interval between the ends of invoices that are raced together. */
const spreadMs = 5_000
const seed = readSeed()
const createRandom = createNamedRandoms(seed)
process.stderr.write(`races, SEED=${seed}\n`)

const clock = createShiftedClock()
const service = await startPaying(fileScope, { clock })
const { createBill, payer, listMempool, readStatus, listEvents, assertAccepted, assertPaid } = service
const startSlowProcess = (failpoint: FailpointName, ms: number) =>
  startService(fileScope, {
    clock,
    sharedStorage: service.storage,
    config: { failpoint: { name: failpoint, action: { kind: 'sleep', ms } } },
  })
/** Longer than the sweep that writes `expired` waits between two rounds. */
const slowMs = 2_500
const processes: readonly Service[] = [
  service,
  await startSlowProcess('payment.verified', 20),
  await startSlowProcess('payment.claimed', 20),
  await startSlowProcess('payment.sent', 20),
]
const slowToClaim = await startSlowProcess('payment.verified', slowMs)

function pay(process: Service, { uid, coin }: Bill, { hex }: Signed): Promise<Reply> {
  const body = { currency: coin, transactions: [hex] }
  return process.request(`/payments/json/${coin}/${uid}`, { method: 'POST', token: null, body })
}

/** Retries while another payment is in progress. */
async function payWithRetries(process: Service, bill: Bill, signed: Signed): Promise<Reply> {
  for (;;) {
    const reply = await pay(process, bill, signed)
    // A database or a node under load may not respond in time: a wallet retries.
    if (reply.json.retryable !== true) return reply
  }
}

test(`two concurrent transactions for one invoice, ${rounds} times: one success, the other invoice_paid and never broadcast`, async () => {
  const random = createRandom('two transactions')
  const won = [0, 0]
  for (let round = 0; round < rounds; round++) {
    const coin = random.pick([...coins.keys()])
    const bill = await createBill(coin)
    const wallet = await payer(coin, coin === 'DOGE' ? ['100', '100'] : ['1', '1'])
    const both = wallet.utxos.map((input) => wallet.pay(bill, { inputs: [input] }))
    const replies = await Promise.all(
      both.map((signed) => payWithRetries(random.pick(processes), bill, signed)),
    )
    const index = replies.findIndex(({ status }) => status === 200)
    const [winner, loser] = index === 0 ? both : both.toReversed()
    if (!winner || !loser) throw new Error('two were signed')
    won[index] = (won[index] ?? 0) + 1
    assertAccepted(replies[index] ?? assert.fail(), [winner])
    assertPaymentRejected(replies[1 - index] ?? assert.fail(), 'invoice_paid')
    const txids = await listMempool(coin)
    assert.ok(txids.includes(winner.txid) && !txids.includes(loser.txid))
    await assertPaid(bill, [winner])
  }
  assert.ok(Math.min(...won) > 0, 'there was no race')
})

/** Fails unless it ended in exactly one of two ways; returns which. */
async function assertOneEnd(bill: Bill, signed: Signed, reply: Reply, rejected: 'cancelled' | 'expired') {
  const status = await readStatus(bill.uid)
  if (status === 'paid') {
    assertAccepted(reply, [signed])
    await assertPaid(bill, [signed])
  } else {
    assert.equal(status, rejected)
    // After the end and before a sweep, the error is an expired price.
    const isQuote = reply.json.code === 'quote_expired'
    assertPaymentRejected(reply, isQuote ? 'quote_expired' : `invoice_${rejected}`)
    assert.ok(!(await listMempool(bill.coin)).includes(signed.txid), 'nothing is broadcast')
  }
  const events = (await listEvents(bill.uid)).filter((type) => type.startsWith('invoice.'))
  assert.deepEqual(events, ['invoice.created', `invoice.${status}`])
  return status
}

test(`cancelling races a payment, ${schedules} schedules, both orders: paid or cancelled, never both`, async () => {
  const ends = { paid: 0, cancelled: 0 }
  // A payment takes longer on a busy machine: cancelling starts at any point within it.
  const slowdown = Math.max(1, (await timeOfPayment()) / 40)
  for (let number = 0; number < schedules; number++) {
    const random = createRandom(`cancel ${number}`)
    const { bill, signed } = await preparePayment(random)
    const late = random.between(0, 60) * slowdown
    const cancel = async () => {
      await sleep(number % 2 === 0 ? late : 0)
      return random.pick(processes).request(`/invoices/${bill.uid}`, { method: 'DELETE' })
    }
    const submit = async () => {
      await sleep(number % 2 === 0 ? 0 : late / 4)
      return payWithRetries(random.pick(processes), bill, signed)
    }
    const [cancelled, reply] = await Promise.all([cancel(), submit()])
    const end = await assertOneEnd(bill, signed, reply, 'cancelled')
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
    const { bill, signed } = await preparePayment(createRandom(`time ${times.length}`))
    const since = performance.now()
    assertAccepted(await payWithRetries(process, bill, signed), [signed])
    times.push(performance.now() - since)
  }
  return times.sort((a, b) => a - b)[2] ?? 0
}

/** Each side has won some races. */
function assertBoth(ends: Readonly<Record<string, number>>): void {
  process.stderr.write(`${JSON.stringify(ends)}\n`)
  assert.ok(Math.min(...Object.values(ends)) >= schedules / 20, 'there was no race')
}

async function preparePayment(random: Chance, body: Readonly<Record<string, unknown>> = {}) {
  const coin = random.pick(['LTC', 'BCH', 'DOGE', 'BSV'])
  const bill = await createBill(coin, body)
  return { bill, signed: (await payer(coin)).pay(bill) }
}

/** However busy the machine is, one payment in ten is in time, and one in ten is late. */
function getSureOffset(number: number): number | null {
  if (number % 10 === 0) return -5_000
  return number % 10 === 5 ? 2_000 : null
}

test(`expiry races a payment, ${schedules} schedules, both orders: paid or expired, never both`, async () => {
  const firstEnd = clock.now() + 300 * second
  // A hundred concurrent payments arrive later than they started, more so on a busy machine: some start earlier by that much.
  const slowdown = Math.max((await timeOfPayment()) / 40, scaleToLoad(100) / 100)
  const prepare = async (number: number) => {
    const random = createRandom(`expiry ${number}`)
    const end = firstEnd + random.between(0, spreadMs)
    const { bill, signed } = await preparePayment(random, {
      expires_in: Math.round((end - clock.now()) / second),
    })
    const { expires_at } = (await service.getInvoice(bill.uid)).invoice
    // From then on a sweep writes it, within two seconds.
    const over = Date.parse(expires_at) + service.config.graceMs
    const offset = getSureOffset(number) ?? random.between(-600 * slowdown, 2_000)
    return { bill, signed, claimed: over + offset }
  }
  const all: Awaited<ReturnType<typeof prepare>>[] = []
  for (let number = 0; number < schedules; number += atOnce)
    all.push(...(await Promise.all(Array.from({ length: atOnce }, (_, index) => prepare(number + index)))))
  const first = Math.min(...all.map(({ claimed }) => claimed))
  clock.advance(first - slowMs - second - clock.now())
  const replies = await Promise.all(
    all.map(async ({ bill, signed, claimed }) => {
      await sleep(claimed - slowMs - clock.now())
      return payWithRetries(slowToClaim, bill, signed)
    }),
  )
  const ends = { paid: 0, expired: 0 }
  for (const [index, { bill, signed }] of all.entries()) {
    const reply = replies[index] ?? assert.fail()
    // The sweep may be a moment late.
    await until(async () => (await readStatus(bill.uid)) !== 'unpaid')
    const end = await assertOneEnd(bill, signed, reply, 'expired')
    ends[end as keyof typeof ends]++
  }
  assertBoth(ends)
})
