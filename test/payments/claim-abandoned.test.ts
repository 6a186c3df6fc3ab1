import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { hour } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertPaymentRejected, type Bill, type Payer, startPaying } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'

const clock = createShiftedClock()
const service = await startPaying(fileScope, { clock, settings: { NODE_TIMEOUT_SECONDS: '1' } })
const {
  createBill,
  payer,
  submit,
  listMempool,
  mine,
  isOffered,
  readStatus,
  listEvents,
  assertAccepted,
  assertPaid,
} = service

const fail = (coin: string, mode: string, count: number) => service.rpc(coin, 'sandbox_fail', mode, count)
const month = 2_592_000
/** The invoice ends before its claim does. */
const soon = (23 * hour) / 1_000
const lives = { BTC: month, BCH: soon, DASH: month, LTC: month, DOGE: month } as const

type PreparedPayment = { bill: Bill; wallet: Payer; signed: Signed }
const prepared = new Map<string, PreparedPayment>()
const of = (coin: string): PreparedPayment => prepared.get(coin) ?? assert.fail(coin)

/** One claim for each of these coins that could not be settled for 24 h. The nodes work again, and don't have the transactions. */
before(async () => {
  await Promise.all(
    Object.entries(lives).map(async ([coin, expires_in]) => {
      const bill = await createBill(coin, { expires_in })
      const wallet = await payer(coin, coin === 'DOGE' ? ['200', '200'] : ['1', '1'])
      const signed = wallet.pay(bill)
      await fail(coin, 'timeout', 1)
      assertPaymentRejected(await submit(bill, signed), 'broadcast_unknown')
      await fail(coin, 'down', 1)
      prepared.set(coin, { bill, wallet, signed })
    }),
  )
  clock.advance(24 * hour)
  await Promise.all([...prepared.values()].map(({ signed }) => until(async () => await isAbandoned(signed))))
  await Promise.all(Object.keys(lives).map(restoreNode))
})

async function restoreNode(coin: string): Promise<void> {
  await fail(coin, 'none', 0)
  await until(() => isOffered(coin))
}

async function isAbandoned({ txid }: Signed): Promise<boolean> {
  const { status } = await service.database.read.query
    .selectFrom('payments')
    .where('txid', '=', txid)
    .select('status')
    .executeTakeFirstOrThrow()
  return status === 'set_aside'
}

async function mineLate(coin: string): Promise<void> {
  await service.rpc(coin, 'sendrawtransaction', of(coin).signed.hex)
  await mine(coin)
}

describe('after 24 h a claim is abandoned, and the transaction stays watched', { concurrency: true }, () => {
  test('the invoice can be paid again, and becomes paid if the transaction appears after all', async () => {
    const { bill, signed } = of('BTC')
    assert.equal(await readStatus(bill.uid), 'unpaid')
    await mineLate('BTC')
    await until(async () => (await readStatus(bill.uid)) === 'paid')
    await assertPaid(bill, [signed])
    assertAccepted(await submit(bill, signed), [signed])
  })

  test('an invoice that has expired becomes paid too', async () => {
    const { bill, signed } = of('BCH')
    await until(async () => (await readStatus(bill.uid)) === 'expired')
    await mineLate('BCH')
    await until(async () => (await readStatus(bill.uid)) === 'paid')
    await assertPaid(bill, [signed])
    assert.deepEqual((await listEvents(bill.uid)).slice(0, 4), [
      'invoice.created',
      'invoice.expired',
      'payment.accepted',
      'invoice.paid',
    ])
  })

  test('for an invoice that another transaction has paid since, it is payment.surplus', async () => {
    const { bill, wallet, signed } = of('LTC')
    const renewed = { ...bill, template: await service.paymentRequest(bill.uid, 'LTC') }
    const another = wallet.pay(renewed, { inputs: wallet.utxos.slice(1) })
    assertAccepted(await submit(bill, another), [another])
    await mineLate('LTC')
    await until(async () => (await listEvents(bill.uid)).includes('payment.surplus'))
    assertPaymentRejected(await submit(bill, signed), 'invoice_paid')
    await assertPaid(bill, [another])
  })

  test('for a cancelled invoice, it is payment.surplus, and its submission doesn’t succeed', async () => {
    const { bill, signed } = of('DASH')
    const { status } = await service.request(`/invoices/${bill.uid}`, { method: 'DELETE' })
    assert.equal(status, 200)
    await mineLate('DASH')
    await until(async () => (await listEvents(bill.uid)).includes('payment.surplus'))
    assert.equal(await readStatus(bill.uid), 'cancelled')
    assertPaymentRejected(await submit(bill, signed), 'invoice_cancelled')
  })

  test('a resubmission is checked like a new transaction, because its price is a day old', async () => {
    const { bill, signed } = of('DOGE')
    assertPaymentRejected(await submit(bill, signed), 'quote_expired')
    assert.ok(!(await listMempool('DOGE')).includes(signed.txid))
    assert.equal(await readStatus(bill.uid), 'unpaid')
  })
})
