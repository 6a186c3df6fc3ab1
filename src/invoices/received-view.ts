import { toIsoString } from '../kernel/clock.ts'
import { compareDecimals, formatCoins, formatDecimal, subtractDecimals } from '../kernel/money.ts'
import { countConfirmations, type InvoiceWithPayment } from './invoice.ts'
import { type AnyWallet, computeCountedValue, hasReceived, type ReceivedOutput } from './received.ts'

/** Height of the newest followed block of a coin, or null. */
type TipHeight = (coin: string) => number | null

/** `received` of an invoice that accepts any wallet: null while nothing has arrived. */
export function buildReceivedView(
  { received }: AnyWallet,
  getTipHeight: TipHeight,
): Record<string, unknown> | null {
  if (received.length === 0) return null
  return {
    value: formatDecimal(computeCountedValue(received)),
    payments: received.map((output) => {
      const { vout: _, ...part } = toPart(output, getTipHeight)
      return { ...part, counted: output.isCounted }
    }),
  }
}

/**
 * Additional members of a paid invoice's `payment`, if the invoice accepts any wallet. The payment is confirmed when every counted output
 * is.
 */
export function buildPartsView(
  invoice: InvoiceWithPayment,
  getTipHeight: TipHeight,
): Record<string, unknown> | null {
  const { anyWallet, payment, amount } = invoice
  if (!anyWallet) return null
  const counted = anyWallet.received.filter((output) => output.isCounted)
  const completing = anyWallet.received.find(({ paymentId }) => paymentId === payment.id)
  const value = computeCountedValue(counted)
  const hasShortfall = hasReceived(invoice) && compareDecimals(value, amount) < 0
  const others = counted.filter(({ paymentId }) => paymentId !== payment.id)
  return {
    txids: [...new Set([...others.map(({ txid }) => txid), ...payment.txids])],
    confirmed_at: toIsoString(findLastConfirmation(counted)),
    via: completing?.via ?? 'protocol',
    parts: counted.map((output) => toPart(output, getTipHeight)),
    excess: completing?.excess ? formatCoins(completing.excess) : null,
    shortfall: hasShortfall ? formatDecimal(subtractDecimals(amount, value)) : null,
    paid_late: anyWallet.isPaidLate,
  }
}

/** When the last of the counted outputs was confirmed, or null while one isn't. */
function findLastConfirmation(counted: readonly ReceivedOutput[]) {
  const times = counted.map(({ confirmedAt }) => confirmedAt)
  return times.length === 0 || times.includes(null) ? null : Math.max(...times.map(Number))
}

const toPart = (output: ReceivedOutput, getTipHeight: TipHeight) => ({
  currency: output.coin,
  amount: formatCoins(output.amount),
  value: formatDecimal(output.value),
  txid: output.txid,
  vout: output.vout,
  confirmations: countConfirmations(output, getTipHeight(output.coin)),
})
