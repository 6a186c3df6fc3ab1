/** Words of these pages, in English. */
export const en = {
  people_intro:
    'Let an accountant or a colleague look at your account. Nobody whom you let in can change anything.',
  people_grant_title: 'Let somebody look',
  people_email_hint: 'The address with which they sign in here.',
  people_grant: 'Grant access',
  people_guests: 'Who sees your account',
  people_guests_none: 'Nobody but you',
  people_guests_none_text:
    'Whoever you grant access reads your invoices, payments and figures in their own dashboard, under “Accounts that you see”. They see no tokens, destinations or settings, and you can remove them at any time.',
  people_sees: '{email} sees your invoices, payments and figures, and can change nothing.',
  people_since: 'Since {time}',
  people_remove: 'Remove',
  people_opened: 'Accounts that you see',
  people_opened_none: 'No account yet',
  people_opened_none_text:
    'When another merchant grants access to {email}, their account stands here: open it, or reject it.',
  people_lets_see: 'You see the invoices, payments and figures of {name}, and can change nothing.',
  people_account: 'Account {number}',
  people_open: 'Open',
  people_reject: 'Reject',
  people_done_granted: 'Access is granted.',
  people_done_ended: 'The access has ended.',
  people_error_unknown:
    'Nobody has an account here with that address. Ask them to create one first, at {address}, then grant access again.',
  people_error_self: 'This is your own address: you see your account already.',
  people_error_too_many:
    'You have asked for too many addresses that nobody has here. Try again in {minutes}.',

  email_access_granted_subject: 'Someone can now view your account',
  email_access_granted_text:
    '{guest} can now view the invoices, payments and figures of your account {email}, but can’t change anything.\n\nIf this wasn’t you, reset your password now:\n\n{url}\n\nThen remove the access, and revoke any access tokens you don’t recognise:\n\n{undo}',
} as const satisfies Readonly<Record<string, string>>

export type PeopleMessages = { readonly [Name in keyof typeof en]: string }
