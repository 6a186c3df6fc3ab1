import { day, second } from '../../kernel/clock.ts'
import type { SessionCookies } from '../../sessions/known-browser.ts'
import type { SessionLife } from '../../sessions/session.ts'
import type { SignInResult } from '../../sessions/sign-in.ts'
import { ticketLifetimeMs } from '../../sessions/ticket.ts'
import type { PageResponderDependencies } from '../pages/page-responder.ts'

export interface SessionCookieDependencies extends PageResponderDependencies {
  readonly lifetime: SessionLife
}

/** Browsers keep no cookie for longer (RFC 6265bis §5.5). Each sign-in restarts the time. */
const knownMs = 400 * day

/** The part of a reply that sets cookies. */
interface Answer {
  header(name: 'set-cookie', value: string): unknown
}

/** Sets the cookies of a sign-in and returns where to redirect. */
export function createSessionCookies({ cookies, lifetime }: SessionCookieDependencies) {
  return { continueSignIn, startSession, setSessionCookies }

  function continueSignIn(reply: Answer, result: SignInResult, next: string | null = null): string {
    if (result.needs === 'nothing') return startSession(reply, result, next)
    reply.header('set-cookie', cookies.step.set(result.secret, ticketLifetimeMs.code / second))
    return `/login/code${next === null ? '' : `?next=${encodeURIComponent(next)}`}`
  }

  function startSession(reply: Answer, sessionCookies: SessionCookies, next: string | null): string {
    setSessionCookies(reply, sessionCookies)
    reply.header('set-cookie', cookies.step.clear())
    return next ?? '/dashboard'
  }

  /** Sets the session cookie and the cookie by which the account recognises this browser. */
  function setSessionCookies(reply: Answer, { secret, knownBrowser }: SessionCookies): void {
    reply.header('set-cookie', cookies.session.set(secret, Math.ceil(lifetime.lifetimeMs / second)))
    reply.header('set-cookie', cookies.known.set(knownBrowser, knownMs / second))
  }
}
