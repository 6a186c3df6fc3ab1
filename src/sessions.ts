import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountLink } from './account-links/link.ts'
import { accounts } from './accounts/accounts.ts'
import { theService } from './audit/entry.ts'
import type { Base } from './base.ts'
import type { Config } from './config.ts'
import { composeLetter } from './dashboard/pages/letters.ts'
import { minute, second, systemClock } from './kernel/clock.ts'
import { every } from './kernel/every.ts'
import { Refused } from './kernel/refused.ts'
import { type Mailer, openMailer } from './platform/mail/mailer.ts'
import { openSecretKey } from './secret-key.ts'
import { cookie } from './sessions/cookies.ts'
import { factorSecrets } from './sessions/factor-secrets.ts'
import { guessOf, guesses as openGuesses } from './sessions/guesses.ts'
import { knownBrowsers } from './sessions/known-browser.ts'
import type { LetterName, Post } from './sessions/letter.ts'
import { passwords as openPasswords } from './sessions/passwords.ts'
import { registrations } from './sessions/registration.ts'
import { resets } from './sessions/reset.ts'
import { secondFactor } from './sessions/second-factor.ts'
import { sessions as openSessions } from './sessions/sessions.ts'
import { signIn as openSignIn } from './sessions/sign-in.ts'
import { momentIn, telling } from './sessions/telling.ts'

/** A letter that hangs at the end is given up. */
const closePatienceMs = 3 * second
const pruneEveryMs = 10 * minute
/** Of what nobody waits for, so much at once: with a mail server that hangs, the rest is let go. */
const mostAside = 200

/** Accounts in the browser. */
export async function openAccountHouse(base: Base) {
  const { config, transact, read, clock, failed } = base
  const { baseUrl, secrets: given } = config
  const aside = workAside(failed('work beside a request'))
  const mailer = given.smtpUrl === null ? null : await openMailer(given.smtpUrl, senderOf(config))
  const post = mailer && poster(mailer, aside.later)
  const { later } = aside
  const linkTo = linksOn(baseUrl)
  const guesses = openGuesses(transact, clock)
  const letters = { read, clock, later, linkTo, compose: composeLetter, post }
  const tell = telling({ ...letters, guesses })
  const common = { ...letters, transact, tell }

  const sessions = openSessions({ ...common, life: config.sessions })
  const serverKey = openSecretKey(given)
  const browsers = knownBrowsers(serverKey)
  const passwords = openPasswords({ ...common, sessions, guesses, browsers })
  const secrets = factorSecrets(serverKey)
  const factor = secondFactor({ ...common, sessions, guesses, passwords, secrets })
  const signIn = openSignIn({ ...common, sessions, passwords, factor, browsers })
  const { create } = accounts(transact, { chain: config.chain, clock, actor: theService })
  const { registration: mode } = config
  const registration = registrations({ ...common, create, mode, signIn, guesses })
  const reset = resets({ ...common, passwords, signIn, guesses })
  const prune = async () => {
    await sessions.prune()
    await guesses.prune()
    await transact(({ tickets }) => tickets.prune(clock.now()))
  }
  const pruning = every(pruneEveryMs, prune, failed('pruning sessions'))
  const isSecure = baseUrl.startsWith('https:')
  const cookies = {
    session: cookie('session', isSecure),
    /** Between a password and a code, or a letter and its link. */
    step: cookie('step', isSecure),
    /** Where somebody has signed in before: it stays when they sign out, and opens nothing. */
    known: cookie('known', isSecure),
  }
  const doors = {
    sessions,
    passwords,
    factor,
    signIn,
    registration,
    reset,
    cookies,
    sendsLetters: post !== null,
  }
  return { ...doors, findSession, tell, tellGuest, linkTo, stop }

  async function findSession({ cookie }: { readonly cookie?: string | undefined }) {
    const secret = cookies.session.read(cookie)
    const session = secret === null ? null : await sessions.find(secret)
    if (!session || secret === null) return null
    const { accountId, id: tokenId, currency } = session
    const holds = async () => (await sessions.find(secret)) !== null
    return { caller: { accountId, tokenId, scope: 'full', currency, isSession: true } as const, holds }
  }

  /** So often an hour and no more: a name is chosen by who has it, and is not sent around with our letters. */
  function tellGuest({ source, target }: AccountLink, language: string): void {
    if (post === null) return
    later(async () => {
      await guesses.take([guessOf('letter', `link|${target}`)])
      const { name, email: own } = await read.credentials.byId(source)
      const { email } = await read.credentials.byId(target)
      const links = { url: linkTo(`/dashboard?account=${source}`), people: linkTo('/dashboard/people') }
      const values = { name, own, number: String(source), email, ...links }
      post({ to: email, ...composeLetter('link_granted', language, values) })
    })
  }

  async function stop(): Promise<void> {
    await pruning.stop()
    const patience = new AbortController()
    const over = sleep(closePatienceMs, undefined, patience).catch(() => {})
    await Promise.race([aside.settled(), over])
    patience.abort()
    mailer?.close()
  }
}

export type AccountHouse = Awaited<ReturnType<typeof openAccountHouse>>

/** Addresses of ours, as they stand in letters. */
export const linksOn =
  (baseUrl: string) =>
  (path: string): string =>
    `${baseUrl}${path}`

/**
 * One letter of a command, which waits until it is sent: nothing where there is no way to send one.
 * @throws {Error} when the server does not take it
 */
export async function sendLetter(
  config: Config,
  name: LetterName,
  { email, ...values }: Readonly<Record<string, string>> & { readonly email: string },
): Promise<void> {
  const { smtpUrl } = config.secrets
  if (smtpUrl === null) return
  const mailer = await openMailer(smtpUrl, senderOf(config))
  const url = linksOn(config.baseUrl)('/forgot')
  // Whoever types commands says nothing of languages: English.
  const letter = composeLetter(name, 'en', { ...values, ...byHand(), email, url })
  await mailer.send({ to: email, ...letter }).finally(() => mailer.close())
}

/** When, and from where, in letters of commands. */
const byHand = () => ({ time: momentIn(systemClock.now()), from: 'the command line of the server' })

/** Letters come from the service's own host unless a setting says otherwise. */
const senderOf = ({ smtpFrom, baseUrl }: Pick<Config, 'smtpFrom' | 'baseUrl'>): string =>
  smtpFrom ?? `Quittance <quittance@${new URL(baseUrl).hostname}>`

function poster(mailer: Mailer, later: (work: () => Promise<unknown>) => void): Post {
  return (letter) => later(() => mailer.send(letter))
}

/** Work that no answer waits for: who measures our answers learns nothing of it. */
function workAside(failed: (error: unknown) => void) {
  const running = new Set<Promise<unknown>>()
  return { later, settled }

  function later(work: () => Promise<unknown>): void {
    if (running.size >= mostAside) {
      failed(new Error('too much is under way: it was let go'))
      return
    }
    const done = work()
      // A refusal is an answer to somebody, and here nobody waits for one.
      .catch((error) => error instanceof Refused || failed(error))
      .finally(() => running.delete(done))
    running.add(done)
  }

  /** Also of what begins more. */
  async function settled(): Promise<void> {
    while (running.size > 0) await Promise.allSettled([...running])
  }
}
