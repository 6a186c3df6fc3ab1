import type { CoinCode } from '../coins/index.ts'
import type { Instant } from '../kernel/clock.ts'
import {
  addDecimals,
  type BaseUnits,
  compareDecimals,
  type Decimal,
  subtractDecimals,
} from '../kernel/money.ts'

/** Additional state of an invoice that accepts any wallet. */
export interface AnyWallet {
  /** A shortfall of this many percent still counts as paid: 0 to 5. */
  readonly underpaidPercent: Decimal
  /** The merchant accepted a payment that arrived after the invoice had ended. */
  readonly isPaidLate: boolean
  /** The value that the merchant accepted as full payment, or null. */
  readonly acceptedValue: Decimal | null
  /** In the order in which they were first seen. */
  readonly received: readonly ReceivedOutput[]
}

/** An output to an address of the invoice, submitted or found on the network. `isCounted` says whether it counts towards the amount. */
export interface ReceivedOutput {
  readonly paymentId: string
  /** `protocol` if a wallet submitted it, `network` if it was found on the network. */
  readonly via: 'protocol' | 'network'
  readonly coin: CoinCode
  readonly amount: BaseUnits
  /** Exact, in the invoice's currency: the amount at the rate of the quote that was valid when it was first seen. */
  readonly value: Decimal
  readonly txid: string
  readonly vout: number
  /** False while it may still be replaced or pays too little fee, when it came too late, and once it is double-spent. */
  readonly isCounted: boolean
  /** Another transaction spent the same inputs: in a block; or in the mempool, if this output isn't counted or its invoice has ended. */
  readonly isDoubleSpent: boolean
  /** Height of the block that contains it, or null. */
  readonly blockHeight: number | null
  readonly confirmedAt: Instant | null
  /** When it was first confirmed: see `SettledPayment`. */
  readonly settledAt: Instant | null
  /** If this output completed the amount: the excess over the amount due, or null. */
  readonly excess: BaseUnits | null
}

/** The amount of an invoice, and the money that it has received. */
interface ReceivedFunds {
  readonly amount: Decimal
  readonly anyWallet: AnyWallet | null
}

const zero: Decimal = { digits: 0n, scale: 0 }
const hundred: Decimal = { digits: 100n, scale: 0 }

/** The total value of the counted outputs. */
export function computeCountedValue(outputs: readonly ReceivedOutput[]): Decimal {
  return outputs.reduce((sum, { isCounted, value }) => (isCounted ? addDecimals(sum, value) : sum), zero)
}

/** The amount still due, in the invoice's currency. */
export function computeRemainingValue({ amount, anyWallet }: ReceivedFunds): Decimal {
  return anyWallet ? subtractDecimals(amount, computeCountedValue(anyWallet.received)) : amount
}

/** Whether part of the amount has been paid. */
export const hasReceived = ({ anyWallet }: Pick<ReceivedFunds, 'anyWallet'>): boolean =>
  anyWallet?.received.some(({ isCounted }) => isCounted) ?? false

/** Whether more than the amount has been paid. */
export const hasExcess = (outputs: readonly ReceivedOutput[]): boolean =>
  outputs.some(({ isCounted, excess }) => isCounted && excess !== null)

/** Whether the counted outputs pay the invoice: at least the amount less the allowed shortfall, or the value that the merchant accepted. */
export function isCovered({ amount, anyWallet }: ReceivedFunds): boolean {
  if (!anyWallet) return false
  const value = computeCountedValue(anyWallet.received)
  if (anyWallet.acceptedValue && compareDecimals(value, anyWallet.acceptedValue) >= 0) return true
  const owed = multiply(amount, subtractDecimals(hundred, anyWallet.underpaidPercent))
  return compareDecimals(multiply(value, hundred), owed) >= 0
}

const multiply = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * b.digits,
  scale: a.scale + b.scale,
})

/** The invoice as if it had received only these outputs. */
export const withReceived = <Funds extends ReceivedFunds>(
  invoice: Funds,
  received: readonly ReceivedOutput[],
): Funds => ({
  ...invoice,
  anyWallet: invoice.anyWallet && { ...invoice.anyWallet, received },
})

/** Whether every counted payment has enough confirmations. */
export const isFullyConfirmed = ({ anyWallet }: Pick<ReceivedFunds, 'anyWallet'>): boolean =>
  (anyWallet?.received ?? []).every(({ isCounted, confirmedAt }) => !isCounted || confirmedAt !== null)
