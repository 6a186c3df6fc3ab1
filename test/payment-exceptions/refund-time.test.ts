import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minute } from '../../src/kernel/clock.ts'
import { startPaying } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'
import { createExceptionHelpers, customerAddress, toUnits } from './exceptions.ts'

test('a transaction that was in the mempool before the payment arrived is not its refund', async (t) => {
  const clock = createShiftedClock()
  const service = await startPaying(t, { clock, destinations: ['LTC'] })
  const { createInvoice, cancel, send, sendTo, only, resolve } = createExceptionHelpers(service)
  const invoice = await createInvoice()
  await cancel(invoice.uid)
  const outputs = [{ address: customerAddress(), amount: Number(2n * invoice.amount) }]
  const early = await sendTo('LTC', outputs)
  clock.advance(1 * minute)
  // Another invoice is waiting for this coin, so the mempool is read.
  await createInvoice()
  const before = await service.listMempool('LTC')
  assert.deepEqual(before, [early.txid])
  await send('LTC', invoice.address, invoice.amount)
  await until(async () => (await createExceptionHelpers(service).listExceptions(invoice.uid)).length === 1)
  const exception = await only(invoice.uid)
  const refund = async (txid: string) => {
    const { status, json } = await resolve(exception.id, { resolution: 'refunded', txid })
    return [status, json.code, json.reason]
  }
  assert.deepEqual(await refund(early.txid), [400, 'refund_invalid', 'too_old'])
  clock.advance(1 * minute)
  const { txid } = await sendTo('LTC', [
    { address: customerAddress(), amount: Number(toUnits(exception.amount)) },
  ])
  assert.deepEqual((await refund(txid))[0], 200)
})
