/** Messages about passkeys, in English. */
export const en = {
  passkeys: 'Passkeys',
  passkeys_text:
    'A passkey signs you in with your fingerprint, face or device PIN, without a password or code.',
  passkeys_add: 'Add passkey',
  passkeys_name_hint: 'Where you keep it, such as “Phone”, so you can recognise it.',
  passkeys_unsupported: 'To add a passkey, turn on JavaScript and use a browser that supports passkeys.',
  passkeys_full: 'Your account can’t have more passkeys. Remove one to add another.',
  passkeys_rename: 'Rename passkey',
  passkeys_remove: 'Remove passkey',
  passkeys_remove_text:
    'You can no longer sign in with it. Also delete it on your device or in your password manager. Browsers in which you’re signed in stay signed in: check your {sessions}.',
  passkeys_use: 'Use a passkey',
  passkeys_not_added: 'No passkey was added. Try again.',
  passkeys_not_used: 'No passkey was used. Try again, or sign in another way.',
  passkeys_already: 'This device or password manager already has a passkey for your account.',
  passkeys_error_wrong: 'The passkey wasn’t accepted. Try again.',
  done_passkey_added: 'Passkey added. You can now sign in with it.',
  done_passkey_renamed: 'Passkey renamed.',
  done_passkey_removed: 'Passkey removed.',
  email_passkey_added_subject: 'A passkey was added',
  email_passkey_added_text:
    'A passkey was added to your account {email}. It signs in without a password or code.\n\nIf this wasn’t you, reset your password now:\n\n{url}\n\nThen remove any passkeys you don’t recognise:\n\n{undo}',
  email_passkey_removed_subject: 'A passkey was removed',
  email_passkey_removed_text:
    'A passkey was removed from your account {email}.\n\nIf this wasn’t you, reset your password now:\n\n{url}\n\nThen remove any passkeys you don’t recognise:\n\n{undo}',
} as const satisfies Readonly<Record<string, string>>

export type SecurityMessages = { readonly [Name in keyof typeof en]: string }
