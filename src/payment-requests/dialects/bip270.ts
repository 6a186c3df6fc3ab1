import { requestUrl } from '../../invoices/option.ts'
import type { PaymentRequest } from '../request.ts'
import { accepted, type Dialect, type Issuer, json, requireHex, requireObject } from './dialect.ts'
import { toPaymentResult } from './json-forms.ts'

/** BIP270 Simplified Payment Protocol, with BIP272 (URI) and BIP273 (media types). Only for BSV. */
export const bip270: Dialect = {
  name: 'bip270',
  rank: 2,

  parseGet: ({ accept }) =>
    accepted(accept).includes('application/bitcoinsv-paymentrequest')
      ? {
          for: 'request',
          type: json,
          coin: 'BSV',
          answer: (request, issuer) => ({ type: json, body: JSON.stringify(terms(request, issuer)) }),
        }
      : null,

  acceptsPost: (mediaType) => mediaType === 'application/bitcoinsv-payment',

  parsePost(post) {
    const payment = requireObject(post.json())
    const transaction = requireHex(payment.transaction)
    return {
      for: 'payment',
      submission: { coin: 'BSV', transactions: [transaction] },
      answer: (receipt) => ({
        type: json,
        body: JSON.stringify({ payment, error: 0, ...toPaymentResult(receipt) }),
      }),
    }
  },
}

function terms(request: PaymentRequest, { baseUrl }: Issuer) {
  return {
    // The network names that ElectrumSV and Simply Cash expect. A wallet on the other network rejects the request, as it should.
    network: request.chain === 'main' ? 'bitcoin-sv' : 'test',
    outputs: request.outputs.map(({ amount, script }) => ({ amount: Number(amount), script })),
    creationTimestamp: seconds(request.quotedAt),
    expirationTimestamp: seconds(request.expiresAt),
    memo: request.memo,
    paymentUrl: requestUrl(baseUrl, request.uid),
    // The BIP allows an object or a string; wallets only accept a string.
    merchantData: request.uid,
  }
}

const seconds = (instant: number): number => Math.floor(instant / 1_000)
