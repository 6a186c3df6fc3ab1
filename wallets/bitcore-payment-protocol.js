// Bitcore's messages of BIP70, by which BitPay's wallets paid in BTC and BCH. It builds and checks them; the way to the server is ours.
import { createRequire } from 'node:module'
import PaymentProtocol from 'bitcore-payment-protocol'
import { buildTransaction } from './bitcore-transaction.js'
import { serve } from './serve.js'

// It brings a bitcore-lib of its own version, which cannot stand beside another one, nor beside that of another coin: BTC alone is built here.
const library = createRequire(createRequire(import.meta.url).resolve('bitcore-payment-protocol'))(
  'bitcore-lib',
)

let details

serve({
  build: (wish) => buildTransaction(library, wish),

  /** An authority that this wallet trusts, by its common name: one more in the list that it was built with. */
  trust({ name, pem }) {
    PaymentProtocol.certs[name] = pem
    PaymentProtocol.trusted[PaymentProtocol.parsePEM(pem)[0].pem] = name
  },

  async request({ url, coin }) {
    const type = PaymentProtocol.LEGACY_PAYMENT[coin].REQUEST_CONTENT_TYPE
    const answer = await fetch(url, { headers: { accept: type } })
    const body = await bytesOf(answer)
    if (answer.headers.get('content-type') !== type) throw new Error(`${answer.status} ${body}`)
    const request = new PaymentProtocol(coin).deserialize(body, 'PaymentRequest')
    if (!request.isValidSize()) throw new Error('it is too large')
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

  /** Pays the request that was fetched; `acknowledged`: is the payment that came back, byte for byte, the one that was sent? */
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
    const answer = await fetch(details.get('payment_url'), { method: 'POST', headers, body })
    const bytes = await bytesOf(answer)
    if (answer.headers.get('content-type') !== ack) throw new Error(`${answer.status} ${bytes}`)
    const message = new PaymentProtocol(coin).deserialize(bytes, 'PaymentACK')
    return { memo: message.get('memo'), acknowledged: message.get('payment').equals(body) }
  },
})

const bytesOf = async (answer) => Buffer.from(await answer.arrayBuffer())
