import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInvoicePageRenderer, type InvoiceLister } from './list.ts'

test('a page renders two invoices at a time, and other work runs in between', async () => {
  const uids = Array.from({ length: 7 }, (_, index) => `uid-${index}`)
  const lister: InvoiceLister = {
    listPage: async (_accountId, _filters, _after, limit) =>
      uids.slice(0, limit).map((uid) => ({ uid, revision: 1 })),
    listSorted: () => assert.fail(),
    listAmounts: () => assert.fail(),
    findMany: () => assert.fail(),
  }
  let rendered = 0
  const list = createInvoicePageRenderer(lister, async (uid) => {
    rendered++
    return { accountId: 1, public: '', owner: JSON.stringify(uid), heights: new Map() }
  })
  const turns: number[] = []
  const recordTurn = () => {
    turns.push(rendered)
    if (rendered < 6) setImmediate(recordTurn)
  }
  setImmediate(recordTurn)
  const text = await list(1, { filters: {}, limit: 6, cursor: null })
  assert.deepEqual(JSON.parse(text), { invoices: uids.slice(0, 6), next_cursor: 'uid-5' })
  assert.deepEqual(
    [...new Set(turns)].filter((count) => count > 0),
    [2, 4],
  )
})
