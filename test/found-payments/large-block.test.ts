import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { tasksPerTransaction } from '../../src/payments/tasks.ts'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { type PayingService, startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'

// The effects of the block are written in several transactions. A process that ends between two of them is replaced by another.

const invoiceCount = 2 * tasksPerTransaction + 5
const failing = { settings: { FAILPOINT: 'block.suspended:throw' } }

/** One transaction that pays that many invoices. */
async function payMany(service: PayingService): Promise<string[]> {
  const { createInvoice, prepare } = createAddressPayer(service)
  const invoices = await Promise.all(
    Array.from({ length: invoiceCount }, () => createInvoice('LTC', { amount: 2 })),
  )
  const outputs = invoices.map(({ address, amount }) => ({ address, amount: Number(toUnits(amount)) }))
  const { signed } = await prepare('LTC', '', 0n, { outputs })
  await service.rpc('LTC', 'sendrawtransaction', signed.hex)
  return invoices.map(({ uid }) => uid)
}

const isSuspended = async ({ stores }: PayingService) =>
  (await stores.followedBlocks.findNewest('LTC'))?.isUnfinished === true

/** Resolves when the process has written only some of the effects of a block, and can't continue. */
async function endWhileSuspended(service: PayingService): Promise<void> {
  await until(() => isSuspended(service))
  await service.close()
}

const replace = (t: TestContext, { storage }: PayingService) => startPaying(t, { sharedStorage: storage })

/** The heights of the payments' blocks, and null for payments in none. */
async function readHeights({ database }: PayingService): Promise<(number | null)[]> {
  const payments = await database.read.query.selectFrom('payments').select('block_height').execute()
  return payments.map((payment) => payment.block_height)
}

/** Fails unless each invoice is paid in the newest block, and confirmed that often: once more after a disconnection. */
async function assertPaidOnce(
  service: PayingService,
  uids: readonly string[],
  confirmed = ['payment.confirmed'],
): Promise<void> {
  await service.waitUntilFollowed('LTC')
  const height = await service.rpc('LTC', 'getblockcount')
  assert.deepEqual(new Set(await readHeights(service)), new Set([height]))
  const types = ['invoice.created', 'payment.received', 'payment.accepted', 'invoice.paid', ...confirmed]
  for (const uid of uids) assert.deepEqual(await service.listEvents(uid), types)
}

test('a crash while a block is written loses and repeats nothing', async (t) => {
  const first = await startPaying(t, failing)
  const uids = await payMany(first)
  await first.mine('LTC')
  await endWhileSuspended(first)
  await assertPaidOnce(await replace(t, first), uids)
})

test('a block that leaves the chain while it is written is disconnected', async (t) => {
  const first = await startPaying(t, failing)
  const uids = await payMany(first)
  await first.mine('LTC')
  await until(() => isSuspended(first))
  await first.rpc('LTC', 'sandbox_reorganise', 1)
  await first.mine('LTC')
  await first.close()
  await assertPaidOnce(await replace(t, first), uids)
})

test('a crash while a block is disconnected loses nothing', async (t) => {
  const first = await startPaying(t)
  const uids = await payMany(first)
  await first.mine('LTC')
  await assertPaidOnce(first, uids)
  await first.close()
  const second = await startPaying(t, { sharedStorage: first.storage, ...failing })
  await second.rpc('LTC', 'sandbox_reorganise', 1)
  await endWhileSuspended(second)
  assert.equal((await readHeights(second)).filter((height) => height === null).length, tasksPerTransaction)
  const third = await replace(t, second)
  await until(async () => (await readHeights(third)).every((height) => height === null))
  await third.mine('LTC')
  await assertPaidOnce(third, uids, ['payment.confirmed', 'payment.confirmed'])
})
