import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, minute } from '../../src/kernel/clock.ts'
import { generateUid } from '../../src/kernel/ids.ts'
import { fileScope, type TestScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { postSlowly } from '../helpers/slow-body.ts'

const clock = createManualClock(Date.UTC(2026, 4, 1, 12))
const service = await startPaying(fileScope, { listen: true, clock })
const { createBill, payer, submit } = service

/** The slots of an invoice. */
const maxPerInvoice = 64
/** The slots of an address. */
const maxPerAddress = 256

/** A submission whose body has started to arrive. */
const begin = (t: TestScope, path: string, body: string) => postSlowly(t, service.baseUrl, { path, body })

const half = JSON.stringify({ currency: 'LTC', transactions: ['00'.repeat(500)] })

test('bodies that never arrive take no slot of an invoice, and block no other payer behind the same address', async (t) => {
  const bill = await createBill('LTC')
  const signed = (await payer('LTC')).pay(bill)
  for (let count = 0; count <= maxPerInvoice; count++) {
    await begin(t, `/payments/json/LTC/${bill.uid}`, half)
    if (count % 2 === 0) await begin(t, `/r/${bill.uid}`, half)
  }
  service.assertAccepted(await submit(bill, signed), [signed])
})

test('slow bodies for unknown invoices take no slot of the address either', async (t) => {
  const bill = await createBill('LTC')
  const signed = (await payer('LTC')).pay(bill)
  for (let count = 0; count <= maxPerAddress; count++)
    await begin(t, `/payments/json/LTC/${count % 2 ? generateUid(clock.now()) : `none${count}`}`, half)
  service.assertAccepted(await submit(bill, signed), [signed])
})

test('a payment counts from when its last byte arrived: sending it slowly does not extend a price', async (t) => {
  const bill = await createBill('LTC')
  const signed = (await payer('LTC')).pay(bill)
  const body = JSON.stringify({ currency: 'LTC', transactions: [signed.hex] })
  const begun = await begin(t, `/payments/json/LTC/${bill.uid}`, body)
  // The quote's lifetime plus its grace period.
  clock.advance(16 * minute)
  const response = await begun.sendRest()
  assert.match(response, /^HTTP\/1\.1 400 /)
  assert.match(response, /"code":"quote_expired"/)
  assert.equal(await service.readStatus(bill.uid), 'unpaid')
})
