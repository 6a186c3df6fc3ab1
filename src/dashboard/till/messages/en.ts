/** Messages of the till, and of the pages that create and share an invoice, in English. */
export const en = {
  // The till
  till_amount: 'Amount',
  till_create: 'Create invoice',
  till_keys: 'Keypad',
  till_key_separator: 'Decimal point',
  till_key_back: 'Delete last digit',
  till_key_clear: 'Clear',
  till_settings: 'Till settings',
  till_settings_text:
    'Added to every invoice created here. Bookmark this page to keep them: its URL contains them.',
  till_business_id: 'Business ID',
  till_location_id: 'Location ID',
  till_register_id: 'Register ID',
  till_next: 'Start next sale',
  till_cancel_next: 'Cancel and start next sale',
  till_open_invoice: 'Open invoice',

  // State of a sale
  till_state_waiting: 'Waiting for payment',
  till_state_refused: 'Payment not accepted',
  till_state_down: 'Network unavailable',
  till_state_checking: 'Checking payment',
  till_state_paid: 'Paid',
  till_state_reversed: 'Payment reversed',
  till_state_cancelled: 'Invoice cancelled',
  till_state_expired: 'Invoice expired',
  till_state_amount: '{state}: {amount}',
  till_scan: 'Scan with a wallet',
  till_qr: 'QR code of the payment link',
  till_down_text: 'Payments aren’t possible right now. This page retries automatically.',
  till_checking_text:
    'We’re checking with the network. This takes a few seconds. Don’t let the customer pay again.',
  till_confirming_text: 'The network is confirming it.',
  till_paid_with: 'Paid with {amount}',
  till_reversed_text:
    'The payment was double-spent, so the network dropped it. Open the invoice for details.',
  till_cancelled_text: 'This invoice can no longer be paid.',
  till_expired_text: 'It wasn’t paid in time. Create a new invoice.',

  // A new invoice
  till_new_title: 'New invoice',
  till_new_currency: 'Currency',
  till_new_external_id: 'Order or reference',
  till_new_external_id_hint: 'Stored as the external ID. Use it to find the invoice in the list or the API.',
  till_new_memo: 'Memo',
  till_new_memo_hint: 'Your customer sees it at checkout.',
  till_new_expiry: 'Expires after',
  till_new_default: '{time} (default)',
  till_new_more: 'More options',
  till_new_redirect_url: 'Redirect URL',
  till_new_redirect_url_hint: 'Where your customer goes after paying. Must start with https://',
  till_new_webhook_url: 'Webhook URL',
  till_new_webhook_url_hint: 'We notify your server here when the invoice is paid.',

  // Sharing an invoice
  till_share_title: 'Invoice for {amount}',
  till_share_done: 'Invoice created. Send the link to your customer.',
  till_share_checkout: 'Checkout link',
  till_share_checkout_hint: 'A page with the amount, for wallets that support payment links.',
  till_share_pay: 'Payment link',
  till_share_pay_hint: 'For wallets. The QR code contains this link.',
  till_copy: 'Copy',
  till_copied: 'Copied',
  till_share_until: 'Expires',
  till_coin_reason: '{coin}: {reason}',
  till_share_coins: 'Accepted coins',
  till_share_unavailable: 'Currently unavailable',

  // Errors
  till_no_destination_title: 'No payout wallet yet',
  till_no_destination: 'Customers can’t pay you yet. Add a payout wallet for each coin you accept.',
  till_no_destination_link: 'Add payout wallet',
  till_no_destination_staff: 'This shop can’t take payments yet. Ask its owner to add a payout wallet.',
  till_amount_missing: 'Enter an amount.',
  till_amount_unclear:
    'We can’t read this amount. Enter digits and at most one decimal point, without thousands separators.',
  till_amount_zero: 'The amount must be greater than zero. Enter another one.',
  till_amount_decimals: 'Amounts in {currency} have at most {count} decimals. Round the amount.',
  till_amount_no_decimals: 'Amounts in {currency} have no decimals. Round the amount.',
  till_amount_large: 'The amount is too large. Enter at most {amount}.',
  till_unusual:
    'This is at least 100 times your usual amount. Check it, then create the invoice again to confirm.',
  till_error_currency: 'Choose a currency from the list.',
  till_error_body:
    'A field is too long or contains a character that can’t be stored. IDs can have up to 255 characters, the memo 1000 and URLs 2048. The expiry must be between 1 minute and 30 days.',
  till_error_redirect_url:
    'This redirect URL can’t be used. Enter a full https:// URL without a username or password.',
  till_error_webhook_url:
    'We can’t call this webhook URL. Enter a full https:// or http:// URL without a username or password. Private addresses, and ports other than 443 and 80, need WEBHOOK_ALLOW_PRIVATE=true.',
  till_error_no_option: 'No coin is available for this amount. Try another amount, or try again later.',
  till_error_same_amount: 'Too many open invoices have this amount. Try a slightly different one.',
  till_error_no_rates: 'No price or network is available right now. Try again in 30 seconds.',
  till_error_used: 'This form has already created another invoice. Submit it again to create a second one.',
  till_error_running: 'This form is still being processed. Submit it again in a moment.',
} as const satisfies Readonly<Record<string, string>>

export type TillMessages = { readonly [Name in keyof typeof en]: string }
