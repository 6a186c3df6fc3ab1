import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNodes } from '../faults/nodes.ts'
import { type AnyWalletInvoice, createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import type { TestScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { createFundedWallet } from '../helpers/wallet.ts'

/**
 * An invoice paid by a transaction whose parent is unconfirmed. The payer has signed a parent with a higher fee, and the payment that spends
 * its change. Neither is sent yet.
 */
async function payFromUnconfirmed(t: TestScope, { percent = 100n }: { readonly percent?: bigint } = {}) {
  const nodes = await startNodes(t)
  const settings = { BTC_NODE: nodes.getUrl('BTC'), NODE_POLL_SECONDS: '1' }
  const service = await startPaying(t, { settings, destinations: ['BTC'] })
  await until(() => service.isOffered('BTC'))
  const payer = createAddressPayer(service)
  const { uid, address, amount } = await payer.createInvoice('BTC')
  const wallet = await createFundedWallet(nodes.baseUrl, 'BTC', ['1'])
  const options = { feeRate: 200_000n, sequence: 0 }
  const parent = wallet.sign({ ...options, inputs: wallet.utxos, outputs: [] })
  const bumpedParent = wallet.sign({ ...options, inputs: wallet.utxos, outputs: [], feeRate: 2_000_000n })
  const outputs = [{ address, amount: Number(toUnits(amount)) }]
  const payment = wallet.sign({ ...options, inputs: wallet.own(parent), outputs })
  const newOutputs = [{ address, amount: Number((toUnits(amount) * percent) / 100n) }]
  const newPayment = wallet.sign({ ...options, inputs: wallet.own(bumpedParent), outputs: newOutputs })
  const send = ({ hex }: { readonly hex: string }) => wallet.sandbox.call('sendrawtransaction', [hex])
  const mine = () => wallet.sandbox.call('generatetoaddress', [1, wallet.address()])
  await send(parent)
  await send(payment)
  await payer.waitFor(uid, ({ status }) => status === 'paid')

  /** Starts the service again after `work`, and returns the invoice once it shows the mined new payment. */
  async function followAfter(work: () => Promise<void>): Promise<AnyWalletInvoice> {
    await service.close()
    await work()
    const again = await startService(t, { sharedStorage: service.storage, settings })
    const { readInvoice } = createAddressPayer({ ...service, ...again })
    await until(async () => {
      const { status, payment: shown } = await readInvoice(uid)
      return status === 'paid' && shown.txid === newPayment.txid && shown.confirmations > 0
    })
    return readInvoice(uid)
  }

  const before = (await service.listEvents(uid)).length
  /** Events since the first payment, except the confirmation. */
  const listEvents = async () =>
    (await service.listEvents(uid)).slice(before).filter((type) => type !== 'payment.confirmed')
  return { ...service, ...payer, uid, bumpedParent, newPayment, send, mine, followAfter, listEvents }
}

for (const percent of [100n, 120n])
  test(`a payment whose parent was replaced continues if both are mined in one block, with ${percent}% of the amount`, async (t) => {
    const { send, mine, bumpedParent, newPayment, followAfter, listEvents } = await payFromUnconfirmed(t, {
      percent,
    })
    const { payment } = await followAfter(async () => {
      await send(bumpedParent)
      await send(newPayment)
      await mine()
    })
    assert.deepEqual(payment.txids, [newPayment.txid])
    const exceptions = percent > 100n ? ['payment.exception'] : []
    assert.deepEqual(await listEvents(), ['payment.replaced', ...exceptions])
  })

test('a payment whose parent was replaced still pays the invoice if the new payment is mined later than its parent', async (t) => {
  const { send, mine, bumpedParent, newPayment, followAfter, listEvents, listExceptions, uid } =
    await payFromUnconfirmed(t)
  const { payment } = await followAfter(async () => {
    await send(bumpedParent)
    await mine()
    await send(newPayment)
    await mine()
  })
  assert.deepEqual(payment.txids, [newPayment.txid])
  const events = (await listEvents()).filter((type) => type !== 'payment.exception')
  assert.deepEqual(events, ['payment.replaced'])
  const exceptions = (await listExceptions(uid)) as { status?: string }[]
  assert.deepEqual(
    exceptions.map(({ status }) => status),
    [undefined, 'void'],
  )
})
