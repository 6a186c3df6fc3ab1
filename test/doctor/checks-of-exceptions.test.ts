import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { createExceptionHelpers } from '../payment-exceptions/exceptions.ts'
import { diagnoseWith } from './damage-fixture.ts'

const service = await startPaying(fileScope, { destinations: ['LTC'] })
const { createInvoice, late, part, receive } = createExceptionHelpers(service)
await late(100n)
await part(40n)
const paid = await createInvoice()
await receive(paid, paid.amount + 100_000n)

const invariant = 'I26 payment exceptions, found outputs and what an invoice has received agree'

for (const [damage, statement] of [
  ['a late payment has no exception', `delete from payment_exceptions where kind = 'late'`],
  ['a part has no exception', `delete from payment_exceptions where kind = 'partial'`],
  ['a part no longer counts', `update payments set counted = 0 where status = 'accepted'`],
  [
    'an exception is about another amount',
    `update payment_exceptions set amount = amount + 1 where kind = 'late'`,
  ],
  ['an excess is larger', `update payment_exceptions set amount = amount + 1 where kind = 'excess'`],
  ['an exception has another value', `update payment_exceptions set value = '1' where kind = 'partial'`],
  [
    'an exception is about another transaction',
    `update payment_exceptions set txid = '${'ab'.repeat(32)}' where kind = 'late'`,
  ],
  [
    'the merchant still decides about a double-spent payment',
    `update payments set double_spent_height = 1, double_spent_hash = 'ab', block_height = null, block_hash = null`,
  ],
  [
    'a refund has no transaction',
    `update payment_exceptions set status = 'refunded', resolved_at = created_at`,
  ],
] as const)
  test(`the doctor detects that ${damage}`, async () => {
    const { violations } = await diagnoseWith(service.database, [statement])
    const found = violations.map((violation) => violation.invariant)
    assert.ok(found.includes(invariant), found.join('; '))
  })
