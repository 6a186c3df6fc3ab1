/** Words of these pages, in English. */
export const en = {
  // The till
  till_amount: 'Amount',
  till_create: 'Create invoice',
  till_keys: 'Keys',
  till_key_sign: 'Decimal point',
  till_key_back: 'Delete the last digit',
  till_key_clear: 'Clear',
  till_places: 'This till',
  till_places_text:
    'They go with every invoice that is created here. Keep the address of this page: it holds them.',
  till_business_id: 'Business ID',
  till_location_id: 'Location ID',
  till_register_id: 'Register ID',
  till_next: 'Next sale',
  till_cancel_next: 'Cancel and start next sale',
  till_invoice: 'Invoice',
  till_open_invoice: 'Open the invoice',

  // How a sale stands
  till_state_waiting: 'Waiting for payment',
  till_state_refused: 'Payment not accepted',
  till_state_down: 'Network unreachable',
  till_state_checking: 'Checking payment',
  till_state_paid: 'Paid',
  till_state_reversed: 'Payment reversed',
  till_state_cancelled: 'Invoice cancelled',
  till_state_expired: 'Invoice expired',
  till_said: '{state}: {amount}',
  till_scan: 'Scan with a wallet',
  till_qr: 'QR code of the payment link',
  till_down_text: 'Nothing can be paid at the moment. This page tries again by itself.',
  till_checking_text: 'The network is being asked. This takes a few seconds. Do not let anybody pay again.',
  till_confirming_text: 'Blocks of the network are confirming it.',
  till_paid_with: 'With {amount}',
  till_reversed_text: 'The network has undone the payment: its coins were spent elsewhere. Open the invoice.',
  till_cancelled_text: 'It can no longer be paid.',
  till_expired_text: 'It was not paid in time, and can no longer be paid. Create another one.',

  // A new invoice
  till_new_title: 'New invoice',
  till_new_currency: 'Currency',
  till_new_external_id: 'Order or reference',
  till_new_external_id_hint: 'The external ID: programs and the list of invoices find it by this.',
  till_new_memo: 'Memo',
  till_new_memo_hint: 'Your customer sees it when paying.',
  till_new_expiry: 'Payable for',
  till_new_usual: '{time} (usual)',
  till_new_more: 'More options',
  till_new_redirect_url: 'Return address',
  till_new_redirect_url_hint: 'Where the payer can go after paying. It begins with https://',
  till_new_webhook_url: 'Webhook address',
  till_new_webhook_url_hint: 'Your server, which hears when this invoice is paid.',

  // An invoice to hand on
  till_share_title: 'Invoice of {amount}',
  till_share_done: 'The invoice was created. Send the link to whoever pays it.',
  till_share_checkout: 'Link for the payer',
  till_share_checkout_hint: 'A page that shows the amount and works with wallets that support payment links.',
  till_share_pay: 'Payment link',
  till_share_pay_hint: 'For wallets: what the QR code holds.',
  till_copy: 'Copy',
  till_copied: 'Copied',
  till_share_until: 'Payable until',
  till_share_coins: 'Payable in',
  till_share_left_out: 'Not at the moment',

  // What is in the way
  till_no_destination_title: 'Where should the money go?',
  till_no_destination:
    'No invoice can be paid before you have set where your coins go. Set a destination for each coin that you take.',
  till_no_destination_link: 'Set destinations',
  till_amount_missing: 'Give the amount.',
  till_amount_unclear:
    'The amount is not understood. Write digits and at most one decimal point, without anything between thousands.',
  till_amount_zero: 'The amount must be greater than zero.',
  till_amount_decimals: 'An amount in {currency} has at most {count} decimals.',
  till_amount_no_decimals: 'An amount in {currency} has no decimals.',
  till_amount_large: 'The amount is too large: at most {amount} can be asked for.',
  till_unusual:
    'This is at least 100 times your usual amount. Check it, then create the invoice again to confirm.',
  till_error_currency: 'Choose one of the currencies of the list.',
  till_error_body:
    'A field is too long, or holds a character that cannot be stored: ids have at most 255 characters, the memo 1000, addresses 2048. An invoice is payable for 1 minute to 30 days.',
  till_error_redirect_url:
    'The return address must be whole and begin with https://, without a user name or password.',
  till_error_webhook_url:
    'We can’t call this webhook address. Enter a full https:// or http:// address without a user name or password. Private addresses, and ports other than 443 and 80, need WEBHOOK_ALLOW_PRIVATE=true.',
  till_error_no_option: 'No coin can take this amount now.',
  till_error_same_amount: 'Too many invoices of this amount are open. Try a slightly different amount.',
  till_error_no_rates:
    'No price or network is available at the moment. Send the form again in half a minute.',
  till_error_used:
    'This form has already created another invoice. Send it once more if you want a second one.',
  till_error_running: 'This form is just being worked on. Send it again in a moment.',
} as const satisfies Readonly<Record<string, string>>

export type TillMessages = { readonly [Name in keyof typeof en]: string }
