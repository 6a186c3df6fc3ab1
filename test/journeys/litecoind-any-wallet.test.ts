import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getNumberText } from '../../src/networks/node/exact.ts'
import { payByAddress, units } from '../helpers/any-wallet.ts'
import { wholeFile } from '../helpers/databases.ts'
import { withoutLitecoind } from '../helpers/litecoind.ts'
import { openLitecoindLab } from '../helpers/litecoind-lab.ts'
import { until } from '../helpers/until.ts'

// A real wallet that knows nothing of payment protocols: that of the node.

const lab = withoutLitecoind ? null : await openLitecoindLab(wholeFile)

/** Decimal coins of half an amount of base units. */
const coins = (amount: bigint) => Number(amount) / 1e8

test('the wallet of a Litecoin node pays in two parts, one in the mempool and one in a block', {
  skip: withoutLitecoind,
}, async () => {
  const { node, ...service } = lab ?? assert.fail()
  await until(() => service.isOffered('LTC'))
  const { createInvoice, addressOf, waitFor } = payByAddress(service)
  const { uid, address, amount } = await createInvoice('LTC')
  const half = units(amount) / 2n
  const first = String(await node.cli('sendtoaddress', [address, coins(half)]))
  const { received } = await waitFor(uid, (invoice) => invoice.received !== null)
  assert.deepEqual(
    received?.payments.map(({ txid, counted }) => [txid, counted]),
    [[first, true]],
  )
  const { remaining } = await addressOf(uid, 'LTC')
  const second = String(await node.cli('sendtoaddress', [address, coins(units(remaining))]))
  await node.mine(1)
  const { payment } = await waitFor(uid, ({ status }) => status === 'paid')
  assert.deepEqual([payment.via, payment.txid, payment.txids], ['network', second, [first, second]])
  const entry = Object(await node.cli('gettransaction', [second]))
  assert.equal(Number(getNumberText(entry.amount)), -coins(units(remaining)))
  await waitFor(uid, (invoice) => invoice.payment.confirmed_at !== null)
})

test('a block that holds only the payment, seen in no mempool, pays the invoice', {
  skip: withoutLitecoind,
}, async () => {
  const { node, ...service } = lab ?? assert.fail()
  const { createInvoice, waitFor } = payByAddress(service)
  const { uid, address, amount } = await createInvoice('LTC')
  // Both happen within one poll of the service, nearly always: it has to hold either way.
  await node.cli('sendtoaddress', [address, coins(units(amount))])
  await node.mine(300)
  const { payment } = await waitFor(uid, ({ status }) => status === 'paid')
  await waitFor(uid, (invoice) => invoice.payment.confirmations === 300)
  assert.equal(payment.parts.length, 1)
})
