import { type Clock, type Instant, iso } from '../kernel/clock.ts'
import type { CredentialStore } from './credentials.ts'
import { type Guesses, guessOf } from './guesses.ts'
import { type Compose, type LetterName, noticeNames, type Post, type Tell } from './letter.ts'

export interface TellingParts {
  readonly read: { readonly credentials: Pick<CredentialStore, 'byId'> }
  /** Null: there is no way to send letters. */
  readonly post: Post | null
  readonly compose: Compose
  readonly guesses: Pick<Guesses, 'take'>
  readonly later: (work: () => Promise<unknown>) => void
  readonly linkTo: (path: string) => string
  readonly clock: Clock
}

/** The one way in which owners are told of changes. */
export function telling({ read, post, compose, guesses, later, linkTo, clock }: TellingParts): Tell {
  return (accountId, name, { address: from, language }, values = {}) => {
    if (post === null) return
    const time = momentIn(clock.now())
    later(async () => {
      const log = (await takeNotice(accountId, name)) && { log: linkTo('/dashboard/settings/audit') }
      const { email } = await read.credentials.byId(accountId)
      const common = { time, from, ...log, email, url: linkTo('/forgot') }
      post({ to: email, ...compose(name, language, { ...values, ...common }) })
    })
  }

  /**
   * Each kind has a limit of its own: a flood of one hides no other. True: the last letter within it, which says that there may be more.
   * @throws {Refused} `too_many_guesses` beyond it: that one is left out, and the audit log has what it would tell
   */
  async function takeNotice(accountId: number, name: LetterName): Promise<boolean> {
    if (!noticeNames.some((notice) => notice === name)) return false
    return (await guesses.take([guessOf('notice', `${name}|${accountId}`)])).length > 0
  }
}

/** The same in every language. */
export const momentIn = (at: Instant): string => `${iso(at).slice(0, 19).replace('T', ' ')} UTC`
