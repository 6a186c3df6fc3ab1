import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/helpers/databases.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { createAnchorUtxoStore } from './utxo-store.ts'

test('a block can pay the public address of event proofs thousands of times', async (t) => {
  const { database } = await openTestDatabase(t)
  const script = new Uint8Array(25)
  const dust = Array.from({ length: 11_500 }, (_, vout) => ({
    txid: 'ab'.repeat(32),
    vout,
    script,
    amount: toBaseUnits(546n + BigInt(vout)),
  }))
  await database.transact((sql) => createAnchorUtxoStore(sql).add('BSV', dust))
  const [largest] = await createAnchorUtxoStore(database.read).listUtxos('BSV', [script])
  assert.deepEqual([largest?.vout, largest?.amount], [11_499, 12_045n])
})
