import type { RequestOrigin } from '../audit/entry.ts'

/** Emails that the service sends. */
export type EmailName =
  | 'reset'
  | 'registration'
  | 'already_registered'
  | 'password_changed'
  | 'two_factor_enabled'
  | 'two_factor_disabled'
  | 'destination_changed'
  | 'link_granted'
  | 'staff_invitation'
  | NoticeName

/** Emails about changes that need no password. Anyone with a session or a token can trigger them, so they are limited. */
export const noticeNames = [
  'passkey_added',
  'passkey_removed',
  'access_granted',
  'staff_invited',
  'webhook_added',
  'webhook_url_changed',
  'webhook_secret_replaced',
  'preferences_changed',
] as const
type NoticeName = (typeof noticeNames)[number]

interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Composes an email in one of the interface languages. */
export type ComposeEmail = (
  name: EmailName,
  language: string,
  values: Readonly<Record<string, string>>,
) => { subject: string; text: string }

/** Sends an email in the background, if email is configured. */
export type SendEmail = (email: Email) => void

/** Notifies an account's owner of a change, with its time and origin, in the background. */
export type NotifyOwner = (
  accountId: number,
  name: EmailName,
  origin: RequestOrigin,
  values?: Readonly<Record<string, string>>,
) => void
