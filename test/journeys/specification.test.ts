import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { parsePaymentUri } from '../../src/wallet/payment-uri.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertPaymentRejected, type Bill, getOutputs, startPaying } from '../helpers/paying.ts'
import { assertRejected, basic, type Shown } from '../helpers/service.ts'

// One test for each sentence of the specification about invoices and payments, in order.
const service = await startPaying(fileScope)
const { createBill, payer, submit, listMempool, assertAccepted } = service
const six = ['BTC', 'BCH', 'BSV', 'DASH', 'LTC', 'DOGE']
const wallets = { accept: 'application/payment-request' }

let shown: Shown
before(async () => {
  shown = await service.createInvoice({ redirect_url: 'https://shop.example/thanks' })
})

describe('What the service does', () => {
  test('1. A merchant creates an invoice. The response carries the invoice and a list of payment options, one per accepted coin.', () => {
    assert.deepEqual(Object.keys(shown), ['invoice', 'payment_options'])
    assert.deepEqual(shown.payment_options.map(({ currency }) => currency).sort(), six.toSorted())
  })

  test('2. A payment option carries a URI whose parameter r is a payment request, recognised regardless of its scheme prefix.', () => {
    const expected = `${service.baseUrl}/r/${shown.invoice.uid}`
    const uris = [
      shown.invoice.uri,
      ...shown.payment_options.map(({ uri }) => uri),
      `anything:?r=${expected}`,
    ]
    for (const uri of uris) assert.equal(parsePaymentUri(uri).href, expected)
    assert.ok(
      uris.some((uri) => uri.startsWith('bitcoin:?r=')) && uris.some((uri) => uri.startsWith('pay:?r=')),
    )
  })

  test('3. A wallet downloads the payment request from the URL in r, and states the coin it wants in a request header.', async () => {
    const { json } = await service.request(`/r/${shown.invoice.uid}`, {
      token: null,
      headers: { ...wallets, 'x-currency': 'BSV' },
    })
    assert.equal(json.currency, 'BSV')
  })

  test('4. Supported coins: BTC, BCH, BSV, DASH, LTC, DOGE (six).', async () => {
    for (const coin of six)
      assert.equal((await service.paymentRequest(shown.invoice.uid, coin)).currency, coin)
  })

  test('5. The wallet signs a transaction that satisfies the outputs, and submits it to the paymentUrl.', async () => {
    const bill = await createBill('BTC')
    const signed = (await payer('BTC')).pay(bill)
    const { pathname } = new URL(bill.template.paymentUrl)
    const body = { currency: 'BTC', transactions: [signed.hex] }
    const { status } = await service.request(pathname, { method: 'POST', token: null, body })
    assert.equal(status, 200)
  })

  test('6. The server verifies the transaction and broadcasts it. On success it responds with success true. The wallet may then broadcast the transaction itself.', async () => {
    const bill = await createBill('DASH')
    const signed = (await payer('DASH')).pay(bill)
    assertAccepted(await submit(bill, signed), [signed])
    assert.ok((await listMempool('DASH')).includes(signed.txid))
    assert.equal(await service.rpc('DASH', 'sendrawtransaction', signed.hex), signed.txid)
  })

  test('7. Only transactions sent directly to the service are noticed and processed. After an error the wallet may retry the payment.', async () => {
    const bill = await createBill('LTC')
    const wallet = await payer('LTC', ['1', '1'])
    const unseen = wallet.pay(bill)
    await service.rpc('LTC', 'sendrawtransaction', unseen.hex)
    await service.mine('LTC')
    await service.waitUntilFollowed('LTC')
    assert.equal(await service.readStatus(bill.uid), 'unpaid')

    const inputs = wallet.utxos.slice(1)
    assertPaymentRejected(
      await submit(bill, wallet.pay(bill, { inputs, flaw: 'wrong-signature' })),
      'tx_signature_invalid',
    )
    const retried = wallet.pay(bill, { inputs })
    assertAccepted(await submit(bill, retried), [retried])
  })

  test('8. A merchant can poll the status of an invoice.', async () => {
    const bill = await createBill('DOGE')
    assert.equal(await service.readStatus(bill.uid), 'unpaid')
    const signed = (await payer('DOGE')).pay(bill)
    assertAccepted(await submit(bill, signed), [signed])
    assert.equal(await service.readStatus(bill.uid), 'paid')
  })
})

describe('Resources and their fields', () => {
  test('Invoice: amount is a number; currency, uid, status, uri and redirect_url are strings', () => {
    const { amount, currency, uid, status, uri, redirect_url } = shown.invoice
    assert.deepEqual(
      { amount, currency, status, uri, redirect_url },
      {
        amount: 12.5,
        currency: 'USD',
        status: 'unpaid',
        uri: `pay:?r=${service.baseUrl}/r/${uid}`,
        redirect_url: 'https://shop.example/thanks',
      },
    )
  })

  test('Payment option: uri, currency, currency_name, currency_logo_url and amount are strings, the amount a decimal number', async () => {
    for (const option of shown.payment_options) {
      for (const value of Object.values(option)) assert.equal(typeof value, 'string')
      assert.match(option.amount, /^\d+(\.\d*[1-9])?$/)
      const logo = await service.request(new URL(option.currency_logo_url).pathname, { token: null })
      assert.deepEqual(
        [logo.status, String(logo.headers['content-type']).split(';')[0]],
        [200, 'image/svg+xml'],
      )
    }
  })

  test('Payment request template: every field with its type', async () => {
    const { uid } = shown.invoice
    const template = await service.paymentRequest(uid, 'BTC')
    assert.equal(typeof template.network, 'string')
    assert.equal(template.currency, 'BTC')
    assert.equal(typeof template.requiredFeeRate, 'number')
    assert.ok(template.outputs.length >= 1)
    for (const { amount, address } of template.outputs)
      assert.deepEqual([typeof amount, typeof address], ['number', 'string'])
    for (const at of [template.time, template.expires]) assert.equal(new Date(at).toISOString(), at)
    assert.ok(template.memo.length > 0)
    assert.equal(template.paymentUrl, `${service.baseUrl}/payments/json/BTC/${uid}`)
    assert.equal(template.paymentId, uid)
  })
})

