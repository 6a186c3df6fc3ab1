import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransact } from '../../src/composition/stores.ts'
import { createFoundPaymentRecorder } from '../../src/found-payments/record.ts'
import { createPaymentCounter } from '../../src/payments/count.ts'
import { createMinedPaymentRecorder } from '../../src/payments/mined-payment.ts'
import { createClaimReleaser } from '../../src/payments/release.ts'
import { createPaymentRestorer } from '../../src/payments/restore.ts'
import { createSettlement } from '../../src/payments/settle.ts'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { listPayments } from '../helpers/list-payments.ts'
import { assertPaymentRejected, type Bill, startPaying } from '../helpers/paying.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'

const service = await startPaying(fileScope, { settings: { NODE_TIMEOUT_SECONDS: '1' } })
/** Another process on the same database that stops between claim and broadcast. */
const failing = await startService(fileScope, {
  sharedStorage: service.storage,
  config: { failpoint: { name: 'payment.claimed', action: { kind: 'throw' } } },
})
const { database, clock, rpc, submit, stores, readStatus } = service
const { createInvoice, send, listExceptions } = createAddressPayer(service)
const transact = createTransact(database)
const release = createClaimReleaser(transact, { clock, actor: 'the test' })

const readPayment = async ({ uid }: Bill) =>
  (await listPayments(service, uid))[0] ?? assert.fail('no payment')

async function releaseClaim(bill: Bill): Promise<void> {
  const payment = await readPayment(bill)
  assert.equal(await release({ ...payment, txid: payment.transactions[0]?.txid ?? '' }), true)
}

/** An invoice that accepts any wallet, with a payment whose outcome is unknown. */
async function claimWithoutResponse() {
  const { uid, address, amount } = await createInvoice('LTC')
  const bill = { uid, coin: 'LTC', template: await service.paymentRequest(uid, 'LTC') }
  const signed = (await service.payer('LTC')).pay(bill)
  await rpc('LTC', 'sandbox_fail', 'timeout', 1_000)
  assertPaymentRejected(await submit(bill, signed), 'broadcast_unknown')
  await rpc('LTC', 'sandbox_fail', 'none', 0)
  return { bill, signed, address, amount: toUnits(amount) }
}

/** Records the submitted transaction as found in the newest block, as if the search for known payments in the block had missed it. */
async function recordInNewestBlock(bill: Bill, signed: Signed): Promise<void> {
  const { height, hash } = (await stores.followedBlocks.findNewest('LTC')) ?? assert.fail('no block')
  const [output = assert.fail('no output')] = await database.read.query
    .selectFrom('payment_outputs')
    .where('txid', '=', signed.txid)
    .selectAll()
    .execute()
  const payment = (await stores.payments.find(output.payment_id)) ?? assert.fail('no payment')
  const record = createRecorder()
  await transact((stores) =>
    record(stores, [
      {
        ...signed,
        coin: 'LTC',
        invoiceUid: bill.uid,
        vout: output.vout,
        script: output.script,
        amount: payment.amount,
        inputs: [],
        minedAncestors: [],
        value: payment.value ?? assert.fail('no value'),
        snapshotId: payment.snapshotId,
        requiredConfirmations: null,
        signalsReplacement: false,
        isCounted: true,
        block: { height, hash },
        sinceHeight: height - 1,
      },
    ]),
  )
}

function createRecorder() {
  const view = { baseUrl: service.config.baseUrl, getTipHeight: () => null }
  const isConfirmed = () => false
  const paymentCounter = createPaymentCounter({ view, clock })
  const settlement = createSettlement(transact, { view, clock, isConfirmed, paymentCounter })
  const restorer = createPaymentRestorer({ view, clock, paymentCounter })
  const recordMined = createMinedPaymentRecorder({ settlement, restorer })
  return createFoundPaymentRecorder({ settlement, recordMined, paymentCounter, isConfirmed, clock })
}

test('a payment that was claimed while its block was searched is settled by its output in that block', async () => {
  const { bill, signed } = await claimWithoutResponse()
  await recordInNewestBlock(bill, signed)
  assert.equal(await readStatus(bill.uid), 'paid')
  assert.equal((await readPayment(bill)).status, 'accepted')
})

test('a payment that was abandoned before its output was found in a block pays the invoice', async () => {
  const { bill, signed } = await claimWithoutResponse()
  await releaseClaim(bill)
  await recordInNewestBlock(bill, signed)
  assert.equal(await readStatus(bill.uid), 'paid')
})

test('a payment that was abandoned because another one paid is a surplus once its output is found in a block', async () => {
  const { bill, signed, address, amount } = await claimWithoutResponse()
  await send('LTC', address, amount)
  await until(async () => (await readStatus(bill.uid)) === 'paid')
  await recordInNewestBlock(bill, signed)
  const exceptions = await listExceptions(bill.uid)
  assert.deepEqual(
    exceptions.map(({ kind, txid }) => [kind, txid]),
    [['surplus', signed.txid]],
  )
})

test('a payment in a block whose claim was released before it was settled pays the invoice at the next block', async () => {
  const bill = await service.createBill('BTC')
  const signed = (await service.payer('BTC')).pay(bill)
  await rpc('BTC', 'sendrawtransaction', signed.hex)
  await service.mine('BTC')
  await service.waitUntilFollowed('BTC')
  const { uid, coin } = bill
  const reply = await failing.request(`/payments/json/${coin}/${uid}`, {
    method: 'POST',
    token: null,
    body: { currency: coin, transactions: [signed.hex] },
  })
  assert.equal(reply.status, 500)
  assert.notEqual((await readPayment(bill)).block, null)
  await releaseClaim(bill)
  await service.mine('BTC')
  await until(async () => (await readStatus(uid)) === 'paid')
  await service.assertPaid(bill, [signed])
})
