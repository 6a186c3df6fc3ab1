import { getCoin } from '../coins/index.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { computeRemainingValue } from '../invoices/received.ts'
import { createDecimal, type Decimal, toBaseUnits } from '../kernel/money.ts'
import type { Payment } from './payment.ts'

/** The part of a payment above the amount that was due, or null. At least the dust limit is due, because nodes relay nothing smaller. */
export function computeExcess(
  invoice: Pick<Invoice, 'amount' | 'anyWallet'>,
  payment: Pick<Payment, 'id' | 'coin' | 'amount' | 'value'>,
  script: string,
) {
  const { anyWallet } = invoice
  const { coin, amount, value } = payment
  if (!anyWallet || !value || value.digits === 0n) return null
  const received = anyWallet.received.filter(({ paymentId }) => paymentId !== payment.id)
  const remaining = computeRemainingValue({ ...invoice, anyWallet: { ...anyWallet, received } })
  const due = max(
    convertToCoins(remaining, payment, value),
    getCoin(coin).getDustLimit(Buffer.from(script, 'hex')),
  )
  if (amount <= due) return null
  const excess = toBaseUnits(amount - due)
  // Exact: `value / amount` is a rate, which has fewer decimals than that.
  const scaled = value.digits * 10n ** BigInt(rateDecimals)
  return { amount: excess, value: createDecimal((scaled * excess) / amount, value.scale + rateDecimals) }
}

/** Converts a value to coins at the rate of this payment, rounded up. */
function convertToCoins(part: Decimal, { amount }: Pick<Payment, 'amount'>, value: Decimal): bigint {
  const dividend = part.digits * amount * 10n ** BigInt(value.scale)
  const divisor = value.digits * 10n ** BigInt(part.scale)
  return (dividend + divisor - 1n) / divisor
}

const rateDecimals = 60

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
