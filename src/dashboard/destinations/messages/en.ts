/** Messages of the payout wallet pages, in English. */
export const en = {
  destinations_intro:
    'Customers pay straight to your own wallet. This server holds no keys. Your invoices don’t offer coins without a payout wallet.',
  destinations_is_set: 'Set up',
  destinations_not_set: 'Not set up',
  destinations_none: 'Customers can’t pay you in {coin} yet.',
  destinations_set_up: 'Add wallet',
  destinations_change: 'Change wallet',
  destinations_kind: 'Type',
  destinations_kind_xpub: 'Extended public key: a new address for each invoice',
  destinations_kind_address: 'Fixed address: the same for all invoices',
  destinations_address: 'Address',
  destinations_key_id: 'Key ID',
  destinations_next: 'Next index',
  destinations_first: 'First addresses',
  destinations_now: 'Current payout wallet',
  destinations_set_title: 'Payout wallet',
  destinations_change_title: 'New payout wallet',
  destinations_how:
    'We recommend your wallet’s extended public key (xpub), so that each invoice gets a new address. It shows your payments and balance but can’t spend anything. Next, you compare addresses with your wallet. Nothing changes until you confirm.',
  destinations_field: 'Extended public key or address',
  destinations_field_hint:
    'Keys start with {names} here. Never share a private key or recovery phrase with anyone, including this page.',
  destinations_show: 'Show addresses',
  destinations_test_title: 'Don’t have a wallet yet?',
  destinations_test_text:
    'Test coins in this sandbox have no value. A test key belongs to no wallet, so there is nothing to compare. Coins that are already set up don’t change.',
  destinations_test_button: 'Use test keys for all coins',
  destinations_skip_title: 'Skip addresses',
  destinations_skip_text:
    'Use this if your wallet has already used the next addresses elsewhere. Most wallets check only twenty unused addresses in a row, so skip as few as possible.',
  destinations_skip_by: 'Number of addresses',
  destinations_skip_hint: '1 to {max}',
  destinations_skip: 'Skip addresses',
  destinations_compare_title: 'Compare with your wallet',
  destinations_compare_xpub:
    'Open the list of receiving addresses in your wallet. The first three must match these, character for character:',
  destinations_compare_address: 'This must be a receiving address of your wallet, character for character:',
  destinations_about_xpub:
    'If they differ, this is another account or another address type. Don’t confirm it.',
  destinations_about_address:
    'All invoices use this one address, so anyone can see that they belong together. To identify payments, each open invoice asks for a slightly different amount.',
  destinations_confirm_title: 'Confirmation',
  destinations_confirm_text:
    'Nothing has changed yet. Invoices that already have an address keep it. All others use this wallet from now on.',
  destinations_same_text: 'This is already your payout wallet. Nothing changes.',
  destinations_email_text: 'We’ll email you about the change.',
  destinations_confirm: 'The addresses match',
  destinations_mismatch: 'They don’t match: enter another wallet',
  destinations_done_set: 'Payout wallet for {coin} saved.',
  destinations_done_test: 'Test keys added for all coins.',
  destinations_done_skipped: '{coin} addresses skipped.',
  destinations_error_key:
    'This extended public key is invalid: a character is missing or wrong. Copy it again from your wallet.',
  destinations_error_private_key:
    'This is a private key. Anyone who has it can spend your money. We didn’t store it. Enter the matching extended public key, and don’t enter the private key anywhere else.',
  destinations_error_other_key:
    'This key is for another coin or network. Enter one that starts as shown below the field.',
  destinations_error_address:
    'This isn’t an address or extended public key of this coin on this network. Copy it again from your wallet.',
  destinations_error_derived:
    'This address was derived from an extended public key for an invoice. Enter a different address.',
  destinations_error_changed:
    'This coin’s payout wallet has changed since you opened this page, so the new one wasn’t saved. Check the current wallet, then start again if you want to change it.',
  destinations_error_skip: 'Enter a whole number in the range below the field.',

  email_destination_changed_subject: 'Your payout wallet was changed',
  email_destination_changed_text:
    '{coin} payments to your account {email} go to another wallet from now on. Its first address is:\n\n{address}\n\nCompare it with your wallet. If this wasn’t you, reset your password now, then set the payout wallet again:\n\n{url}',
} as const satisfies Readonly<Record<string, string>>

export type DestinationsMessages = { readonly [Name in keyof typeof en]: string }
