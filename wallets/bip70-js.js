// A BIP70 client for Bitcoin. It has no keys: the caller signs.
import { createRequire } from 'node:module'
import bip70 from 'bip70-js'
import { serve } from './serve.js'

const { HttpClient, ProtoBuf, X509 } = bip70
const require = createRequire(createRequire(import.meta.url).resolve('bip70-js'))
const { X509: Certificate } = require('jsrsasign')
const { Writer } = require('protobufjs')

// It serialises messages with a method that has another name in protobufjs 6, the version it depends on.
Writer.prototype.final = Writer.prototype.finish

const client = new HttpClient()
let details

serve({
  /** `roots`: the CA certificates that this wallet trusts, as base64-encoded DER. */
  async request({ url, roots = [] }) {
    const trustStore = roots.map(parseCertificate)
    const [request, path] = await client.getRequest(url, new X509.RequestValidator({ trustStore }))
    details = ProtoBuf.PaymentDetails.decode(request.serializedPaymentDetails)
    const { outputs, ...fields } = ProtoBuf.PaymentDetails.toObject(details, { longs: Number, bytes: String })
    return {
      ...fields,
      outputs: outputs.map(({ amount, script }) => ({
        amount,
        script: Buffer.from(script, 'base64').toString('hex'),
      })),
      pkiType: request.pkiType,
      signers: path?.map((each) => each.getSubjectString()) ?? [],
    }
  },

  /** Pays the fetched request. `acknowledged`: whether the server returned the payment byte for byte. */
  async pay({ transactions, memo }) {
    // It expects bytes as base64.
    const hexes = transactions.map((hex) => Buffer.from(hex, 'hex').toString('base64'))
    const sent = encodePayment(client.preparePayment(details, hexes, memo))
    const { payment, memo: ackMemo } = await client.sendPayment(details, hexes, memo)
    return { memo: ackMemo, acknowledged: Buffer.compare(encodePayment(payment), sent) === 0 }
  },
})

const encodePayment = (payment) => ProtoBuf.Payment.encode(payment).finish()

function parseCertificate(base64) {
  const certificate = new Certificate()
  certificate.readCertHex(Buffer.from(base64, 'base64').toString('hex'))
  return certificate
}
