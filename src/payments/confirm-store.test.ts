import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { only, openTestDatabase } from '../../test/helpers/databases.ts'
import { createStores } from '../composition/stores.ts'

test('payments to confirm and payments of a block are found by index, whatever was mined long ago', {
  skip: only('sqlite'),
}, async (t) => {
  const { database, url } = await openTestDatabase(t)
  const prepared = t.mock.method(DatabaseSync.prototype, 'prepare')
  const { payments } = createStores(database.read)
  await payments.findToConfirm('LTC', 500, 1)
  await payments.findInBlock('LTC', { height: 500, hash: 'ab' }, 20)
  const statements = prepared.mock.calls.map(({ arguments: [text] }) => text)
  prepared.mock.restore()

  const file = new DatabaseSync(url.replace(/^sqlite:/, ''), { readOnly: true })
  t.after(() => file.close())
  const plans = statements.map((text) =>
    file
      .prepare(`explain query plan ${text}`)
      .all(...Array.from(text.matchAll(/\?/g), () => null))
      .map(({ detail }) => detail),
  )
  assert.deepEqual(plans, [
    ['SEARCH payments USING INDEX payments_watched (coin=?)'],
    ['SEARCH payments USING INDEX payments_by_block (coin=? AND block_height=?)'],
  ])
})
