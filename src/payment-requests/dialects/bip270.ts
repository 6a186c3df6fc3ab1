import { buildRequestUrl } from '../../invoices/option.ts'
import type { PaymentRequest } from '../request.ts'
import { type Dialect, type Issuer, json, type Respond, requireHex, requireObject } from './dialect.ts'
import { toPaymentResult } from './json-forms.ts'

/** For the members besides the transaction, which are far smaller in wallets' payments. Anyone can send an accepted payment again. */
const maxRepeatedBytes = 64 * 1024

/** BIP270 Simplified Payment Protocol, with BIP272 (URI) and BIP273 (media types). Only for BSV. */
export const bip270: Dialect = {
  name: 'bip270',
  rank: 2,

  parseGet: ({ types }) =>
    types.includes('application/bitcoinsv-paymentrequest')
      ? { kind: 'request', type: json, coin: 'BSV', respond }
      : null,

  acceptsPost: (mediaType) => mediaType === 'application/bitcoinsv-payment',

  parsePost(post) {
    const payment = requireObject(post.parseJson())
    const transaction = requireHex(payment.transaction)
    const isRepeated = post.body.length - transaction.length <= maxRepeatedBytes
    return {
      kind: 'payment',
      submission: { coin: 'BSV', transactions: [transaction] },
      respond: (receipt) => ({
        type: json,
        body: JSON.stringify({
          payment: isRepeated ? payment : { transaction },
          error: 0,
          ...toPaymentResult(receipt),
        }),
      }),
    }
  },
}

const respond: Respond<PaymentRequest> = (request, issuer) => ({
  type: json,
  body: JSON.stringify(buildTerms(request, issuer)),
})

function buildTerms(request: PaymentRequest, { baseUrl }: Issuer) {
  return {
    // The network names that ElectrumSV and Simply Cash expect. A wallet on the other network rejects the request, as it should.
    network: request.chain === 'main' ? 'bitcoin-sv' : 'test',
    outputs: request.outputs.map(({ amount, script }) => ({ amount: Number(amount), script })),
    creationTimestamp: toSeconds(request.quotedAt),
    expirationTimestamp: toSeconds(request.expiresAt),
    memo: request.memo,
    paymentUrl: buildRequestUrl(baseUrl, request.uid),
    // The BIP allows an object or a string; wallets only accept a string.
    merchantData: request.uid,
  }
}

const toSeconds = (instant: number): number => Math.floor(instant / 1_000)
