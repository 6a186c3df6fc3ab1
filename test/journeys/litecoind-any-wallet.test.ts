import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getNumberText } from '../../src/networks/node/exact-numbers.ts'
import { type AnyWalletInvoice, createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { withoutLitecoind } from '../helpers/litecoind.ts'
import { openLitecoindLab } from '../helpers/litecoind-lab.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

// A real wallet that knows nothing of payment protocols: that of the node.

/** The node replaces transactions, which Litecoin nodes don't do by default. */
const lab = withoutLitecoind ? null : await openLitecoindLab(fileScope, ['mempoolreplacement=1'])

/** Decimal coins of half an amount of base units. */
const coins = (amount: bigint) => Number(amount) / 1e8

test('the wallet of a Litecoin node pays in two parts, one in the mempool and one in a block', {
  skip: withoutLitecoind,
}, async () => {
  const { node, ...service } = lab ?? assert.fail()
  await until(() => service.isOffered('LTC'))
  const { createInvoice, readAddress, waitFor } = createAddressPayer(service)
  const { uid, address, amount } = await createInvoice('LTC')
  const half = toUnits(amount) / 2n
  const first = String(await node.cli('sendtoaddress', [address, coins(half)]))
  const { received } = await waitFor(uid, (invoice) => invoice.received !== null)
  assert.deepEqual(
    received?.payments.map(({ txid, counted }) => [txid, counted]),
    [[first, true]],
  )
  const { remaining } = await readAddress(uid, 'LTC')
  const second = String(await node.cli('sendtoaddress', [address, coins(toUnits(remaining))]))
  await node.mine(1)
  const { payment } = await waitFor(uid, ({ status }) => status === 'paid')
  assert.deepEqual([payment.via, payment.txid, payment.txids], ['network', second, [first, second]])
  const entry = Object(await node.cli('gettransaction', [second]))
  assert.equal(Number(getNumberText(entry.amount)), -coins(toUnits(remaining)))
  await waitFor(uid, (invoice) => invoice.payment.confirmed_at !== null)
})

test('a block that holds only the payment, seen in no mempool, pays the invoice', {
  skip: withoutLitecoind,
}, async () => {
  const { node, ...service } = lab ?? assert.fail()
  const { createInvoice, waitFor } = createAddressPayer(service)
  const { uid, address, amount } = await createInvoice('LTC')
  // Both happen within one poll of the service, nearly always: it has to hold either way.
  await node.cli('sendtoaddress', [address, coins(toUnits(amount))])
  await node.mine(300)
  const { payment } = await waitFor(uid, ({ status }) => status === 'paid')
  await waitFor(uid, (invoice) => invoice.payment.confirmations === 300)
  assert.equal(payment.parts.length, 1)
})

test('the wallet bumps the fee of the first part, and its second part completes the payment', {
  skip: withoutLitecoind,
}, async () => {
  const { node, ...service } = lab ?? assert.fail()
  const { createInvoice, readAddress, waitFor, listExceptions } = createAddressPayer(service)
  const { uid, address, amount } = await createInvoice('LTC')
  const isReplaceable = true
  const half = coins(toUnits(amount) / 2n)
  const first = String(await node.cli('sendtoaddress', [address, half, '', '', false, isReplaceable]))
  await waitFor(uid, ({ received }) => received?.payments[0]?.txid === first)
  const { remaining } = await readAddress(uid, 'LTC')
  const { txid: bumped } = Object(await node.cli('bumpfee', [first]))
  const { received } = await waitFor(uid, (invoice) => invoice.received?.payments[0]?.txid === bumped)
  assert.deepEqual(
    received?.payments.map(({ counted }) => counted),
    [true],
  )
  assert.equal((await readAddress(uid, 'LTC')).remaining, remaining)

  const second = String(await node.cli('sendtoaddress', [address, coins(toUnits(remaining))]))
  await node.mine(1)
  const { payment } = await waitFor(uid, ({ status }) => status === 'paid')
  assert.deepEqual(payment.txids.toSorted(), [bumped, second].toSorted())
  await waitFor(uid, (invoice) => invoice.payment.confirmed_at !== null)
  assert.deepEqual(await listExceptions(uid), [])
})

test('payments that the wallet sends while the service is stopped for 300 blocks are found after the start', {
  skip: withoutLitecoind,
}, async (t) => {
  const { node, ...service } = await openLitecoindLab(t)
  await until(() => service.isOffered('LTC'))
  const { createInvoice } = createAddressPayer(service)
  const [early, late] = [await createInvoice('LTC'), await createInvoice('LTC')]
  await service.close()
  for (const { address, amount } of [early, late]) {
    await node.cli('sendtoaddress', [address, coins(toUnits(amount))])
    await node.mine(150)
  }

  const settings = { LTC_NODE: node.url, NODE_POLL_SECONDS: '1' }
  const restarted = await startService(t, { sharedStorage: service.storage, settings })
  for (const [{ uid }, confirmations] of [
    [early, 300],
    [late, 150],
  ] as const) {
    const isConfirmed = ({ status, payment }: AnyWalletInvoice) =>
      status === 'paid' && payment.confirmed_at !== null && payment.confirmations === confirmations
    await until(async () =>
      isConfirmed((await restarted.getInvoice(uid)).invoice as unknown as AnyWalletInvoice),
    )
  }
})
