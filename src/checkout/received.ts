import { type CoinCode, getCoin } from '../coins/index.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { computeRemainingValue, hasReceived, isCovered, type ReceivedOutput } from '../invoices/received.ts'
import type { Instant } from '../kernel/clock.ts'
import { getMinorUnits } from '../kernel/currencies.ts'
import { createDecimal, type Decimal, formatCoins, formatDecimal } from '../kernel/money.ts'

/** Payments received by an invoice that accepts any wallet, as its page shows them. */
export interface ReceivedSummary {
  readonly payments: readonly ShownPayment[]
  /** Whether part of the amount is paid and more is due. */
  readonly isPartlyPaid: boolean
  /** The amount still due, in the invoice's currency, rounded up. */
  readonly remaining: string
  /** The excess of the payment that completed the amount, or null. */
  readonly excess: Pick<ShownPayment, 'coin' | 'amount'> | null
}

export interface ShownPayment {
  readonly coin: CoinCode
  readonly coinName: string
  readonly amount: string
  readonly txid: string
  readonly status: ShownPaymentStatus
}

/** `waiting` for its first confirmation; `reversed`: double-spent; `extra`: not counted, so the shop decides what to do with it. */
export type ShownPaymentStatus = 'counted' | 'waiting' | 'reversed' | 'extra'

/** Null when nothing has arrived, or the invoice doesn't accept any wallet. */
export function summariseReceived(invoice: Invoice): ReceivedSummary | null {
  const { status, currency, anyWallet } = invoice
  if (!anyWallet || anyWallet.received.length === 0) return null
  const isOpen = status === 'unpaid' || status === 'reversed'
  const completingPayment =
    status === 'paid' ? anyWallet.received.find(({ paymentId }) => paymentId === invoice.payment.id) : null
  return {
    payments: anyWallet.received.map((output) => ({
      coin: output.coin,
      coinName: getCoin(output.coin).name,
      amount: formatCoins(output.amount),
      txid: output.txid,
      status: getShownStatus(output, isOpen),
    })),
    isPartlyPaid: isOpen && hasReceived(invoice) && !isCovered(invoice),
    remaining: formatDecimal(roundUp(computeRemainingValue(invoice), getMinorUnits(currency) ?? 0)),
    excess: completingPayment?.excess
      ? { coin: completingPayment.coin, amount: formatCoins(completingPayment.excess) }
      : null,
  }
}

/**
 * Whether the payer should send nothing more until the payments in the mempool are confirmed: they cover the amount due, or the invoice is
 * past its expiry and stays open only for them.
 */
export function isWaitingForConfirmation(invoice: Invoice, now: Instant): boolean {
  const { anyWallet, amount, expiresAt } = invoice
  if (!anyWallet?.received.some(isWaiting)) return false
  const received = anyWallet.received.map((output) =>
    isWaiting(output) ? { ...output, isCounted: true } : output,
  )
  return now >= expiresAt || isCovered({ amount, anyWallet: { ...anyWallet, received } })
}

function getShownStatus(output: ReceivedOutput, isOpen: boolean): ShownPaymentStatus {
  if (output.isCounted) return 'counted'
  if (output.isDoubleSpent) return 'reversed'
  return isOpen ? 'waiting' : 'extra'
}

const isWaiting = ({ isCounted, isDoubleSpent }: ReceivedOutput): boolean => !isCounted && !isDoubleSpent

function roundUp({ digits, scale }: Decimal, places: number): Decimal {
  if (scale <= places) return createDecimal(digits, scale)
  const unit = 10n ** BigInt(scale - places)
  return createDecimal((digits + unit - 1n) / unit, places)
}
