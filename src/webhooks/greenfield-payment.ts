import { type Instant, second } from '../kernel/clock.ts'

/** The payment of an event. */
export interface EventPayment {
  readonly currency: string
  readonly amount: string
  readonly txid: string | null
  readonly vout?: number
  /** The counted outputs, if the invoice accepts any wallet. */
  readonly parts?: readonly EventPayment[]
  readonly confirmed_at?: string | null
  readonly via?: string
  readonly excess?: string | null
  readonly paid_late?: boolean
}

/** Event data that distinguishes the outputs of one transaction. */
interface OutputHints {
  readonly exceptionId: string | null
  /** All payments that the invoice had received, up to and including that of the event. */
  readonly received: readonly EventPayment[]
}

export interface PaidOutput {
  readonly coin: string
  readonly txid: string
  readonly vout: number
  /** Coins, as in events. */
  readonly amount: string
  /** No other transaction has replaced it. */
  readonly isCurrent: boolean
  /** The payment exceptions about it. */
  readonly exceptionIds: readonly string[]
  readonly receivedAt: Instant
  readonly address: string
}

type Members = Readonly<Record<string, unknown>>

/** The same form as in the payment methods of an invoice. No member is null, because plug-ins read them with typed getters. */
export function buildPaymentMembers(
  payment: EventPayment,
  outputs: readonly PaidOutput[],
  { hints, isSettled }: { readonly hints: OutputHints; readonly isSettled: boolean },
): Members {
  const { currency, amount, txid } = payment
  const output = findOutput(payment, outputs, hints)
  return {
    paymentMethodId: `${currency}-CHAIN`,
    payment: {
      id: `${output?.txid ?? txid ?? ''}-${output?.vout ?? 0}`,
      receivedDate: Math.floor((output?.receivedAt ?? 0) / second),
      value: amount,
      fee: '0',
      status: isSettled ? 'Settled' : 'Processing',
      destination: output?.address ?? '',
    },
  }
}

/**
 * Finds the output of a payment. Most events name only its transaction. If several outputs of it pay the same amount, each event gets the
 * next one in order: they pay the same address, so it doesn't matter which event gets which.
 */
function findOutput(
  { currency, amount, txid, vout }: EventPayment,
  outputs: readonly PaidOutput[],
  { exceptionId, received }: OutputHints,
): PaidOutput | undefined {
  const sameCoin = outputs.filter(({ coin }) => coin === currency)
  const sameTransaction = sameCoin
    .filter((each) => each.txid === txid)
    .sort((one, other) => one.vout - other.vout)
  // Several payments may have had the same output.
  const equal = [
    ...new Map(
      sameTransaction.filter((each) => each.amount === amount).map((each) => [each.vout, each]),
    ).values(),
  ]
  const earlier = received.filter((each) => each.txid === txid && each.amount === amount).length - 1
  return (
    sameTransaction.find((each) => each.vout === vout) ??
    sameTransaction.find(({ exceptionIds }) => exceptionId !== null && exceptionIds.includes(exceptionId)) ??
    equal[Math.max(0, earlier)] ??
    sameTransaction[0] ??
    sameCoin.find(({ isCurrent }) => isCurrent)
  )
}
