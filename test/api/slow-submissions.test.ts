import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, minute } from '../../src/kernel/clock.ts'
import { newUid } from '../../src/kernel/ids.ts'
import { type Ending, wholeFile } from '../helpers/databases.ts'
import { holdBack } from '../helpers/held-back.ts'
import { startPaying } from '../helpers/paying.ts'

const clock = createManualClock(Date.UTC(2026, 4, 1, 12))
const service = await startPaying(wholeFile, { listen: true, clock })
const { bill, payer, submit } = service

/** So many places has an invoice. */
const maxPerInvoice = 64
/** And an address. */
const maxPerAddress = 256

/** A submission whose body has begun to arrive. */
const begin = (t: Ending, path: string, body: string) => holdBack(t, service.baseUrl, { path, body })

const half = JSON.stringify({ currency: 'LTC', transactions: ['00'.repeat(500)] })

test('bodies that do not arrive take no place of an invoice, and no payer behind the same address is refused for them', async (t) => {
  const due = await bill('LTC')
  const signed = (await payer('LTC')).pay(due)
  for (let count = 0; count <= maxPerInvoice; count++) {
    await begin(t, `/payments/json/LTC/${due.uid}`, half)
    if (count % 2 === 0) await begin(t, `/r/${due.uid}`, half)
  }
  service.assertAccepted(await submit(due, signed), [signed])
})

test('nor do those for invoices that there are not take places of the address', async (t) => {
  const due = await bill('LTC')
  const signed = (await payer('LTC')).pay(due)
  for (let count = 0; count <= maxPerAddress; count++)
    await begin(t, `/payments/json/LTC/${count % 2 ? newUid(clock.now()) : `none${count}`}`, half)
  service.assertAccepted(await submit(due, signed), [signed])
})

test('a payment arrives when the whole of it is there: who sends slowly holds no price by that', async (t) => {
  const due = await bill('LTC')
  const signed = (await payer('LTC')).pay(due)
  const body = JSON.stringify({ currency: 'LTC', transactions: [signed.hex] })
  const begun = await begin(t, `/payments/json/LTC/${due.uid}`, body)
  // The quote's own time, and the grace behind it.
  clock.advance(16 * minute)
  const answer = await begun.rest()
  assert.match(answer, /^HTTP\/1\.1 400 /)
  assert.match(answer, /"code":"quote_expired"/)
  assert.equal(await service.statusOf(due.uid), 'unpaid')
})
