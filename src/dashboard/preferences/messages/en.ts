/** Words of these pages, in English. */
export const en = {
  preferences_intro: 'They hold for invoices that you create from now on, and for prices that are made anew.',
  preferences_done: 'Your preferences were saved.',
  preferences_save: 'Save preferences',
  preferences_shop: 'Your shop',
  preferences_name: 'Name',
  preferences_name_hint: 'Payers see it above the amount. Up to {count} characters; empty: no name.',
  preferences_currency: 'Currency',
  preferences_currency_hint: 'Of invoices that name none, and of your figures.',
  preferences_zone: 'Time zone',
  preferences_zone_hint: 'Your pages show times in it, and a day of your figures begins at its midnight.',
  preferences_coins: 'Coins',
  preferences_coins_text:
    'Payers are offered these coins, in this order. To move one, choose another place for it.',
  preferences_coin: 'Coin',
  preferences_offered: 'Offered',
  preferences_place: 'Place',
  preferences_confirmations: 'Confirmations',
  preferences_offer: 'Offer {coin}',
  preferences_place_of: 'Place of {coin}',
  preferences_confirmations_of: 'Confirmations of {coin}',
  preferences_usual: 'As usual: {count}',
  preferences_at_once: '0: at once',
  preferences_no_destination: 'No destination yet',
  preferences_confirmations_hint:
    'An invoice is paid as soon as the network has the payment. It counts as confirmed when it lies under so many blocks, {count} at most; with 0 it does at once, and you carry the risk that it is undone. A payment keeps the number that held when it was handed in.',
  preferences_prices: 'Prices',
  preferences_prices_text:
    'While a price is held, the payer pays what was shown, whatever the market does. The longer it is, the more of that risk is yours.',
  preferences_hold: 'Minutes for which a price is held',
  preferences_hold_hint: 'From {least} to {most}. Empty: as this server usually does, {usual}.',
  preferences_frames: 'Checkout in your pages',
  preferences_origins: 'Sites that may show your checkout in a frame',
  preferences_origins_hint: 'One in each line, as in {example}. Empty: none.',
  preferences_error_name: 'Give a name of at most {length} characters.',
  preferences_error_currency: 'Choose a currency of the list.',
  preferences_error_zone: 'Choose a time zone of the list.',
  preferences_error_coins: 'Offer at least one coin.',
  preferences_error_hold: 'Give a number of minutes from {least_minutes} to {most_minutes}, or none.',
  preferences_error_confirmations: 'Confirmations are a number from 0 to {most}.',
  preferences_error_origins:
    'Write each site as in {example}, with nothing behind it. There are 20 at most, and http is for this machine alone.',

  preferences_change: '{what}: {after} (before: {before})',
  preferences_change_usual: 'as usual',
  preferences_change_none: 'none',
  letter_preferences_changed_subject: 'Preferences of your account were changed',
  letter_preferences_changed_text:
    'Preferences of your account {email} were changed:\n\n{changes}\n\nIf it was not you, choose another password at once:\n\n{url}\n\nThen set them again:\n\n{undo}',
} as const satisfies Readonly<Record<string, string>>

export type PreferencesMessages = { readonly [Name in keyof typeof en]: string }
