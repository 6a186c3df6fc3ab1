import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { minute } from '../../src/kernel/clock.ts'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { numbered } from '../helpers/streams.ts'
import { until } from '../helpers/until.ts'
import { exceptionsPath } from '../payment-exceptions/exceptions.ts'

const clock = createShiftedClock()
const service = await startPaying(fileScope, { clock })
const { createInvoice, prepare, send, readInvoice, waitFor, listExceptions } = createAddressPayer(service)

async function cancel(uid: string): Promise<void> {
  assert.equal((await service.request(`/invoices/${uid}`, { method: 'DELETE' })).status, 200)
}

function readOpen(uid: string) {
  return service.database.read.query
    .selectFrom('payment_exceptions')
    .where('invoice_uid', '=', uid)
    .where('status', '=', 'open')
    .orderBy('amount')
    .select(['amount', 'txid'])
    .execute()
}

async function readStatuses(uid: string): Promise<readonly string[]> {
  const { json } = await service.request(`${exceptionsPath}?limit=200`)
  const all = json.payment_exceptions as { uid: string; kind: string; status: string }[]
  return all.filter((each) => each.uid === uid).map(({ kind, status }) => `${kind} ${status}`)
}

test('a late payment that is replaced in the mempool is void immediately, and open again when it is back', async () => {
  const { uid, address, amount } = await createInvoice('BTC')
  // Another invoice is waiting for this coin, so the mempool is read.
  await createInvoice('BTC')
  await cancel(uid)
  const txid = await send('BTC', address, toUnits(amount), { sequence: 0 })
  const hex = await service.rpc('BTC', 'getrawtransaction', txid)
  await until(async () => (await readStatuses(uid))[0] === 'late open')
  const other = await service.rpc('BTC', 'sandbox_replace', txid)
  await until(async () => (await readStatuses(uid))[0] === 'late void')
  const events = (await listExceptions(uid)) as { id: string; status?: string }[]
  assert.deepEqual(
    events.map(({ status }) => status),
    [undefined, 'void'],
  )
  assert.equal(new Set(events.map(({ id }) => id)).size, 1)
  // Every response is compared with its schema, so this event is too.
  await numbered(service)
  const { json } = await service.request('/api/v1/events?limit=200')
  assert.match(JSON.stringify(json), /"status":"void"/)
  const open = (await service.request(`${exceptionsPath}?status=open&limit=200`)).json
  assert.ok(!JSON.stringify(open).includes(uid))
  await service.rpc('BTC', 'sandbox_evict', other)
  await service.rpc('BTC', 'sendrawtransaction', hex)
  await until(async () => (await readStatuses(uid))[0] === 'late open')
  assert.deepEqual((await listExceptions(uid)).length, 3)
})

test('a part of a closed invoice no longer counts once it is replaced in the mempool', async () => {
  const { uid, address, amount } = await createInvoice('BTC')
  const kept = await send('BTC', address, toUnits(amount) / 4n)
  const txid = await send('BTC', address, toUnits(amount) / 2n, { sequence: 0 })
  await waitFor(uid, ({ received }) => received?.payments.length === 2)
  await cancel(uid)
  const { received: before } = await readInvoice(uid)
  await service.rpc('BTC', 'sandbox_replace', txid)
  await until(async () => (await readStatuses(uid)).includes('partial void'))
  assert.deepEqual((await readStatuses(uid)).toSorted(), ['partial open', 'partial void'])
  const { received, status } = await readInvoice(uid)
  assert.equal(status, 'cancelled')
  assert.deepEqual(
    received?.payments.map((each) => [each.txid, each.counted]),
    [
      [kept, true],
      [txid, false],
    ],
  )
  assert.notEqual(received?.value, before?.value)
  assert.equal(received?.value, received?.payments[0]?.value)
})

test('a part that was replaced in the mempool before its invoice was cancelled needs no decision', async () => {
  const { uid, address, amount } = await createInvoice('BTC')
  const txid = await send('BTC', address, toUnits(amount) / 2n, { sequence: 0 })
  await waitFor(uid, ({ received }) => received !== null)
  await service.rpc('BTC', 'sandbox_replace', txid)
  await cancel(uid)
  await until(async () => (await readStatuses(uid)).join() === 'partial void')
  assert.equal((await readInvoice(uid)).received?.value, '0')
})

test('a counted payment of an open invoice that is replaced in the mempool counts until a block decides', async () => {
  const { uid, address, amount } = await createInvoice('LTC')
  const txid = await send('LTC', address, toUnits(amount), { sequence: 0 })
  await waitFor(uid, ({ status }) => status === 'paid')
  await service.rpc('LTC', 'sandbox_replace', txid)
  clock.advance(1 * minute)
  assert.equal((await readInvoice(uid)).status, 'paid')
  await service.mine('LTC')
  await waitFor(uid, ({ status }) => status === 'reversed')
})

