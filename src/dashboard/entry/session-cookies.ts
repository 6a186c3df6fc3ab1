import { day, second } from '../../kernel/clock.ts'
import type { SessionCookies } from '../../sessions/known-browser.ts'
import type { SessionTimeouts } from '../../sessions/session.ts'
import type { SignInResult } from '../../sessions/sign-in.ts'
import { ticketLifetimeMs } from '../../sessions/ticket.ts'
import type { PageResponderDependencies } from '../pages/page-responder.ts'
import { formatNextQuery } from './next.ts'

export interface SessionCookieDependencies extends PageResponderDependencies {
  readonly timeouts: SessionTimeouts
}

/** The longest lifetime that browsers allow (RFC 6265bis §5.5). Each sign-in renews the cookie. */
const knownBrowserLifetimeMs = 400 * day

/** The part of a reply that sets cookies. */
interface CookieReply {
  header(name: 'set-cookie', value: string): unknown
}

/** Sets the cookies of a sign-in and returns where to redirect. */
export function createSessionCookies({ cookies, timeouts }: SessionCookieDependencies) {
  return { continueSignIn, startSession, setSessionCookies }

  function continueSignIn(reply: CookieReply, result: SignInResult, next: string | null = null): string {
    if (result.needs === 'nothing') return startSession(reply, result, next)
    reply.header('set-cookie', cookies.pendingStep.set(result.secret, ticketLifetimeMs.code / second))
    return `/login/code${formatNextQuery(next)}`
  }

  function startSession(reply: CookieReply, sessionCookies: SessionCookies, next: string | null): string {
    setSessionCookies(reply, sessionCookies)
    reply.header('set-cookie', cookies.pendingStep.clear())
    return next ?? '/dashboard'
  }

  /** Sets the session cookie and the cookie by which the account recognises this browser. */
  function setSessionCookies(reply: CookieReply, { secret, knownBrowser }: SessionCookies): void {
    reply.header('set-cookie', cookies.session.set(secret, Math.ceil(timeouts.lifetimeMs / second)))
    reply.header('set-cookie', cookies.knownBrowser.set(knownBrowser, knownBrowserLifetimeMs / second))
  }
}
