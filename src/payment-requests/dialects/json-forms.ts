import { iso } from '../../kernel/clock.ts'
import { type PaymentRequest, perByte } from '../request.ts'
import type { Receipt } from './dialect.ts'

// What several protocols of JSON share.

/** The payment request of one coin, as the specification and JSON Payment Protocol v1 have it. */
export function template(request: PaymentRequest, paymentUrl: string): Record<string, unknown> {
  const requiredFeeRate = feeRate(request.feeRate)
  return {
    network: request.chain,
    currency: request.coin,
    requiredFeeRate,
    // The example of BitPay's specification spells it so, and some wallets read that.
    requiredFeePerByte: requiredFeeRate,
    outputs: outputs(request),
    ...times(request),
    memo: request.memo,
    paymentUrl,
    paymentId: request.uid,
  }
}

/** Base units per byte as a JSON number, exactly. `perThousand`: per 1 000 bytes. */
export const feeRate = (perThousand: bigint): object => JSON.rawJSON(perByte(perThousand))

export const outputs = (request: PaymentRequest): { amount: number; address: string }[] =>
  request.outputs.map(({ amount, address }) => ({ amount: Number(amount), address }))

export const times = ({ quotedAt, expiresAt }: { quotedAt: number; expiresAt: number }) => ({
  time: iso(quotedAt),
  expires: iso(expiresAt),
})

/** An accepted payment in the specification's words: answers of other protocols hold it beside their own. */
export const settled = ({ transactions, txid, memo }: Receipt) => ({
  success: true,
  transactions,
  txid,
  memo,
})

/** What a verification says of a transaction that would be taken. */
export const verifiedMemo = 'Payment appears valid'
