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

/** Tells an account's owner that something of it was changed. */
export type Tell = (
  accountId: number,
  name: LetterName,
  language: string,
  values?: Readonly<Record<string, string>>,
) => void
