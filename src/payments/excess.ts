import { getCoin } from '../coins/index.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { computeRemainingValue, isCovered, type ReceivedOutput, withReceived } from '../invoices/received.ts'
import { type BaseUnits, createDecimal, type Decimal, toBaseUnits } from '../kernel/money.ts'
import type { Payment } from './payment.ts'

/**
 * The part of a payment above the amount that was due, or null. At least the dust limit is due, because nodes relay nothing smaller. A payment
 * request to a fixed address may ask for a few base units more, so that its amount is unique, which is no excess.
 */
export function computeExcess(
  invoice: Pick<Invoice, 'amount' | 'anyWallet' | 'quote'>,
  payment: Pick<Payment, 'id' | 'coin' | 'amount' | 'value' | 'via'>,
  script: string,
) {
  const { anyWallet } = invoice
  const { coin, amount, value } = payment
  if (!anyWallet || !value || value.digits === 0n) return null
  const received = anyWallet.received.filter(({ paymentId }) => paymentId !== payment.id)
  const remaining = computeRemainingValue({ ...invoice, anyWallet: { ...anyWallet, received } })
  const due = max(
    convertToCoins(remaining, { amount, value }),
    getCoin(coin).getDustLimit(Buffer.from(script, 'hex')),
  )
  const quoted = payment.via === 'protocol' && invoice.quote.coins.find(({ code }) => code === coin)
  const excess = amount - due - (quoted ? quoted.amountOffset : 0n)
  return excess > 0n ? takePart({ amount, value }, excess) : null
}

/** Part of a payment, with its share of the value. */
export function takePart(
  { amount, value }: { readonly amount: BaseUnits; readonly value: Decimal },
  part: bigint,
) {
  if (part === amount) return { amount, value }
  // Exact: `value / amount` is a rate, which has fewer decimals than that.
  const scaled = value.digits * 10n ** BigInt(rateDecimals)
  return {
    amount: toBaseUnits(part),
    value: createDecimal((scaled * part) / amount, value.scale + rateDecimals),
  }
}

/**
 * The payment that completes the amount: without it, the others are too little. Prefers these ids, in this order, to more recent payments.
 * Null if none is needed: without any one of them, the others still cover the amount.
 */
export function findCompletingPayment<Funds extends Pick<Invoice, 'amount' | 'anyWallet'>>(
  invoice: Funds,
  preferredIds: readonly string[],
): ReceivedOutput | null {
  const counted = invoice.anyWallet?.received.filter((output) => output.isCounted) ?? []
  const preferred = preferredIds.flatMap((id) => counted.find(({ paymentId }) => paymentId === id) ?? [])
  const isNeeded = ({ paymentId: id }: ReceivedOutput) =>
    !isCovered(
      withReceived(
        invoice,
        counted.filter(({ paymentId }) => paymentId !== id),
      ),
    )
  return [...preferred, ...counted.toReversed()].find(isNeeded) ?? null
}

/** Converts a value to coins at the rate of this payment, rounded up. */
export function convertToCoins(
  part: Decimal,
  { amount, value }: { readonly amount: BaseUnits; readonly value: Decimal },
): bigint {
  const dividend = part.digits * amount * 10n ** BigInt(value.scale)
  const divisor = value.digits * 10n ** BigInt(part.scale)
  return (dividend + divisor - 1n) / divisor
}

const rateDecimals = 60

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
