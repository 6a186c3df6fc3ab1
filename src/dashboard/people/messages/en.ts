/** Messages of the pages and emails about viewers and staff, in English. */
export const en = {
  people_intro: 'Invite staff, or give an accountant or a colleague read-only access to your account.',
  people_grant_title: 'Invite a viewer',
  people_email_hint: 'The email address they use to sign in here.',
  people_grant: 'Grant access',
  people_viewers: 'Viewers',
  people_viewers_none: 'Only you',
  people_viewers_none_text:
    'Viewers see your invoices, payments and statistics in their own dashboard, under “Shared with you”. They can’t see tokens, payout wallets or settings. You can remove them at any time.',
  people_viewer: '{email} can view your invoices, payments and statistics, but can’t change anything.',
  people_since: 'Since {time}',
  people_remove: 'Remove access',
  people_shared: 'Shared with you',
  people_shared_none: 'No shared accounts yet',
  people_shared_none_text:
    'When another merchant grants access to {email}, their account appears here. You can open or decline it.',
  people_shared_account:
    'You can view the invoices, payments and statistics of {name}, but can’t change anything.',
  people_account: 'Account {number}',
  people_open: 'Open account',
  people_reject: 'Decline access',
  people_done_granted: 'Access granted.',
  people_done_ended: 'Access removed.',
  people_error_unknown:
    'No account here uses this email address. Ask the person to create one at {address}, then grant access again.',
  people_error_self: 'This is your own email address. Enter another person’s address.',
  people_error_full:
    'You or the other account has reached the maximum number of viewers or shared accounts. Remove one first.',
  people_error_too_many:
    'Too many of the addresses you entered have no account here. Try again in {minutes}.',

  role_cashier: 'Cashier',
  role_bookkeeper: 'Bookkeeper',
  cashier_at: 'Cashier at {name}',
  bookkeeper_at: 'Bookkeeper at {name}',
  switch_account: 'Switch account',
  staff: 'Staff',
  staff_none: 'No staff yet',
  staff_none_text: 'Staff work in your account with their own sign-in. You can remove them at any time.',
  staff_invite_title: 'Invite staff',
  staff_email_hint: 'We’ll email them a link. It can be used once and expires in 7 days.',
  staff_link_hint: 'You’ll get a link to pass on. It can be used once and expires in 7 days.',
  staff_needs_account:
    'Only the operator creates accounts on this server, so the person must already have an account with this email address.',
  staff_role: 'Role',
  staff_role_hint:
    'Cashiers take payments at the till and see today’s invoices. Bookkeepers see and export all invoices and statistics, but can’t change anything.',
  staff_invite: 'Send invitation',
  staff_create_link: 'Create link',
  staff_member: '{email}: {role}',
  staff_valid_until: 'Invited. The link works until {time}.',
  staff_expired: 'Invited. The link expired on {time}.',
  staff_resend: 'Resend',
  staff_revoke: 'Revoke invitation',
  staff_make_role: 'Change role to {role}',
  staff_done_invited: 'Invitation sent.',
  staff_done_revoked: 'Invitation revoked.',
  staff_done_role: 'Role changed.',
  staff_link_title: 'Pass on this link',
  staff_link_text:
    'Give this link to {email}. It can be used once, expires in 7 days, and isn’t shown again.',
  staff_error_exists: 'This person already works in your account. You can change their role below.',
  staff_error_too_many:
    'You’ve reached the maximum number of staff and open invitations. Remove someone first.',
  staff_works_as_cashier: 'You’re a cashier at {name}.',
  staff_works_as_bookkeeper: 'You’re a bookkeeper at {name}.',
  staff_leave: 'Leave',
  invitation_title: 'Invitation',
  invitation_text: '{name} (account {number}) invites {email} to join its team. Role: {role}.',
  invitation_cashier: 'You can take payments at the till and see today’s invoices.',
  invitation_bookkeeper: 'You can see and export all invoices and statistics, but can’t change anything.',
  invitation_accept: 'Accept invitation',
  invitation_other: 'You’re signed in as {email}. Sign out, then open this link again.',
  invitation_register: 'Create account and accept',
  invitation_no_account:
    'Sign in with this email address to accept. If you have no account yet, ask the operator of this server for one.',
  invitation_error_other: 'This invitation is for another email address. Sign in with that address.',
  today_title: 'Today’s invoices',
  today_none_text: 'Invoices created today appear here.',
  email_staff_invitation_subject: 'You’re invited to join a shop',
  email_staff_invitation_text:
    '{account} invites you to join its team. Role: {role}. Open this link within 7 days. It can be used once, and only by {email}:\n\n{url}\n\nIf you don’t know who this is, ignore this email.',
  email_staff_invited_subject: 'Someone was invited to work in your account',
  email_staff_invited_text:
    '{guest} was invited to work in your account {email}.\n\nIf this wasn’t you, reset your password now:\n\n{url}\n\nThen revoke the invitation, or remove the person:\n\n{undo}',

  email_access_granted_subject: 'Someone can now view your account',
  email_access_granted_text:
    '{guest} can now view the invoices, payments and statistics of your account {email}, but can’t change anything.\n\nIf this wasn’t you, reset your password now:\n\n{url}\n\nThen remove the access, and revoke any access tokens you don’t recognise:\n\n{undo}',
} as const satisfies Readonly<Record<string, string>>

export type PeopleMessages = { readonly [Name in keyof typeof en]: string }
