import { en as audit } from '../../audit/messages/en.ts'
import { en as deliveries } from '../../deliveries/messages/en.ts'
import { en as destinations } from '../../destinations/messages/en.ts'
import { en as invoices } from '../../invoices/messages/en.ts'
import { en as operator } from '../../operator/messages/en.ts'
import { en as overview } from '../../overview/messages/en.ts'
import { en as people } from '../../people/messages/en.ts'
import { en as preferences } from '../../preferences/messages/en.ts'
import { en as till } from '../../till/messages/en.ts'
import { en as tokens } from '../../tokens/messages/en.ts'
import { en as webhooks } from '../../webhooks/messages/en.ts'

/** Every word of a merchant's pages, in English: the other languages have the same names, and the same `{places}` in their sentences. */
export const en = {
  ...audit,
  ...deliveries,
  ...destinations,
  ...invoices,
  ...operator,
  ...overview,
  ...people,
  ...preferences,
  ...till,
  ...tokens,
  ...webhooks,

  // What every page has
  languages: 'Language',
  skip: 'Skip to the content',
  sign_in: 'Sign in',
  sign_out: 'Sign out',
  register: 'Create account',
  dashboard: 'Dashboard',
  navigation: 'Pages',
  overview: 'Overview',
  invoices: 'Invoices',
  till: 'Till',
  deliveries: 'Deliveries',
  people: 'People',
  operator: 'Operator',
  destinations: 'Destinations',
  tokens: 'Tokens',
  webhooks: 'Webhooks',
  preferences: 'Preferences',
  audit: 'Audit log',
  read_only: 'Read only: {name}',
  read_only_label: 'Somebody else’s account',
  read_only_leave: 'Back to your own account',
  pages: 'More of the list',
  first_page: 'First page',
  next_page: 'Next page',
  security: 'Security',
  sessions: 'Sessions',
  settings: 'Settings',
  email: 'Email',
  password: 'Password',
  new_password: 'New password',
  password_hint: '8 to 128 characters. Paste one from a password manager, or take a few words.',
  password_again: 'Once more, so that nobody changes this at a computer that you have left.',

  // Before signing in
  home_title: 'Invoices in your currency, paid in coins',
  home_text:
    'Quittance writes invoices in dollars, euros or yen and lets your customers pay them in BTC, BCH, BSV, DASH, LTC or DOGE. The money goes straight to your own wallet: this server holds no keys and takes no fee.',
  home_network: 'This server runs on a sandbox: coins here are made for trying, and worth nothing.',
  login_title: 'Sign in',
  forgot_link: 'Forgot your password?',
  no_account: 'No account yet?',
  have_account: 'You have an account?',
  code_title: 'Enter your code',
  code_text: 'Take the six digits from your authenticator, or one of your recovery codes.',
  code: 'Code',
  go_on: 'Continue',
  start_over: 'Start over',
  register_title: 'Create account',
  register_invited: 'You were invited as {email}.',
  register_first: 'This is the first account: it becomes the operator of this server.',
  register_closed:
    'Nobody can register here without an invitation. Ask the operator of this server for a link.',
  mail_title: 'Check your mail',
  mail_text:
    'If the address can be used, a message with a link is on its way to it. The link is good for a while, and once.',
  choose_title: 'Create the account of {email}?',
  choose_text:
    'Somebody has registered with this address, perhaps you in another browser. The account gets the password that you choose here, and no other. If you want no account, close this page: nothing happens.',
  forgot_title: 'New password',
  forgot_text: 'We send a link to your address, with which you choose another password.',
  forgot_send: 'Send the link',
  forgot_operator:
    'This server sends no mail. Ask its operator for a link: {command} prints one, with which you choose another password.',
  reset_title: 'Choose a new password',
  reset_text: 'You are signed out wherever you were signed in.',
  reset_save: 'Save the password',
  over_title: 'This link has expired',
  over_text: 'It was used already, or is too old. Ask for a new one.',

  // The dashboard
  welcome: 'Welcome, {name}',
  landing_text: 'You are signed in as {email}.',
  operator_note: 'You are the operator of this server.',
  security_text: 'Your password, and codes beside it.',
  sessions_text: 'The browsers in which you are signed in.',

  // Security
  change_password: 'Change password',
  change_password_text: 'You stay signed in here, and are signed out everywhere else.',
  old_password: 'Current password',
  done_password:
    'Your password was changed. You were signed out everywhere else. If somebody else was in your account, look also at {people}, {webhooks}, {preferences} and {tokens}: they stay as they are.',
  codes: 'Codes beside the password',
  codes_off_text:
    'With codes, a password alone opens nothing: signing in asks for six digits of an app on your phone, too.',
  codes_on_text: 'Signing in asks for a code of your authenticator.',
  codes_set_up: 'Set up codes',
  codes_turn_off: 'Switch codes off',
  done_codes_on: 'Codes are on. You were signed out everywhere else.',
  done_codes_off: 'Codes are off. The password alone signs in.',
  set_up_title: 'Set up codes',
  set_up_scan: 'Scan this with an authenticator app',
  set_up_qr: 'QR code of the key for an authenticator',
  set_up_key: 'Or type in the key',
  set_up_recovery: 'Keep these recovery codes',
  set_up_recovery_text:
    'Each signs you in once when the phone is lost. They are shown this once: print them, or put them into your password manager.',
  set_up_confirm: 'Then enter a code of the app',
  set_up_on: 'Switch codes on',

  // Sessions
  sessions_intro: 'End those that you do not know, and change your password then.',
  this_session: 'This browser',
  unknown_device: 'Unknown browser',
  session_since: 'Signed in {time}',
  session_seen: 'Last used {time}',
  session_from: 'From {address}',
  end_session: 'End this session',
  done_session: 'The session has ended.',

  // What goes wrong
  error_account_invalid: 'Give an e-mail address such as shop@example.com.',
  error_password_invalid: 'Choose another password: 8 to 128 characters, and none that many people use.',
  error_sign_in_wrong: 'The e-mail address or the password is not right.',
  error_password_wrong: 'The password is not right: nothing was changed.',
  error_code_wrong: 'The code is not right, or was used already.',
  error_too_many: 'Too many attempts. Try again in {minutes}.',
  error_registration_refused:
    'With this address no account could be made here. If it is yours, sign in, or ask for a new password.',
  error_cross_site:
    'This form was not sent from a page of this service. Open {address} and send it from there.',
  error_view_only: 'This account is not yours: you may look at it, and change nothing.',
  error_missing: 'There is nothing at this address.',
  error_missing_title: 'Page not found',
  error_back: 'Back to the start',
  error_unavailable: 'The server is busy at the moment. Try again in a little while.',
  error_other: 'That did not work. Go back and try again.',
  error_title: 'That did not work',

  // Letters
  letter_reset_subject: 'A new password for Quittance',
  letter_reset_text:
    'Somebody has asked for a new password for your account. If it was you, choose it here within an hour:\n\n{url}\n\nIf it was not you, do nothing: your password stays as it is.',
  letter_registration_subject: 'Your account at Quittance',
  letter_registration_text:
    'Somebody has registered with {email}. If it was you, this link makes the account and signs you in, within a day:\n\n{url}\n\nIf it was not you, do nothing: no account is made.',
  letter_registered_already_subject: 'Your account at Quittance',
  letter_registered_already_text:
    'Somebody has tried to register with {email}, for which there is an account already. If it was you, sign in here:\n\n{url}\n\nIf it was not you, do nothing.',
  letter_password_changed_subject: 'Your password was changed',
  letter_password_changed_text:
    'The password of your account {email} was changed, and every browser but one was signed out.\n\nIf it was not you, choose another password at once:\n\n{url}',
  letter_code_on_subject: 'Codes were switched on',
  letter_code_on_text:
    'Signing in to your account {email} asks for a code from now on.\n\nIf it was not you, choose another password at once, and tell the operator of the server:\n\n{url}',
  letter_code_off_subject: 'Codes were switched off',
  letter_code_off_text:
    'Signing in to your account {email} asks for no code any more.\n\nIf it was not you, choose another password at once:\n\n{url}',
  letter_link_granted_subject: 'You may look at another account',
  letter_named: 'Account {number}, which calls itself “{name}”,',
  letter_nameless: 'Account {number}',
  letter_link_granted_text:
    '{account} lets you see its invoices, payments and figures. You can change nothing there. Open it here, signed in as {email}:\n\n{url}\n\nIf you do not know who that is, reject it:\n\n{people}',
  letter_origin: 'When: {time}\nFrom: {from}',
  letter_pause:
    'There were several such changes, so this is the last letter about one of this kind for up to an hour. Whatever else is changed meanwhile stands in the audit log:\n\n{log}',
} as const satisfies Readonly<Record<string, string>>

export type DashboardMessages = { readonly [Name in keyof typeof en]: string }
