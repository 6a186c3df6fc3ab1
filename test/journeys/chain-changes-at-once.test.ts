import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createTransact } from '../../src/composition/stores.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createChainChangeHandler } from '../../src/payments/confirm.ts'
import { createPaymentCounter } from '../../src/payments/count.ts'
import { only } from '../helpers/databases.ts'
import { listPayments } from '../helpers/list-payments.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'

test('a block that is disconnected while a payment is recorded in it disconnects the payment too', {
  skip: only('postgres'),
}, async (t) => {
  const service = await startPaying(t)
  const { rpc, mine, waitUntilFollowed, database } = service
  const payer = await service.payer('LTC')
  const bill = await service.createBill('LTC')
  const signed = payer.pay(bill)
  service.assertAccepted(await service.submit(bill, signed), [signed])
  await mine('LTC')
  await waitUntilFollowed('LTC')
  const readBlock = async () => (await listPayments(service, bill.uid))[0]?.block ?? null
  await until(async () => (await readBlock()) !== null)
  const block = (await readBlock()) ?? assert.fail()
  assert.equal(await rpc('LTC', 'getblockcount'), block.height)
  await service.close()

  const transact = createTransact(database)
  const view = { baseUrl: service.config.baseUrl, getTipHeight: () => block.height }
  const clock = systemClock
  const apply = createChainChangeHandler({
    transact,
    recordMined: () => assert.fail('unexpected call'),
    paymentCounter: createPaymentCounter({ view, clock }),
    prepareFoundPayments: async () => ({ phases: [], finish: async () => {} }),
    readDisconnected: async () => [],
    getDefaultConfirmations: () => 1,
    view,
    clock,
    checkFailpoint: async () => {},
  })
  const disconnect = () => apply('LTC', { kind: 'disconnect', block })
  const [payment = assert.fail()] = await listPayments(service, bill.uid)
  await transact(({ payments }) => payments.clearBlock(payment.id, { keepConfirmed: true }))
  const disconnecting = await transact(async ({ payments }) => {
    assert.equal(await payments.lockBlock('LTC', block), true)
    const disconnecting = {
      done: disconnect().then(
        () => true,
        () => false,
      ),
    }
    await until(async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted and database = (
        select oid from pg_database where datname = current_database())
        or not granted and locktype = 'transactionid'`.execute(database.read.query)
      return rows.length > 0
    })
    await payments.setBlock(payment.id, block)
    return disconnecting
  })
  // A transaction that waited for too long is retried, as the follower does.
  if (!(await disconnecting.done)) await disconnect()
  assert.equal(await readBlock(), null)
  assert.equal(await transact(({ payments }) => payments.lockBlock('LTC', block)), false)
})
