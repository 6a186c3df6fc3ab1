import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { CoinCode } from '../../src/coins/index.ts'
import { finishRestore } from '../../src/composition/restore.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { backUp, restore } from '../../src/platform/storage/backup.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'
import { startNodes } from '../faults/nodes.ts'
import { addCleanup, createDatabaseUrl, fileScope, type TestDatabase } from '../helpers/databases.ts'
import { type PayingService, startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import { createFundedWallet, type Signed } from '../helpers/wallet.ts'

// The nodes keep running while the service is stopped, as real ones do.

const nodes = await startNodes(fileScope)

interface Paid {
  readonly coin: CoinCode
  readonly uid: string
  readonly signed: Signed
}

const start = (coin: CoinCode, storage?: TestDatabase) =>
  startPaying(fileScope, {
    settings: { [`${coin}_NODE`]: nodes.getUrl(coin), NODE_POLL_SECONDS: '1' },
    destinations: [coin],
    ...(storage && { sharedStorage: storage }),
  })

async function call(
  coin: CoinCode,
  method: string,
  ...params: readonly (string | number | boolean)[]
): Promise<unknown> {
  const { sandbox } = await createFundedWallet(nodes.baseUrl, coin, [])
  return sandbox.call(method, [...params])
}

async function mine(coin: CoinCode, blocks: number): Promise<void> {
  const { address } = await createFundedWallet(nodes.baseUrl, coin, [], { name: 'miner' })
  await call(coin, 'generatetoaddress', blocks, address())
}

async function createPaidBill(
  { isOffered, createBill, submit, assertAccepted }: PayingService,
  coin: CoinCode,
): Promise<Paid> {
  await until(() => isOffered(coin))
  const bill = await createBill(coin)
  const wallet = await createFundedWallet(nodes.baseUrl, coin, coin === 'DOGE' ? '200' : '1')
  const signed = wallet.signFor(bill.template)
  assertAccepted(await submit(bill, signed), [signed])
  return { coin, uid: bill.uid, signed }
}

const waitForStatus = ({ readStatus }: PayingService, { uid }: Paid, status: string) =>
  until(async () => (await readStatus(uid)) === status)

const readPayment = async ({ getInvoice }: PayingService, { uid }: Paid) =>
  Object((await getInvoice(uid)).invoice.payment)

/** Three payments: one to be double-spent, one to be fee-bumped, one that is simply mined. */
async function createPayments(service: PayingService, coin: CoinCode) {
  const lost = await createPaidBill(service, coin)
  const bumped = await createPaidBill(service, coin)
  return { lost, bumped, mined: await createPaidBill(service, coin) }
}

type Payments = Awaited<ReturnType<typeof createPayments>>

/** Applies these changes to them, that many blocks ago. Returns the id of the transaction with the higher fee. */
async function mineChanges(coin: CoinCode, { lost, bumped }: Payments, blocks: number): Promise<string> {
  await call(coin, 'sandbox_replace', lost.signed.txid)
  const replacement = String(await call(coin, 'sandbox_replace', bumped.signed.txid, true))
  await mine(coin, blocks)
  return replacement
}

/** Fails unless the service detects what happened to each. */
async function waitUntilSettled(
  service: PayingService,
  { lost, bumped, mined }: Payments,
  { replacement, blocks }: { replacement: string; blocks: number },
): Promise<void> {
  await waitForStatus(service, lost, 'reversed')
  await until(async () => (await readPayment(service, bumped)).txid === replacement)
  await until(async () => (await readPayment(service, mined)).confirmations === blocks)
  assert.equal((await readPayment(service, bumped)).confirmations, blocks)
  assert.deepEqual(
    [await service.readStatus(bumped.uid), await service.readStatus(mined.uid)],
    ['paid', 'paid'],
  )
  const events = [...(await service.listEvents(lost.uid)), ...(await service.listEvents(bumped.uid))]
  assert.equal(events.filter((type) => type === 'invoice.reversed').length, 1)
  assert.equal(events.filter((type) => type === 'payment.replaced').length, 1)
}

for (const [coin, blocks] of [
  ['LTC', 120],
  ['DOGE', 300],
] as const)
  test(`${coin}: after ${blocks} blocks mined while the service was stopped, a double spend and a fee bump are found`, async () => {
    const first = await start(coin)
    const payments = await createPayments(first, coin)
    await first.close()
    const replacement = await mineChanges(coin, payments, blocks)

    const second = await start(coin, first.storage)
    await waitUntilSettled(second, payments, { replacement, blocks })
    await second.close()
  })

test('after the restore of a backup that is 150 blocks old, a double spend and a fee bump are found', async (t) => {
  const first = await start('BCH')
  const payments = await createPayments(first, 'BCH')
  const folder = await mkdtemp(join(tmpdir(), 'quittance-late-'))
  addCleanup(t, () => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'backup')
  const environment = { PATH: process.env.PATH ?? '' }
  await backUp(first.storage.url, file, { environment, overwrite: false })
  const replacement = await mineChanges('BCH', payments, 150)
  await first.close()

  const url = await createDatabaseUrl(fileScope)
  await restore(url, file, { environment, finish: (database) => finishRestore(database, systemClock) })
  const database = await openDatabase(url)
  addCleanup(fileScope, () => database.close())
  const second = await start('BCH', { database, url })
  await waitUntilSettled(second, payments, { replacement, blocks: 150 })
  await second.close()
})
