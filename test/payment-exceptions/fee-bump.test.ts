import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCoins, toBaseUnits } from '../../src/kernel/money.ts'
import { createAddressPayer, type ExceptionData, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import { createExceptionHelpers, customerAddress } from './exceptions.ts'

// At the end, doctor checks that exceptions and payments agree.
const service = await startPaying(fileScope)
const {
  createInvoice,
  prepare,
  send,
  waitFor,
  listExceptions: listExceptionEvents,
} = createAddressPayer(service)
const { listExceptions, resolve, cancel } = createExceptionHelpers(service)

/** An exception of that kind for half of the amount, which the payer can still replace. */
async function createException(kind: string) {
  const { uid, address, amount } = await createInvoice('BTC')
  // Another invoice is waiting for this coin, so the mempool is read.
  await createInvoice('BTC')
  const half = toUnits(amount) / 2n
  if (kind === 'surplus') {
    await send('BTC', address, toUnits(amount))
    await waitFor(uid, ({ status }) => status === 'paid')
  }
  if (kind === 'late') await cancel(uid)
  const { signed, sign } = await prepare('BTC', address, half, { sequence: 0 })
  await service.rpc('BTC', 'sendrawtransaction', signed.hex)
  await waitFor(uid, ({ received }) => received?.payments.some(({ txid }) => txid === signed.txid) === true)
  if (kind === 'partial') await cancel(uid)
  await until(async () => (await listExceptions(uid)).length === 1)
  const [exception = assert.fail()] = await listExceptions(uid)
  assert.equal(exception.kind, kind)
  const replace = async (feeRate: bigint, paid: bigint) => {
    const { hex, txid } = sign({ feeRate }, paid)
    await service.rpc('BTC', 'sendrawtransaction', hex)
    await waitFor(uid, ({ received }) => received?.payments.some((payment) => payment.txid === txid) === true)
  }
  return { uid, half, exception, replace }
}

for (const kind of ['partial', 'late', 'surplus'])
  for (const resolution of ['keep', 'refunded'])
    test(`${resolution}: a ${kind} payment stays resolved when its fee is bumped, and only what is added to it is open`, async () => {
      const { uid, half, exception, replace } = await createException(kind)
      const body =
        resolution === 'keep'
          ? { resolution, note: 'agreed' }
          : { resolution, txid: await send('BTC', customerAddress('BTC'), half) }
      const reply = await resolve(exception.id, body)
      assert.equal(reply.status, 200, reply.text)
      const listAll = async () =>
        (await listExceptions(uid)).map(({ status, amount }) => `${status} ${amount}`)
      const resolved = `${resolution === 'keep' ? 'kept' : 'refunded'} ${exception.amount}`
      await replace(800_000n, half)
      assert.deepEqual(await listAll(), [resolved])
      await replace(2_000_000n, half + 1_000n)
      assert.deepEqual(await listAll(), [resolved, `open ${formatCoins(toBaseUnits(1_000n))}`])
    })

test('if another fee bump takes back what was added to a kept payment, an event says that its exception is void', async () => {
  const { uid, half, exception, replace } = await createException('late')
  assert.equal((await resolve(exception.id, { resolution: 'keep', note: 'agreed' })).status, 200)
  await replace(800_000n, half + 1_000n)
  await replace(2_000_000n, half)
  const [, added = assert.fail()] = await listExceptions(uid)
  assert.equal(added.status, 'void')
  const events = (await listExceptionEvents(uid)) as (ExceptionData & { status?: string })[]
  assert.deepEqual(
    events.map(({ id, status }) => [id, status]),
    [
      [exception.id, undefined],
      [added.id, undefined],
      [added.id, 'void'],
    ],
  )
})

test('a payment that was partly refunded cannot be accepted: it would count with its whole amount', async () => {
  const { uid, half, exception, replace } = await createException('late')
  const txid = await send('BTC', customerAddress('BTC'), half)
  assert.equal((await resolve(exception.id, { resolution: 'refunded', txid })).status, 200)
  await replace(800_000n, 2n * half)
  const open = (await listExceptions(uid)).find(({ status }) => status === 'open') ?? assert.fail()
  const reply = await resolve(open.id, { resolution: 'accept' })
  assert.deepEqual([reply.status, reply.json.code], [400, 'resolution_invalid'])
  assert.equal((await resolve(open.id, { resolution: 'keep', note: 'agreed' })).status, 200)
})
