/** Words of these pages, in English. */
export const en = {
  destinations_intro:
    'Your customers pay straight to your own wallet: this server holds no keys. A coin without a destination is not offered on your invoices.',
  destinations_is_set: 'Set',
  destinations_not_set: 'Not set',
  destinations_none: 'Nobody can pay you in {coin} yet.',
  destinations_set_up: 'Set up',
  destinations_change: 'Change',
  destinations_kind: 'Kind',
  destinations_kind_xpub: 'Extended public key: a fresh address for each invoice',
  destinations_kind_address: 'One fixed address for all invoices',
  destinations_address: 'Address',
  destinations_key_id: 'Id of the key',
  destinations_next: 'Next index',
  destinations_first: 'First addresses',
  destinations_now: 'Where the money goes now',
  destinations_set_title: 'Set the destination',
  destinations_change_title: 'Change the destination',
  destinations_how:
    'Best is the extended public key of an account of your wallet: each invoice gets a fresh address then. It shows your money, and cannot spend it. Next you compare addresses with the wallet; nothing changes before you confirm.',
  destinations_field: 'Extended public key or address',
  destinations_field_hint:
    'A key begins with {names} here. Never give a private key or recovery words to anybody, nor to this page.',
  destinations_look: 'Show the addresses',
  destinations_test_title: 'No wallet at hand?',
  destinations_test_text:
    'Coins in this sandbox are worth nothing. A test key belongs to no wallet, so there is nothing to compare. Coins that are set up already stay as they are.',
  destinations_test_button: 'Use test keys for all coins',
  destinations_skip_title: 'Skip addresses',
  destinations_skip_text:
    'For a wallet that has handed out the next addresses elsewhere. Most wallets look for money on twenty unused addresses in a row and no more: skip as few as you can.',
  destinations_skip_by: 'How many',
  destinations_skip_hint: '1 to {most}',
  destinations_skip: 'Skip them',
  destinations_compare_title: 'Compare with your wallet',
  destinations_compare_xpub:
    'Open the list of receiving addresses in your wallet. Its first three must be these, letter by letter:',
  destinations_compare_address: 'This must be a receiving address of your wallet, letter by letter:',
  destinations_about_xpub:
    'If they differ, it is another account or another kind of address: do not confirm.',
  destinations_about_address:
    'Every invoice asks for money at this one address, so that anybody can see that they belong together. Invoices that are open at the same time are told apart by slightly different amounts.',
  destinations_confirm_title: 'Use this destination',
  destinations_confirm_text:
    'Nothing has changed yet. Invoices whose payers were already given an address keep it; all others go here from now on.',
  destinations_same_text: 'This is the destination that is set already: nothing changes.',
  destinations_letter_text: 'You get a letter about the change.',
  destinations_confirm: 'They are the same: use it',
  destinations_differs: 'They differ: enter another',
  destinations_done_set: '{coin} goes to this destination from now on.',
  destinations_done_test: 'Test keys are set for all coins.',
  destinations_done_skipped: 'The addresses of {coin} were skipped.',
  destinations_error_key:
    'This is no extended public key: characters are missing or wrong. Copy it again from your wallet.',
  destinations_error_private_key:
    'This is a private key: whoever has it can spend your money. It was not kept. Give the extended public key that belongs to it, and do not type the private one anywhere again.',
  destinations_error_other_key:
    'This key belongs to another coin or network. Give one that begins as the hint below the field says.',
  destinations_error_address: 'This is no address and no extended public key of this coin on this network.',
  destinations_error_derived:
    'This address was made from an extended public key for an invoice here: a fixed address must be another.',
  destinations_error_changed:
    'The destination of this coin was changed since you opened this page, so this one was not set. Look at what is set now, and begin again if you want another.',
  destinations_error_skip: 'Give a whole number of addresses, as the hint below the field says.',

  letter_destination_changed_subject: 'Where your money goes was changed',
  letter_destination_changed_text:
    'Payments in {coin} to your account {email} go to another destination from now on. Its first address is:\n\n{address}\n\nCompare it with your wallet. If it was not you, choose another password at once, and then set the destination again:\n\n{url}',
} as const satisfies Readonly<Record<string, string>>

export type DestinationsMessages = { readonly [Name in keyof typeof en]: string }
