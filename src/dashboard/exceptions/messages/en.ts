/** Messages of the payment exception pages and emails, in English. */
export const en = {
  exceptions_attention: 'Needs attention',
  exceptions_attention_text:
    'These payments arrived late, or don’t match the amount due. Decide what to do with each one.',
  exceptions_more: 'Only the newest are shown. Resolve some to see the others.',
  exceptions_title: 'Payment exception',
  exceptions_open: 'Resolve',
  exceptions_what: 'What happened',
  exceptions_kind_partial: 'Only part of the amount arrived before the invoice closed.',
  exceptions_kind_late: 'This payment arrived after the invoice closed.',
  exceptions_kind_surplus: 'This payment arrived when the invoice was already paid.',
  exceptions_kind_excess: 'The payment was larger than the amount due. This is the difference.',
  exceptions_amount: 'Amount',
  exceptions_invoice: 'Invoice',
  exceptions_transaction: 'Transaction',
  exceptions_time: 'Received',
  exceptions_state: 'Status',
  exceptions_state_open: 'Open',
  exceptions_state_accepted: 'Accepted',
  exceptions_state_refunded: 'Refunded',
  exceptions_state_kept: 'Kept',
  exceptions_state_void: 'Replaced by another transaction',
  exceptions_accept: 'Accept as payment',
  exceptions_accept_partial:
    'The invoice is marked as paid with the amount received, and shows the shortfall. This accepts all of its partial payments.',
  exceptions_accept_late: 'The invoice is marked as paid late. If it was underpaid, it shows the shortfall.',
  exceptions_accept_button: 'Accept payment',
  exceptions_refund: 'Record a refund',
  exceptions_refund_text:
    'First send the money back from your own wallet: nothing is sent from here. Then enter the transaction ID. We check that the transaction returns this amount, less its network fee.',
  exceptions_refund_txid: 'Transaction ID of the refund',
  exceptions_refund_button: 'Record refund',
  exceptions_keep: 'Keep the money',
  exceptions_keep_text: 'The invoice stays as it is. Your note records the reason.',
  exceptions_keep_note: 'Note',
  exceptions_keep_hint: '1 to 500 characters',
  exceptions_keep_button: 'Keep money',
  exceptions_done: 'Payment exception resolved.',
  exceptions_error_resolved: 'This payment exception is already resolved.',
  exceptions_error_not_acceptable:
    'This payment can no longer be accepted: the invoice is already paid, or the payment was replaced or double-spent.',
  exceptions_error_txid: 'Enter a transaction ID: 64 characters, 0–9 and a–f.',
  exceptions_error_note: 'Enter a note of 1 to 500 characters.',
  exceptions_refund_error_payment:
    'This transaction is itself a payment to an invoice. Enter the ID of your refund.',
  exceptions_refund_error_unknown:
    'Our node doesn’t know this transaction. Check the ID, and that your wallet has sent it.',
  exceptions_refund_error_too_old: 'This transaction is older than the payment. Enter the ID of your refund.',
  exceptions_refund_error_unreadable: 'We couldn’t read this transaction. Check the ID.',
  exceptions_refund_error_amount:
    'This transaction sends back less than the amount to refund, or only pays your own addresses. Check the ID.',
  exceptions_refund_error_used:
    'Another payment exception was already resolved with this transaction. Enter the ID of another transaction.',
  email_exceptions_subject: 'Payments need your attention',
  email_exceptions_text:
    'These payments to your account {email} arrived late, or don’t match the amount due:',
  email_exceptions_more: 'More payments are waiting.',
  email_exceptions_decide: 'Decide what to do with them:',
  email_exceptions_frequency:
    'You get at most one of these emails per hour. To turn them off, open your preferences:',
} as const satisfies Readonly<Record<string, string>>

export type ExceptionMessages = { readonly [Name in keyof typeof en]: string }
