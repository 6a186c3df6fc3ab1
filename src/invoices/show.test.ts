import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unpaidInvoice } from '../../test/helpers/unpaid-invoice.ts'
import { createManualClock } from '../kernel/clock.ts'
import { generateUid } from '../kernel/ids.ts'
import type { Invoice } from './invoice.ts'
import { createInvoiceRenderer } from './show.ts'
import { formatOwnerView } from './view.ts'

const createInvoice = (metadata: string): Invoice => ({
  ...unpaidInvoice,
  status: 'cancelled',
  uid: generateUid(0),
  metadata,
})

/** How often an invoice with this much metadata is read from the database when it is shown three times. */
async function countReads(metadataLength: number): Promise<number> {
  const invoice = createInvoice(JSON.stringify({ note: 'x'.repeat(metadataLength) }))
  let reads = 0
  const { show } = createInvoiceRenderer({
    reader: {
      findRevision: async () => 1,
      async find() {
        reads++
        return invoice
      },
    },
    getSnapshot: () => assert.fail(),
    refreshQuote: async () => false,
    view: { baseUrl: 'https://pay.example.com', getTipHeight: () => null },
    clock: createManualClock(0),
  })
  for (let count = 0; count < 3; count++) {
    const { owner } = await show(invoice.uid)
    assert.deepEqual(JSON.stringify(JSON.parse(owner).invoice.metadata), invoice.metadata)
  }
  return reads
}

test('a rendered invoice is cached if its text is at most 16 KB', async () => {
  assert.equal(await countReads(100), 1)
  assert.equal(await countReads(15_000), 1)
  assert.equal(await countReads(16_384), 3)
  assert.equal(await countReads(60_000), 3)
})

test('the owner sees metadata as it was sent, and showing an invoice doesn’t parse it, because anyone can request that', (t) => {
  const metadata = `{"metadata":{"a":[1.0${',1'.repeat(15_000)}]}}`
  const { mock } = t.mock.method(JSON, 'rawJSON')
  const text = formatOwnerView(createInvoice(metadata), {
    baseUrl: 'https://pay.example.com',
    getTipHeight: () => null,
  })
  assert.ok(text.includes(`,"metadata":${metadata},"coins":`))
  assert.ok(mock.callCount() < 10, `${mock.callCount()} numbers`)
})