describe('Endpoints', () => {
  test('1. Get a payment request: one URL serves requests for multiple coins; the coin is chosen by x-currency', async () => {
    const scripts = await Promise.all(six.map((coin) => service.paymentRequest(shown.invoice.uid, coin)))
    assert.deepEqual(
      scripts.map(({ currency }) => currency),
      six,
    )
  })

  test('2. Submit a payment: HTTP 2xx with success true and the submitted transactions', async () => {
    const bill = await createBill('BCH')
    const signed = (await payer('BCH')).pay(bill)
    const { status, json } = await submit(bill, signed)
    assert.deepEqual([status, json.success, json.transactions], [200, true, [signed.hex]])
  })

  test('3. Get an invoice: 200 with invoice and payment_options, 404 with error for an unknown uid', async () => {
    const reread = await service.getInvoice(shown.invoice.uid)
    assert.deepEqual(reread.payment_options, shown.payment_options)
    const unknown = await service.request('/invoices/unknown', { token: null })
    assert.match(assertRejected(unknown, 404, 'invoice_not_found'), /no invoice was found with that uid/)
  })

  test('4. Create an invoice: every body field is taken; 400 with error for a non-positive amount', async () => {
    const fields = {
      business_id: 'b',
      location_id: 'l',
      register_id: 'r',
      redirect_url: 'https://shop.example/back',
      webhook_url: 'https://shop.example/hook',
      external_id: 'e',
    }
    const { invoice } = await service.createInvoice(fields)
    const mine = await service.getInvoice(invoice.uid, { token: service.merchant.token })
    assert.deepEqual({ ...mine.invoice, ...fields }, mine.invoice)
    for (const amount of [0, -1]) {
      const body = { amount, currency: 'USD' }
      assertRejected(await service.request('/invoices', { method: 'POST', body }), 400, 'amount_invalid')
    }
  })

  test('Authentication: the header Authentication is HTTP Basic with the uid of an access token as the username', async () => {
    const headers = { authentication: basic(service.merchant.token) }
    const body = { amount: 1, currency: 'USD' }
    assert.equal(
      (await service.request('/invoices', { method: 'POST', token: null, headers, body })).status,
      200,
    )
  })
})

describe('Errors', () => {
  /** Rejected with 400: success false and an error string. The wallet may retry. */
  async function assertSubmissionRejected(
    bill: Pick<Bill, 'uid' | 'coin'>,
    signed: Parameters<typeof submit>[1],
    phrase: RegExp,
  ) {
    const { status, json } = await submit(bill, signed)
    assert.deepEqual([status, json.success], [400, false])
    assert.match(String(json.error), phrase)
  }

  test('400: wrong amounts', async () => {
    const bill = await createBill('LTC')
    await assertSubmissionRejected(
      bill,
      (await payer('LTC')).pay(bill, { outputs: getOutputs(bill, -1n) }),
      /^Wrong amounts/,
    )
  })

  test('400: insufficient fee', async () => {
    const bill = await createBill('LTC')
    await assertSubmissionRejected(bill, (await payer('LTC')).pay(bill, { fee: 1n }), /^Insufficient fee/)
  })

  test('400: coins already spent', async () => {
    const [bill, other] = [await createBill('LTC'), await createBill('LTC')]
    const wallet = await payer('LTC')
    const signed = wallet.pay(other)
    assertAccepted(await submit(other, signed), [signed])
    await assertSubmissionRejected(bill, wallet.pay(bill), /^Coins already spent/)
  })

  test('400: invoice already paid', async () => {
    const bill = await createBill('LTC')
    const wallet = await payer('LTC', ['1', '1'])
    const signed = wallet.pay(bill)
    assertAccepted(await submit(bill, signed), [signed])
    await assertSubmissionRejected(bill, wallet.pay(bill, { inputs: wallet.utxos.slice(1) }), /already paid/)
  })

  test('400: invoice manually cancelled', async () => {
    const bill = await createBill('LTC')
    await service.request(`/invoices/${bill.uid}`, { method: 'DELETE' })
    await assertSubmissionRejected(bill, (await payer('LTC')).pay(bill), /cancelled/)
  })

  test('400: exchange rate expired', async () => {
    const bill = await createBill('LTC')
    const signed = (await payer('LTC')).pay(bill)
    const past = new Date(Date.now() - 3_600_000).toISOString()
    await service.database.transact(({ query }) =>
      query.updateTable('invoices').set({ quote_expires_at: past }).where('uid', '=', bill.uid).execute(),
    )
    await assertSubmissionRejected(bill, signed, /exchange rate has expired/)
  })

  test('500: no connection to the validation network', async () => {
    const bill = await createBill('DOGE')
    const signed = (await payer('DOGE')).pay(bill)
    await service.rpc('DOGE', 'sandbox_fail', 'down', 1)
    const { status, json } = await submit(bill, signed)
    await service.rpc('DOGE', 'sandbox_fail', 'none', 0)
    assert.deepEqual([status, json.success, typeof json.error], [500, false, 'string'])
  })
})
