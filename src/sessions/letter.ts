import type { Origin } from '../audit/entry.ts'

/** What is written to people, by e-mail. */
export type LetterName =
  | 'reset'
  | 'registration'
  | 'registered_already'
  | 'password_changed'
  | 'code_on'
  | 'code_off'
  | 'destination_changed'
  | 'link_granted'
  | NoticeName

/** Of what asks for no password: who has a session or a token could cause any number of them, and so they have a limit. */
export const noticeNames = [
  'access_granted',
  'webhook_added',
  'webhook_moved',
  'webhook_secret_replaced',
  'preferences_changed',
] as const
export type NoticeName = (typeof noticeNames)[number]

export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Puts a letter into words, in a language of the pages. */
export type Compose = (
  name: LetterName,
  language: string,
  values: Readonly<Record<string, string>>,
) => { subject: string; text: string }

/** Sends a letter when there is a way to; nobody waits for it. */
export type Post = (letter: Letter) => void

/** Tells an account's owner that something of it was changed, when and from where. Nobody waits for it. */
export type Tell = (
  accountId: number,
  name: LetterName,
  from: Origin,
  values?: Readonly<Record<string, string>>,
) => void
