// A client of BIP70 for Bitcoin. It holds no keys: whoever uses it signs.
import { createRequire } from 'node:module'
import bip70 from 'bip70-js'
import { serve } from './serve.js'

const { HttpClient, ProtoBuf, X509 } = bip70
const require = createRequire(createRequire(import.meta.url).resolve('bip70-js'))
const { X509: Certificate } = require('jsrsasign')
const { Writer } = require('protobufjs')

// It ends a message by a method that protobufjs 6, which it asks for, does not have: this is its name there.
Writer.prototype.final = Writer.prototype.finish

const client = new HttpClient()
let details

serve({
  /** `roots`: the authorities that this wallet trusts, DER in base64. */
  async request({ url, roots = [] }) {
    const trustStore = roots.map(certificateOf)
    const [request, path] = await client.getRequest(url, new X509.RequestValidator({ trustStore }))
    details = ProtoBuf.PaymentDetails.decode(request.serializedPaymentDetails)
    const { outputs, ...facts } = ProtoBuf.PaymentDetails.toObject(details, { longs: Number, bytes: String })
    return {
      ...facts,
      outputs: outputs.map(({ amount, script }) => ({
        amount,
        script: Buffer.from(script, 'base64').toString('hex'),
      })),
      pkiType: request.pkiType,
      signers: path?.map((each) => each.getSubjectString()) ?? [],
    }
  },

  /** Pays the request that was fetched; `acknowledged`: is the payment that came back, byte for byte, the one that was sent? */
  async pay({ transactions, memo }) {
    // Bytes are given to it as base64.
    const hexes = transactions.map((hex) => Buffer.from(hex, 'hex').toString('base64'))
    const sent = bytesOf(client.preparePayment(details, hexes, memo))
    const { payment, memo: answer } = await client.sendPayment(details, hexes, memo)
    return { memo: answer, acknowledged: Buffer.compare(bytesOf(payment), sent) === 0 }
  },
})

const bytesOf = (payment) => ProtoBuf.Payment.encode(payment).finish()

function certificateOf(base64) {
  const certificate = new Certificate()
  certificate.readCertHex(Buffer.from(base64, 'base64').toString('hex'))
  return certificate
}
