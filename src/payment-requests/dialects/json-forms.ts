import { toIsoString } from '../../kernel/clock.ts'
import { formatPerByte, type PaymentRequest } from '../request.ts'
import type { PaymentReceipt } from './dialect.ts'

// Shared by several JSON protocols.

/** The payment request of one coin, as in the specification and JSON Payment Protocol v1. */
export function buildTemplate(request: PaymentRequest, paymentUrl: string): Record<string, unknown> {
  const requiredFeeRate = formatFeeRate(request.feeRate)
  return {
    network: request.chain,
    currency: request.coin,
    requiredFeeRate,
    // The example in BitPay's specification uses this name, and some wallets read it.
    requiredFeePerByte: requiredFeeRate,
    outputs: formatOutputs(request),
    ...formatTimes(request),
    memo: request.memo,
    paymentUrl,
    paymentId: request.uid,
  }
}

/**
 * Exact base units per byte as a JSON number.
 * @param perThousand base units per 1 000 bytes
 */
export const formatFeeRate = (perThousand: bigint): object => JSON.rawJSON(formatPerByte(perThousand))

export const formatOutputs = (request: PaymentRequest): { amount: number; address: string }[] =>
  request.outputs.map(({ amount, address }) => ({ amount: Number(amount), address }))

export const formatTimes = ({ quotedAt, expiresAt }: { quotedAt: number; expiresAt: number }) => ({
  time: toIsoString(quotedAt),
  expires: toIsoString(expiresAt),
})

/** An accepted payment in the specification's format. Responses of other protocols include it in addition to their own fields. */
export const toPaymentResult = ({ transactions, txid, memo }: PaymentReceipt) => ({
  success: true,
  transactions,
  txid,
  memo,
})

/** Ten times as long as a transaction that nodes relay, in hex. */
const maxRepeatedLength = 2_000_000

/**
 * The unsigned transaction as a response repeats it: wallets compare it with what they sent. A check costs its sender nothing, so a
 * transaction that is longer than any wallet's is not repeated.
 */
export const repeatUnsigned = (transaction: string): string | undefined =>
  transaction.length <= maxRepeatedLength ? transaction : undefined

/** The memo of a verified transaction that would be accepted. */
export const verifiedMemo = 'Payment appears valid'
