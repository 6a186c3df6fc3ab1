import { en as audit } from '../../audit/messages/en.ts'
import { en as deliveries } from '../../deliveries/messages/en.ts'
import { en as destinations } from '../../destinations/messages/en.ts'
import { en as exceptions } from '../../exceptions/messages/en.ts'
import { en as invoices } from '../../invoices/messages/en.ts'
import { en as operator } from '../../operator/messages/en.ts'
import { en as overview } from '../../overview/messages/en.ts'
import { en as people } from '../../people/messages/en.ts'
import { en as preferences } from '../../preferences/messages/en.ts'
import { en as security } from '../../security/messages/en.ts'
import { en as till } from '../../till/messages/en.ts'
import { en as tokens } from '../../tokens/messages/en.ts'
import { en as webhooks } from '../../webhooks/messages/en.ts'

/** The messages of the merchant's pages, in English. The other languages have the same keys, with the same `{placeholders}`. */
export const en = {
  ...audit,
  ...deliveries,
  ...destinations,
  ...exceptions,
  ...invoices,
  ...operator,
  ...overview,
  ...people,
  ...preferences,
  ...security,
  ...till,
  ...tokens,
  ...webhooks,

  // Every page
  languages: 'Language',
  skip: 'Skip to content',
  sign_in: 'Sign in',
  sign_out: 'Sign out',
  register: 'Create account',
  dashboard: 'Dashboard',
  navigation: 'Main',
  overview: 'Overview',
  invoices: 'Invoices',
  till: 'Till',
  deliveries: 'Deliveries',
  people: 'People',
  operator: 'Operator',
  destinations: 'Payout wallets',
  tokens: 'Access tokens',
  webhooks: 'Webhooks',
  preferences: 'Preferences',
  audit: 'Audit log',
  read_only: 'Read-only: {name}',
  read_only_label: 'Someone else’s account',
  read_only_leave: 'Back to your account',
  pagination: 'Pagination',
  first_page: 'First page',
  next_page: 'Next page',
  security: 'Security',
  sessions: 'Sessions',
  settings: 'Settings',
  email: 'Email',
  password: 'Password',
  new_password: 'New password',
  password_hint: '8 to 128 characters. Paste one from a password manager, or use a few words.',
  password_again: 'Confirm your password, so that nobody can change this on an unattended computer.',

  // Before sign-in
  home_title: 'Invoices in your currency, paid in crypto',
  home_text:
    'Quittance creates invoices in dollars, euros or yen, and your customers pay them in BTC, BCH, BSV, DASH, LTC or DOGE. Payments go straight to your own wallet. This server holds no keys and takes no fee.',
  home_sandbox: 'This server is a sandbox. It uses test coins, which have no value.',
  login_title: 'Sign in',
  forgot_link: 'Forgot your password?',
  no_account: 'No account yet?',
  have_account: 'Already have an account?',
  code_title: 'Enter your code',
  code_text: 'Enter the six-digit code from your authenticator app, or one of your recovery codes.',
  code: 'Code',
  continue: 'Continue',
  start_over: 'Start over',
  register_title: 'Create account',
  register_invited: 'You were invited as {email}.',
  register_first: 'This is the first account, so it becomes the operator of this server.',
  register_closed: 'You need an invitation to create an account. Ask the operator of this server for a link.',
  mail_title: 'Check your email',
  mail_text:
    'If this address can be registered, we’ve emailed it a link. It can be used once and expires in 24 hours.',
  choose_title: 'Create an account for {email}?',
  choose_text:
    'Someone registered with this address, perhaps you in another browser. To create the account, choose a password here. A password entered in the other browser won’t work. If you don’t want an account, close this page.',
  forgot_title: 'Password reset',
  forgot_text: 'We’ll email you a link to choose a new password.',
  forgot_send: 'Send link',
  forgot_operator:
    'This server doesn’t send email. Ask its operator for a link to choose a new password: {command} prints one.',
  reset_title: 'Choose a new password',
  reset_text: 'You’ll be signed out everywhere else.',
  reset_save: 'Save password',
  link_expired_title: 'This link has expired',
  link_expired_text: 'It was already used or is too old. Request a new one.',

  // The dashboard
  welcome: 'Welcome, {name}',
  landing_text: 'You are signed in as {email}.',
  operator_note: 'You are the operator of this server.',

  // Security
  change_password: 'Change password',
  change_password_text: 'You stay signed in here and are signed out everywhere else.',
  old_password: 'Current password',
  done_password:
    'Your password was changed, and you were signed out everywhere else. If someone else had access to your account, also check {passkeys}, {people}, {webhooks}, {preferences} and {tokens}. A new password doesn’t change those.',
  codes: 'Two-factor authentication',
  codes_off_text:
    'With two-factor authentication, signing in also requires a six-digit code from an app on your phone.',
  codes_on_text: 'Signing in requires a code from your authenticator app.',
  codes_set_up: 'Set up two-factor authentication',
  codes_turn_off: 'Turn off two-factor authentication',
  done_codes_on: 'Two-factor authentication is on. You were signed out everywhere else.',
  done_codes_off: 'Two-factor authentication is off. You sign in with your password alone.',
  set_up_title: 'Two-factor authentication',
  set_up_scan: 'Scan this code with your authenticator app',
  set_up_qr: 'QR code of the authenticator key',
  set_up_key: 'Or enter this key',
  set_up_recovery: 'Save your recovery codes',
  set_up_recovery_text:
    'Each code signs you in once if you lose your phone. They’re shown only once: print them, or save them in your password manager.',
  set_up_confirm: 'Enter a code from the app',
  set_up_on: 'Turn on two-factor authentication',

  // Sessions
  sessions_intro: 'End any session you don’t recognise, then change your password.',
  this_session: 'This browser',
  unknown_device: 'Unknown browser',
  session_since: 'Signed in {time}',
  session_seen: 'Last active {time}',
  session_from: 'From {address}',
  end_session: 'End session',
  done_session: 'Session ended.',

  // Errors
  error_account_invalid: 'Enter an email address, such as shop@example.com.',
  error_password_invalid: 'Choose another password: 8 to 128 characters, and not a common one.',
  error_sign_in_wrong: 'The email address or password is wrong. Try again.',
  error_password_wrong: 'The password is wrong, and nothing was changed. Try again.',
  error_code_wrong: 'The code is wrong or was already used. Enter another one.',
  error_too_many: 'Too many attempts. Try again in {minutes}.',
  error_registration_refused:
    'We couldn’t create an account with this address. If it’s yours, sign in or reset your password.',
  error_cross_site: 'This form wasn’t sent from a page of this site. Open {address} and submit it there.',
  error_view_only: 'This isn’t your account, and your access doesn’t allow this change.',
  error_missing: 'There’s nothing at this address. Check the link.',
  error_missing_title: 'Page not found',
  error_back: 'Back to the home page',
  error_unavailable: 'The server is busy. Try again in a moment.',
  error_other: 'Something went wrong. Go back and try again.',
  error_title: 'Something went wrong',

  // Emails
  email_reset_subject: 'Reset your Quittance password',
  email_reset_text:
    'Someone requested a password reset for your account. If this was you, choose a new password within an hour:\n\n{url}\n\nIf this wasn’t you, ignore this email. Your password stays the same.',
  email_registration_subject: 'Your Quittance account',
  email_registration_text:
    'Someone registered with {email}. If this was you, open this link within a day to create your account and sign in:\n\n{url}\n\nIf this wasn’t you, ignore this email. No account will be created.',
  email_already_registered_subject: 'Your Quittance account',
  email_already_registered_text:
    'Someone tried to register with {email}, which already has an account. If this was you, sign in here:\n\n{url}\n\nIf this wasn’t you, ignore this email.',
  email_password_changed_subject: 'Your password was changed',
  email_password_changed_text:
    'The password of your account {email} was changed, and all other browsers were signed out.\n\nIf this wasn’t you, reset your password now:\n\n{url}',
  email_two_factor_enabled_subject: 'Two-factor authentication was turned on',
  email_two_factor_enabled_text:
    'Signing in to your account {email} now requires a code.\n\nIf this wasn’t you, reset your password now and tell the operator of the server:\n\n{url}',
  email_two_factor_disabled_subject: 'Two-factor authentication was turned off',
  email_two_factor_disabled_text:
    'Signing in to your account {email} no longer requires a code.\n\nIf this wasn’t you, reset your password now:\n\n{url}',
  email_link_granted_subject: 'You can now view another account',
  email_named: 'Account {number} (“{name}”)',
  email_nameless: 'Account {number}',
  email_link_granted_text:
    '{account} lets you view its invoices, payments and statistics. You can’t change anything there. Open it here, signed in as {email}:\n\n{url}\n\nIf you don’t know who this is, decline the access:\n\n{people}',
  email_origin: 'Time: {time}\nFrom: {from}',
  email_from_command_line: 'the command line of the server',
  email_pause:
    'There were several changes like this, so we won’t send another email about this kind of change for up to an hour. Further changes appear in the audit log:\n\n{log}',
} as const satisfies Readonly<Record<string, string>>

export type DashboardMessages = { readonly [Name in keyof typeof en]: string }
