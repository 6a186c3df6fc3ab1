import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { startListing } from '../helpers/invoice-lists.ts'

const service = await startListing(fileScope)
const { clock, createMerchantWithInvoices } = service

test('paid_from is inclusive, paid_to exclusive; they filter by payment time, not by creation time', async () => {
  const { uids, find, token } = await createMerchantWithInvoices('paid-between', [
    { memo: 'early', external_id: 'a' },
    { memo: 'late', external_id: 'b', currency: 'EUR' },
    { memo: 'open' },
    { memo: 'gone' },
  ])
  await service.request(`/invoices/${uids[3]}`, { method: 'DELETE', token })
  const paid: string[] = []
  // The newer one first.
  for (const [minute, coin] of [
    [1, 'LTC'],
    [0, 'DOGE'],
  ] as const) {
    clock.advance(hour)
    paid.push(new Date(clock.now()).toISOString())
    assert.equal((await service.pay(uids[minute] ?? '', coin)).reply.status, 200)
  }
  const [first = '', second = ''] = paid
  const after = (time: string) => new Date(Date.parse(time) + 1).toISOString()
  assert.deepEqual(await find(`paid_from=${first}`), ['late', 'early'])
  assert.deepEqual(await find(`paid_from=${after(first)}`), ['early'])
  assert.deepEqual(await find(`paid_to=${second}`), ['late'])
  assert.deepEqual(await find(`paid_to=${after(second)}`), ['late', 'early'])
  assert.deepEqual(await find(`paid_from=${first}&paid_to=${first}`), [])
  const both = `paid_from=${first}&paid_to=${after(second)}`
  for (const [filter, memos] of [
    ['status=paid', ['late', 'early']],
    ['status=unpaid', []],
    ['status=cancelled', []],
    ['status=reversed', []],
    ['currency=EUR', ['late']],
    ['coin=DOGE&status=paid', ['early']],
    ['external_id=a', ['early']],
    ['external_id=b&coin=DOGE', []],
    ['q=late', ['late']],
    ['q=open', []],
    ['q=12.5', ['late', 'early']],
    [`q=${uids[0]}`, ['early']],
    [`created_from=${first}`, []],
    [`created_to=${first}`, ['late', 'early']],
    ['limit=1', ['late']],
    [`cursor=${uids[1]}`, ['early']],
  ] as const)
    assert.deepEqual(await find(`${both}&${filter}`), memos, filter)
})
