/** Messages of these pages, in English. */
export const en = {
  people_intro: 'Give an accountant or a colleague read-only access to your account.',
  people_grant_title: 'Invite a viewer',
  people_email_hint: 'The email address they use to sign in here.',
  people_grant: 'Grant access',
  people_viewers: 'Viewers',
  people_viewers_none: 'Only you',
  people_viewers_none_text:
    'Viewers see your invoices, payments and figures in their own dashboard, under “Shared with you”. They can’t see tokens, payout wallets or settings. You can remove them at any time.',
  people_viewer: '{email} can view your invoices, payments and figures, but can’t change anything.',
  people_since: 'Since {time}',
  people_remove: 'Remove access',
  people_shared: 'Shared with you',
  people_shared_none: 'No shared accounts yet',
  people_shared_none_text:
    'When another merchant grants access to {email}, their account appears here. You can open or reject it.',
  people_shared_account:
    'You can view the invoices, payments and figures of {name}, but can’t change anything.',
  people_account: 'Account {number}',
  people_open: 'Open account',
  people_reject: 'Reject access',
  people_done_granted: 'Access granted.',
  people_done_ended: 'Access removed.',
  people_error_unknown:
    'No account here uses this email address. Ask the person to create one at {address}, then grant access again.',
  people_error_self: 'This is your own email address. Enter another person’s address.',
  people_error_too_many: 'You entered too many addresses without an account here. Try again in {minutes}.',

  email_access_granted_subject: 'Someone can now view your account',
  email_access_granted_text:
    '{guest} can now view the invoices, payments and figures of your account {email}, but can’t change anything.\n\nIf this wasn’t you, reset your password now:\n\n{url}\n\nThen remove the access, and revoke any access tokens you don’t recognise:\n\n{undo}',
} as const satisfies Readonly<Record<string, string>>

export type PeopleMessages = { readonly [Name in keyof typeof en]: string }
