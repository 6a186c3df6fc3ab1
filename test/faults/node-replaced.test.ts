import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { openFaultyNode } from '../helpers/faulty-node.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import { createFundedWallet } from '../helpers/wallet.ts'
import { startNodes } from './nodes.ts'

const nodes = await startNodes(fileScope)
const proxy = await openFaultyNode(fileScope, nodes.getUrl('LTC'))
const service = await startPaying(fileScope, {
  settings: { LTC_NODE: proxy.url, NODE_POLL_SECONDS: '1' },
  destinations: ['LTC'],
})
const { createBill, submit, isOffered, listEvents, getInvoice, stores, logged } = service

const getFollowedHash = async () => (await stores.followedBlocks.findNewest('LTC'))?.hash
const hasLogged = (text: string) => logged.some((line) => line.includes(text))

test('while another coin’s node responds, confirmed payments stay confirmed, and nothing is announced twice', async () => {
  await until(() => isOffered('LTC'))
  const bill = await createBill('LTC')
  const wallet = await createFundedWallet(nodes.baseUrl, 'LTC', ['1'])
  const mine = () => wallet.sandbox.call('generatetoaddress', [1, wallet.address()])
  const confirmations = async () => (await getInvoice(bill.uid)).invoice.payment?.confirmations
  const signed = wallet.signFor(bill.template, { inputs: wallet.utxos })
  service.assertAccepted(await submit(bill, signed), [signed])
  await mine()
  await until(async () => (await confirmations()) === 1)
  const [tip, shown] = [await getFollowedHash(), await getInvoice(bill.uid)]

  proxy.forwardTo(nodes.getUrl('DOGE'))
  await until(async () => hasLogged("LTC: cannot follow the chain: it is another coin's node"))
  assert.equal(await getFollowedHash(), tip)
  assert.deepEqual(await getInvoice(bill.uid), shown)

  proxy.forwardTo(nodes.getUrl('LTC'))
  await mine()
  await until(async () => (await confirmations()) === 2)
  const confirmed = (await listEvents(bill.uid)).filter((type) => type === 'payment.confirmed')
  assert.equal(confirmed.length, 1)
  assert.equal(
    (await getInvoice(bill.uid)).invoice.payment?.confirmed_at,
    shown.invoice.payment?.confirmed_at,
  )
})
