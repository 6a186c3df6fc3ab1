import { day, second } from '../../kernel/clock.ts'
import type { Begun } from '../../sessions/known-browser.ts'
import type { SessionLife } from '../../sessions/session.ts'
import type { Entered } from '../../sessions/sign-in.ts'
import { ticketLifeMs } from '../../sessions/ticket.ts'
import type { AnsweringParts } from '../pages/answering.ts'

export interface EnteringParts extends AnsweringParts {
  readonly life: SessionLife
}

/** Browsers keep no cookie for longer (RFC 6265bis §5.5). Each time somebody signs in it begins anew. */
const knownMs = 400 * day

/** An answer, as far as cookies are set with it. */
interface Answer {
  header(name: 'set-cookie', value: string): unknown
}

/** Sets the cookies of who comes in, and says where to go. */
export function enteringOn({ cookies, life }: EnteringParts) {
  return { enter, begin, keep }

  function enter(reply: Answer, entered: Entered, next: string | null = null): string {
    if (entered.needs === 'nothing') return begin(reply, entered, next)
    reply.header('set-cookie', cookies.step.set(entered.secret, ticketLifeMs.code / second))
    return `/login/code${next === null ? '' : `?next=${encodeURIComponent(next)}`}`
  }

  function begin(reply: Answer, begun: Begun, next: string | null): string {
    keep(reply, begun)
    reply.header('set-cookie', cookies.step.clear())
    return next ?? '/dashboard'
  }

  /** The session, under that id, and that the account knows this browser. */
  function keep(reply: Answer, { secret, known }: Begun): void {
    reply.header('set-cookie', cookies.session.set(secret, Math.ceil(life.lifeMs / second)))
    reply.header('set-cookie', cookies.known.set(known, knownMs / second))
  }
}