test('an invoice expires without waiting for a payment that was replaced in the mempool', async () => {
  const { uid, address, amount } = await createInvoice('DOGE', { expires_in: 600 })
  const txid = await send('DOGE', address, toUnits(amount), { feeRate: 200_000n, sequence: 0 })
  await waitFor(uid, ({ received }) => received !== null)
  await service.rpc('DOGE', 'sandbox_replace', txid)
  clock.advance(12 * minute)
  await waitFor(uid, ({ status }) => status === 'expired')
  assert.deepEqual(await listExceptions(uid), [])
})

test('if a block replaces two outputs with one of them, that one counts once, and the other part is due again', async () => {
  const { uid, address, amount } = await createInvoice('BTC')
  const part = { address, amount: Number((toUnits(amount) + 1n) / 2n) }
  const { sign } = await prepare('BTC', address, 0n, { sequence: 0 })
  const both = sign({ outputs: [part, part] })
  await service.rpc('BTC', 'sendrawtransaction', both.hex)
  await waitFor(uid, ({ status }) => status === 'paid')
  const one = sign({ outputs: [part], feeRate: 400_000n })
  await service.rpc('BTC', 'sendrawtransaction', one.hex)
  await service.mine('BTC')
  await waitFor(uid, ({ status }) => status === 'reversed')
  const { received } = await readInvoice(uid)
  assert.deepEqual(
    received?.payments.map((each) => [each.txid, each.counted]),
    [
      [one.txid, true],
      [both.txid, false],
    ],
  )
})

for (const ending of ['paid', 'cancelled'] as const)
  for (const remaining of [0, 1]) {
    const name = `when a block keeps only output ${remaining} of two that pay a ${ending} invoice, one exception is open: its own`
    test(name, async () => {
      const { uid, address, amount } = await createInvoice('BTC')
      // Another invoice is waiting for this coin, so the mempool is read.
      await createInvoice('BTC')
      if (ending === 'paid') await send('BTC', address, toUnits(amount))
      else await cancel(uid)
      await waitFor(uid, ({ status }) => status === ending)
      const outputs = [200_000, 300_000].map((units) => ({ address, amount: units }))
      const { signed, sign } = await prepare('BTC', address, 0n, { sequence: 0, outputs })
      await service.rpc('BTC', 'sendrawtransaction', signed.hex)
      await until(async () => (await readOpen(uid)).length === 2)
      const kept = outputs[remaining] ?? assert.fail()
      const bumped = sign({ outputs: [kept], feeRate: 800_000n })
      await service.rpc('BTC', 'sendrawtransaction', bumped.hex)
      const expected = [{ amount: kept.amount, txid: bumped.txid }]
      await until(async () => isDeepStrictEqual(await readOpen(uid), expected))
      await service.mine('BTC')
      const doubleSpent = () =>
        service.database.read.query
          .selectFrom('payments')
          .where('invoice_uid', '=', uid)
          .where('txid', '=', signed.txid)
          .where('double_spent_hash', 'is not', null)
          .select('id')
          .execute()
      await until(async () => (await doubleSpent()).length === 1)
      assert.deepEqual(await readOpen(uid), expected)
      const { received } = await readInvoice(uid)
      assert.ok(
        received?.payments.some(({ txid, confirmations }) => txid === bumped.txid && confirmations === 1),
      )
    })
  }

test('a surplus whose address is no longer watched continues as the fee bump that a block contains', async () => {
  const { uid, address, amount } = await createInvoice('BTC')
  await send('BTC', address, toUnits(amount))
  await waitFor(uid, ({ status }) => status === 'paid')
  const { signed, sign } = await prepare('BTC', address, 200_000n, { sequence: 0 })
  await service.rpc('BTC', 'sendrawtransaction', signed.hex)
  await until(async () => (await readOpen(uid)).length === 1)
  const setWatched = (watched: 0 | 1) =>
    service.database.transact(({ query }) =>
      query.updateTable('invoice_addresses').set({ watched }).where('invoice_uid', '=', uid).execute(),
    )
  await setWatched(0)
  const bumped = sign({ feeRate: 800_000n })
  await service.rpc('BTC', 'sendrawtransaction', bumped.hex)
  await service.mine('BTC')
  const expected = [{ amount: 200_000, txid: bumped.txid }]
  await until(async () => isDeepStrictEqual(await readOpen(uid), expected))
  await setWatched(1)
})
