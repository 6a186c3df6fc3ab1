import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../../test/helpers/databases.ts'
import { paymentReasons } from '../platform/storage/migrations/0036-payment-reasons.ts'
import { formatPaymentReason } from './reason.ts'

test('the text of a reason names its detail, if it has one', () => {
  assert.equal(formatPaymentReason({ code: 'released' }), 'released by the operator')
  assert.equal(
    formatPaymentReason({ code: 'rejected', detail: 'fee_too_low' }),
    'rejected by the network: fee_too_low',
  )
})

const txid = 'ab'.repeat(32)

/** Sentences that earlier versions stored, and what becomes of them. */
const stored: readonly (readonly [was: string | null, code: string | null, detail: string | null])[] = [
  [null, null, null],
  ['rejected by the network: fee_too_low', 'rejected', 'fee_too_low'],
  ['held back by the network: pool_full', 'temporarily_rejected', 'pool_full'],
  ['never sent: the network could not be reached', 'not_sent', null],
  ['unsent', 'not_sent', null],
  ['unknown', 'no_answer', null],
  ['the network could not be asked', 'lookup_failed', null],
  ['the network could not be queried', 'lookup_failed', null],
  ['no answer from the network for too long', 'timed_out', null],
  ['released by hand', 'released', null],
  ['sent again', 'superseded', null],
  ['submitted again', 'superseded', null],
  ['the invoice was paid by another', 'paid_by_other', null],
  ['another payment paid the invoice', 'paid_by_other', null],
  ['the invoice was not to be paid any more', 'not_payable', null],
  ['the invoice could no longer be paid', 'not_payable', null],
  [`replaced by ${txid} in block 120`, 'replaced', txid],
  [`double-spent by ${txid} in block 9`, 'double_spent', txid],
  ['another payment goes on under its id', 'continued_by_other', null],
  ['another payment continues under its transaction id', 'continued_by_other', null],
  ['refunded', 'refunded', null],
  ['a sentence of no version', 'other', 'a sentence of no version'],
]

test('sentences that earlier versions stored become codes when the database is migrated', async (t) => {
  const { database } = await openTestDatabase(t)
  const { kind } = database
  const rows = await database.transact(async ({ query }) => {
    const run = (text: string) => sql.raw<{ reason: unknown; reason_detail: unknown }>(text).execute(query)
    await run(`drop table payments${kind === 'postgres' ? ' cascade' : ''}`)
    await run('create table payments (id integer primary key, reason text)')
    for (const [id, [reason]] of stored.entries())
      await run(`insert into payments values (${id}, ${reason === null ? 'null' : `'${reason}'`})`)
    for (const statement of paymentReasons({ kind, identity: '', text: 'text' })) await run(statement)
    return (await run('select reason, reason_detail from payments order by id')).rows
  })
  assert.deepEqual(
    rows.map(({ reason, reason_detail }) => [reason, reason_detail]),
    stored.map(([, code, detail]) => [code, detail]),
  )
})
