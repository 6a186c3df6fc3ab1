// Bitcore's BIP70 messages, with which BitPay's wallets paid in BTC and BCH. The library builds and checks them; we send the requests.
import { createRequire } from 'node:module'
import PaymentProtocol from 'bitcore-payment-protocol'
import { buildTransaction } from './bitcore-transaction.js'
import { serve } from './serve.js'

// It depends on its own version of bitcore-lib, which can't be loaded together with another version or another coin's. So only BTC is built.
const library = createRequire(createRequire(import.meta.url).resolve('bitcore-payment-protocol'))(
  'bitcore-lib',
)

let details

serve({
  build: (payment) => buildTransaction(library, payment),

  /** Adds a CA, by its common name, to the wallet's built-in list. */
  trust({ name, pem }) {
    PaymentProtocol.certs[name] = pem
    PaymentProtocol.trusted[PaymentProtocol.parsePEM(pem)[0].pem] = name
  },

  async request({ url, coin }) {
    const type = PaymentProtocol.LEGACY_PAYMENT[coin].REQUEST_CONTENT_TYPE
    const response = await fetch(url, { headers: { accept: type } })
    const body = await readBytes(response)
    if (response.headers.get('content-type') !== type) throw new Error(`${response.status} ${body}`)
    const request = new PaymentProtocol(coin).deserialize(body, 'PaymentRequest')
    if (!request.isValidSize()) throw new Error('the request is too large')
    details = new PaymentProtocol(coin).deserialize(
      request.get('serialized_payment_details'),
      'PaymentDetails',
    )
    return {
      pkiType: request.get('pki_type'),
      trust: request.get('pki_type') === 'none' ? null : request.verify(true),
      ...Object.fromEntries(['network', 'memo', 'payment_url'].map((name) => [name, details.get(name)])),
      expires: details.get('expires'),
      requiredFeeRate: details.get('required_fee_rate'),
      outputs: details.get('outputs').map((output) => ({
        amount: output.get('amount').toNumber(),
        script: Buffer.from(output.get('script').toBuffer()).toString('hex'),
      })),
    }
  },

  /** Pays the fetched request. `acknowledged`: whether the server returned the payment byte for byte. */
  async pay({ coin, transactions, refundTo, memo }) {
    const payment = new PaymentProtocol(coin).makePayment({
      merchant_data: details.get('merchant_data'),
      transactions: transactions.map((hex) => Buffer.from(hex, 'hex')),
      refund_to: [new PaymentProtocol.Output({ amount: 0, script: Buffer.from(refundTo, 'hex') })],
      memo,
    })
    const ack = PaymentProtocol.LEGACY_PAYMENT[coin].ACK_CONTENT_TYPE
    const headers = { 'content-type': payment.getContentType(), accept: ack }
    const body = payment.serialize()
    const response = await fetch(details.get('payment_url'), { method: 'POST', headers, body })
    const bytes = await readBytes(response)
    if (response.headers.get('content-type') !== ack) throw new Error(`${response.status} ${bytes}`)
    const message = new PaymentProtocol(coin).deserialize(bytes, 'PaymentACK')
    return { memo: message.get('memo'), acknowledged: message.get('payment').equals(body) }
  },
})

const readBytes = async (response) => Buffer.from(await response.arrayBuffer())
