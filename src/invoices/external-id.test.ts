import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fileScope, openTestDatabase } from '../../test/helpers/databases.ts'
import { insertSales } from '../../test/helpers/insert-sales.ts'
import { day, toIsoString } from '../kernel/clock.ts'
import { externalIdParts as migration } from '../platform/storage/migrations/0029-external-id-parts.ts'
import { listExternalIdParts } from './external-id.ts'

test('an external id is indexed by the parts after its separators and by its trailing digits, with and without leading zeros', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    'order-2043': ['2043'],
    'Order 0043': ['order 0043', '0043', '43'],
    'shop/2026-11/INV0099': [
      'shop/2026-11/inv0099',
      '2026-11/inv0099',
      '11/inv0099',
      'inv0099',
      '0099',
      '99',
    ],
    ord2043: ['2043'],
    '2043': [],
    'a--b': ['b'],
    '-': [],
    'bücher-Äb-7': ['Äb-7', '7'],
    [`${'x'.repeat(70)}-y`]: [],
    '': [],
  }
  for (const [id, parts] of Object.entries(cases)) assert.deepEqual(listExternalIdParts(id), parts, id)
})

const { database } = await openTestDatabase(fileScope)

test('the migration computes the same parts for existing invoices', async () => {
  const ids = [
    'order-2043',
    'Order 0043',
    'shop/2026-11/INV0099',
    '00',
    '7',
    'é-1',
    'ÄÖ#ü-0x',
    `${'x'.repeat(63)}-64`,
    `${'x'.repeat(64)}-65`,
    '3F2504E0-4f89-11d3-9a0c-0305e82c3301',
    '\u{1f600}-smile-09',
  ]
  const shop = {
    email: 'shop@shop.example',
    name: 'shop',
    currency: 'USD',
    operator: 0,
    created_at: toIsoString(0),
  }
  await database.transact(({ query }) => query.insertInto('accounts').values(shop).execute())
  const [account] = await database.read.query.selectFrom('accounts').select('id').execute()
  const uids = await insertSales({ database }, Number(account?.id), Array(ids.length).fill({ paidAt: day }))
  await database.transact(async ({ query }) => {
    for (const [index, external_id] of ids.entries())
      await query
        .updateTable('invoices')
        .set({ external_id })
        .where('uid', '=', uids[index] ?? '')
        .execute()
    const [, fill = ''] = migration({ kind: database.kind, identity: '', text: 'text' })
    await sql.raw(fill).execute(query)
  })
  const rows = await database.read.query.selectFrom('invoice_external_id_parts').selectAll().execute()
  assert.ok(rows.every(({ account_id }) => Number(account_id) === Number(account?.id)))
  assert.deepEqual(rows.map(({ part }) => part).sort(), ids.flatMap(listExternalIdParts).sort())
})
