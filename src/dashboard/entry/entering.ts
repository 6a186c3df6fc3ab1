import { second } from '../../kernel/clock.ts'
import type { SessionLife } from '../../sessions/session.ts'
import type { Entered } from '../../sessions/sign-in.ts'
import { ticketLifeMs } from '../../sessions/ticket.ts'
import type { AnsweringParts } from '../pages/answering.ts'

export interface EnteringParts extends AnsweringParts {
  readonly life: SessionLife
}

/** An answer, as far as cookies are set with it. */
interface Answer {
  header(name: 'set-cookie', value: string): unknown
}

/** Sets the cookies of who comes in, and says where to go. */
export function enteringOn({ cookies, life }: EnteringParts) {
  return { enter, begin }

  function enter(reply: Answer, { needs, secret }: Entered, next: string | null = null): string {
    if (needs === 'nothing') return begin(reply, secret, next)
    reply.header('set-cookie', cookies.step.set(secret, ticketLifeMs.code / second))
    return `/login/code${next === null ? '' : `?next=${encodeURIComponent(next)}`}`
  }

  function begin(reply: Answer, secret: string, next: string | null): string {
    reply.header('set-cookie', cookies.session.set(secret, Math.ceil(life.lifeMs / second)))
    reply.header('set-cookie', cookies.step.clear())
    return next ?? '/dashboard'
  }
}
