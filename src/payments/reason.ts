/**
 * Why a payment is pending, or how it ended. The codes are stored with the payment, so they must not change; `claim list` shows the texts.
 * `rejected`, `first_send_rejected` and `temporarily_rejected` have the network's reason as detail, `replaced` and `double_spent` the other
 * transaction's id.
 */
const texts = {
  rejected: 'rejected by the network',
  first_send_rejected: 'rejected by the network when first sent',
  temporarily_rejected: 'temporarily rejected by the network',
  not_sent: 'not sent: the network could not be reached',
  no_answer: 'sent, but the network did not respond',
  lookup_failed: 'the network could not be queried',
  internal_error: 'interrupted by an internal error',
  timed_out: 'no response from the network for too long',
  released: 'released by the operator',
  superseded: 'submitted again',
  paid_by_other: 'another payment paid the invoice',
  not_payable: 'the invoice could no longer be paid',
  replaced: 'replaced by another transaction',
  double_spent: 'double-spent by another transaction',
  continued_by_other: 'its transaction now belongs to another payment',
  refunded: 'refunded',
  other: 'other reason',
} as const

export type PaymentReasonCode = keyof typeof texts

export const paymentReasonCodes = Object.keys(texts) as readonly PaymentReasonCode[]

export interface PaymentReason {
  readonly code: PaymentReasonCode
  readonly detail?: string
}

export const formatPaymentReason = ({ code, detail }: PaymentReason): string =>
  detail === undefined ? texts[code] : `${texts[code]}: ${detail}`
