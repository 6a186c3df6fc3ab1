import assert from 'node:assert/strict'
import type { CoinCode } from '../../src/coins/index.ts'
import { createAddressPayer, testOnWatchableCoins, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'

const service = await startPaying(fileScope)
const { createInvoice, waitFor } = createAddressPayer(service)
const { rpc, listEvents, mine } = service

const getFeeRate = (coin: CoinCode) => (coin === 'DOGE' ? 2_000_000n : 200_000n)

/** Half of an invoice arrives at its address. The wallet then pays the rest from the change, and submits both transactions. */
async function payInTwoParts(coin: CoinCode) {
  const { uid, address, amount } = await createInvoice(coin)
  const wallet = await service.payer(coin)
  const feeRate = getFeeRate(coin)
  const outputs = [{ address, amount: Number(toUnits(amount) / 2n) }]
  const half = wallet.sign({ inputs: wallet.utxos, outputs, feeRate })
  await rpc(coin, 'sendrawtransaction', half.hex)
  await waitFor(uid, ({ received }) => received?.payments[0]?.counted === true)
  const bill = { uid, coin, template: await service.paymentRequest(uid, coin) }
  const rest = wallet.pay(bill, { inputs: wallet.own(half), feeRate })
  service.assertAccepted(await service.submit(bill, [half, rest]), [half, rest])
  return { uid, half, rest }
}

/** As earlier versions stored them: without the submitted transaction that spends each input. */
const forgetSpenders = (uid: string) =>
  service.database.transact(({ query }) =>
    query
      .updateTable('payment_inputs')
      .set({ ancestor: null })
      .where('payment_id', 'in', (select) =>
        select.selectFrom('payments').where('invoice_uid', '=', uid).select('id'),
      )
      .execute(),
  )

/** It may be in a block already. */
const waitUntilSent = (coin: CoinCode, { txid }: Signed) =>
  until(() =>
    rpc(coin, 'getrawtransaction', txid).then(
      () => true,
      () => false,
    ),
  )

async function assertPaidInFull(uid: string, parts: readonly Signed[]): Promise<void> {
  const isMined = ({ confirmations }: { readonly confirmations: number }) => confirmations > 0
  const { status, payment, received } = await waitFor(uid, (invoice) =>
    Boolean(invoice.received?.payments.every(isMined)),
  )
  assert.deepEqual([status, payment.excess, payment.shortfall], ['paid', null, null])
  assert.deepEqual(
    received?.payments.map(({ txid, counted }) => [txid, counted]),
    parts.map(({ txid }) => [txid, true]),
  )
  await waitFor(uid, (invoice) => invoice.payment.confirmed_at !== null)
  assert.deepEqual(await listEvents(uid), [
    'invoice.created',
    'payment.received',
    'payment.accepted',
    'invoice.paid',
    'payment.confirmed',
  ])
}

testOnWatchableCoins(
  'an invoice is paid by its remainder, submitted together with the transaction that paid the first part',
  async (coin) => {
    const { uid, half, rest } = await payInTwoParts(coin)
    await waitFor(uid, ({ status }) => status === 'paid')
    await mine(coin)
    await assertPaidInFull(uid, [half, rest])
  },
)

for (const isOld of [false, true])
  testOnWatchableCoins(
    `a block that contains the first part but not the remainder${isOld ? ', submitted to an earlier version,' : ''} changes nothing: the remainder is sent again`,
    async (coin) => {
      const { uid, half, rest } = await payInTwoParts(coin)
      if (isOld) await forgetSpenders(uid)
      await rpc(coin, 'sandbox_evict', rest.txid)
      await mine(coin)
      await waitUntilSent(coin, rest)
      await mine(coin)
      await assertPaidInFull(uid, [half, rest])
    },
  )

for (const isOld of [false, true])
  testOnWatchableCoins(
    `a small payment mined together with the parent that it shares with the submitted payment${isOld ? ' of an earlier version' : ''} reverses nothing`,
    async (coin) => {
      const { uid, address } = await createInvoice(coin)
      const wallet = await service.payer(coin)
      const feeRate = getFeeRate(coin)
      const bill = { uid, coin, template: await service.paymentRequest(uid, coin) }
      const outputs = [{ script: wallet.script(), amount: Number(wallet.utxos[0]?.amount) / 4 }]
      const parent = wallet.sign({ inputs: wallet.utxos, outputs, feeRate })
      const [small = assert.fail(), large = assert.fail()] = wallet
        .own(parent)
        .toSorted((one, other) => Number(one.amount - other.amount))
      const payment = wallet.pay(bill, { inputs: [large], feeRate })
      service.assertAccepted(await service.submit(bill, [parent, payment]), [parent, payment])
      if (isOld) await forgetSpenders(uid)
      const amount = coin === 'DOGE' ? 2_000_000 : 10_000
      const sibling = wallet.sign({ inputs: [small], outputs: [{ address, amount }], feeRate })
      await rpc(coin, 'sendrawtransaction', sibling.hex)
      await rpc(coin, 'sandbox_evict', payment.txid)
      await mine(coin)
      await waitFor(uid, ({ received }) =>
        Boolean(
          received?.payments.some(({ txid, confirmations }) => txid === sibling.txid && confirmations > 0),
        ),
      )
      await waitUntilSent(coin, payment)
      await mine(coin)
      const { status } = await waitFor(uid, (invoice) => invoice.payment.confirmed_at !== null)
      assert.equal(status, 'paid')
      const events = await listEvents(uid)
      assert.ok(!events.includes('invoice.reversed') && !events.includes('payment.replaced'), events.join())
    },
  )
