import assert from 'node:assert/strict'
import { run } from '../../src/cli/run.ts'
import { pay } from '../../src/wallet/pay.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying, testOnEveryCoin } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'

const service = await startPaying(fileScope, { listen: true })

testOnEveryCoin(
  'a wallet pays the uri of its option, and the merchant sees the invoice paid and confirmed',
  async (code) => {
    const { invoice, payment_options } = await service.createInvoice({ memo: 'A journey' })
    const { uri = '', amount } = payment_options.find(({ currency }) => currency === code) ?? {}
    const paid = await pay(uri, { coin: code })
    assert.deepEqual([paid.success, paid.currency, paid.amount, paid.attempts], [true, code, amount, 1])

    const readPayment = async () => (await service.getInvoice(invoice.uid)).invoice.payment
    assert.deepEqual([(await readPayment())?.txid, (await readPayment())?.amount], [paid.txid, amount])
    await service.mine(code)
    await until(async () => (await readPayment())?.confirmations === 1)
    assert.ok((await readPayment())?.confirmed_at)
    const events = ['invoice.created', 'payment.accepted', 'invoice.paid', 'payment.confirmed']
    assert.deepEqual(await service.listEvents(invoice.uid), events)
  },
)

testOnEveryCoin('the command line pays the invoice’s own uri in the given coin', async (code) => {
  const { invoice } = await service.createInvoice()
  let out = ''
  const world = {
    environment: {},
    stdin: process.stdin,
    out: (text: string) => {
      out += text
    },
    err: (text: string) => assert.fail(text),
    stopSignal: new AbortController().signal,
  }
  assert.equal(await run(['pay', invoice.uri, '--coin', code.toLowerCase(), '--json'], world), 0)
  const { txid, success } = JSON.parse(out) as { txid: string; success: boolean }
  assert.equal(success, true)
  assert.equal((await service.getInvoice(invoice.uid)).invoice.payment?.txid, txid)
})
