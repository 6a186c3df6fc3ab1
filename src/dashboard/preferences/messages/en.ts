/** Messages of the preferences page, in English. */
export const en = {
  preferences_intro: 'These apply to new invoices and new prices.',
  preferences_done: 'Preferences saved.',
  preferences_save: 'Save preferences',
  preferences_shop: 'Shop',
  preferences_name: 'Name',
  preferences_name_hint: 'Customers see it above the amount. Up to {count} characters. Leave empty to hide.',
  preferences_currency: 'Currency',
  preferences_currency_hint: 'For invoices that don’t specify one, and for your statistics.',
  preferences_zone: 'Time zone',
  preferences_zone_hint: 'For the times on your pages and the days in your statistics.',
  preferences_coins: 'Coins',
  preferences_coins_text:
    'Customers can pay in these coins, in this order. To move a coin, choose another position.',
  preferences_coin: 'Coin',
  preferences_offered: 'Offered',
  preferences_position: 'Position',
  preferences_confirmations: 'Confirmations',
  preferences_offer: 'Offer {coin}',
  preferences_position_of: 'Position of {coin}',
  preferences_confirmations_of: 'Confirmations for {coin}',
  preferences_default: 'Default ({count})',
  preferences_immediately: '0 (immediately)',
  preferences_no_destination: 'No payout wallet',
  preferences_confirmations_hint:
    'An invoice is paid as soon as the network accepts the payment. The payment counts as confirmed after this many confirmations, {count} at most. With 0, it counts as confirmed immediately, and you carry the risk that it’s reversed. This doesn’t change payments already submitted.',
  preferences_any_wallets: 'Payments from any wallet',
  preferences_any_wallet: 'Accept payments from any wallet',
  preferences_any_wallet_text:
    'Let customers also pay by sending to an address, from any wallet or exchange. We find the payment on the network. If it’s too much, too little or too late, you decide what to do.',
  preferences_any_wallet_hint:
    'Coins: {coins}. The coin’s payout wallet must be an extended public key (xpub).',
  preferences_underpaid: 'Accepted shortfall, %',
  preferences_underpaid_hint:
    'If at most this much of the amount is missing, an invoice still counts as paid. From 0 to {max}, such as 0.5. Leave empty for 0.',
  preferences_prices: 'Prices',
  preferences_prices_text:
    'While a price is valid, customers pay the amount shown, even if the exchange rate changes. The longer it’s valid, the higher your exchange rate risk.',
  preferences_hold: 'Price validity in minutes',
  preferences_hold_hint: 'From {min} to {max}. Leave empty for the default, {default}.',
  preferences_frames: 'Embedded checkout',
  preferences_origins: 'Sites that may embed your checkout',
  preferences_origins_hint: 'One per line, such as {example}. Leave empty for none.',
  preferences_emails: 'Emails',
  preferences_emails_unavailable:
    'This server can’t send emails: its operator has to configure a mail server first.',
  preferences_email_exceptions: 'Email me when a payment needs attention',
  preferences_email_exceptions_hint:
    'When a payment arrives late, or doesn’t match the amount due. At most one email per hour.',
  preferences_email_receipts: 'Email receipts to buyers',
  preferences_email_receipts_hint:
    'For invoices whose metadata contains the buyer’s address as {key}. Shop plug-ins send it. Leave this off if your shop sends its own emails.',
  preferences_error_name: 'Enter a name of at most {length} characters, without control characters.',
  preferences_error_currency: 'Choose a currency from the list.',
  preferences_error_zone: 'Choose a time zone from the list.',
  preferences_error_coins: 'Offer at least one coin.',
  preferences_error_hold:
    'Enter a number of minutes from {min_minutes} to {max_minutes}, or leave the field empty.',
  preferences_error_confirmations: 'Enter a number of confirmations from 0 to {max}.',
  preferences_error_underpaid:
    'Enter a percentage from 0 to {max_percent}, with at most {decimals} decimals.',
  preferences_error_origins:
    'Enter at most 20 sites, each like {example} and without a path. http:// is only allowed for localhost.',

  preferences_change: '{setting}: {after} (was: {before})',
  preferences_change_default: 'default',
  preferences_change_none: 'none',
  preferences_change_on: 'on',
  preferences_change_off: 'off',
  email_preferences_changed_subject: 'Your account preferences were changed',
  email_preferences_changed_text:
    'Preferences of your account {email} were changed:\n\n{changes}\n\nIf this wasn’t you, reset your password now:\n\n{url}\n\nThen restore your preferences:\n\n{undo}',
} as const satisfies Readonly<Record<string, string>>

export type PreferencesMessages = { readonly [Name in keyof typeof en]: string }
