import { iso } from '../../kernel/clock.ts'
import { Refused } from '../../kernel/refused.ts'
import { type PaymentRequest, perByte } from '../request.ts'
import { accepted, type Dialect, type Receipt, type Submission, unreadable } from './dialect.ts'

/** A chain of unconfirmed transactions that a wallet hands in together; the last one pays. */
const mostTransactions = 16

const json = 'application/json; charset=utf-8'

/** The specification's own protocol: the template by `x-currency`, the payment as `{currency, transactions}`. */
export const specification: Dialect = {
  name: 'specification',

  asks: ({ accept, 'x-currency': currency }) =>
    currency !== undefined || accepted(accept).includes('application/payment-request'),

  coin: ({ 'x-currency': currency }) =>
    Array.isArray(currency) ? currency.join(', ') : (currency?.trim() ?? null),

  request: (request, baseUrl) => ({ type: json, body: JSON.stringify(template(request, baseUrl)) }),

  pays: (mediaType) => mediaType === 'application/json' || mediaType === 'application/payment',

  payment: (body) => readSubmission(body),

  receipt: ({ transactions, txid, memo }: Receipt) => ({
    type: json,
    body: JSON.stringify({ success: true, transactions, txid, memo }),
  }),
}

function template(request: PaymentRequest, baseUrl: string): Record<string, unknown> {
  const requiredFeeRate = JSON.rawJSON(perByte(request.feeRate))
  return {
    network: request.chain,
    currency: request.coin,
    requiredFeeRate,
    // The example of BitPay's specification spells it so, and some wallets read that.
    requiredFeePerByte: requiredFeeRate,
    outputs: request.outputs.map(({ amount, address }) => ({ amount: Number(amount), address })),
    time: iso(request.quotedAt),
    expires: iso(request.expiresAt),
    memo: request.memo,
    paymentUrl: `${baseUrl}/payments/json/${request.coin}/${request.uid}`,
    paymentId: request.uid,
  }
}

/** Reads `{currency, transactions}`; each transaction hex of even length, none twice. */
function readSubmission(body: unknown): Submission {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw unreadable('send a JSON object')
  const { currency, transactions } = body as { currency?: unknown; transactions?: unknown }
  if (typeof currency !== 'string') throw unreadable('currency must be the code of the coin')
  if (!Array.isArray(transactions)) throw unreadable('transactions must be an array of hexadecimal strings')
  if (transactions.length === 0 || transactions.length > mostTransactions) {
    throw new Refused('tx_count', `, or up to ${mostTransactions} of which the last one pays.`)
  }
  const hexes = transactions.map(requireHex)
  if (new Set(hexes.map((hex) => hex.toLowerCase())).size < hexes.length) {
    throw new Refused('tx_count', ': the same one is sent twice.')
  }
  return { coin: currency, transactions: hexes }
}

function requireHex(transaction: unknown): string {
  if (typeof transaction !== 'string' || transaction.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(transaction)) {
    // The words, and the slip in them, are BitPay's: wallets look for them.
    throw new Refused(
      'body_invalid',
      'Your transaction was an in an invalid format, it must be a hexadecimal string.',
    )
  }
  return transaction
}
