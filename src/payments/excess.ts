import { coins } from '../coins/index.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { remainingValue } from '../invoices/received.ts'
import { baseUnits, type Decimal, decimal } from '../kernel/money.ts'
import type { Payment } from './payment.ts'

/** What the payment pays above what was due without it, or null. Less than the dust limit can't be asked for. */
export function computeExcess(
  invoice: Pick<Invoice, 'amount' | 'anyWallet'>,
  payment: Pick<Payment, 'id' | 'coin' | 'amount' | 'value'>,
  script: string,
) {
  const { anyWallet } = invoice
  const { coin, amount, value } = payment
  if (!anyWallet || !value || value.digits === 0n) return null
  const received = anyWallet.received.filter(({ paymentId }) => paymentId !== payment.id)
  const remaining = remainingValue({ ...invoice, anyWallet: { ...anyWallet, received } })
  const due = max(
    amountOfValue(remaining, payment, value),
    coins.get(coin)?.dust(Buffer.from(script, 'hex')) ?? 0n,
  )
  if (amount <= due) return null
  const excess = baseUnits(amount - due)
  // Exact: `value / amount` is a rate, which has fewer decimals than that.
  const scaled = value.digits * 10n ** BigInt(rateDecimals)
  return { amount: excess, value: decimal((scaled * excess) / amount, value.scale + rateDecimals) }
}

/** The coins for a value at the rate of this payment, rounded up. */
function amountOfValue(part: Decimal, { amount }: Pick<Payment, 'amount'>, value: Decimal): bigint {
  const dividend = part.digits * amount * 10n ** BigInt(value.scale)
  const divisor = value.digits * 10n ** BigInt(part.scale)
  return (dividend + divisor - 1n) / divisor
}

const rateDecimals = 60

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
