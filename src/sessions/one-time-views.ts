import type { Clock } from '../kernel/clock.ts'
import { digestOf, newSecret } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import type { SignedInUser } from './session.ts'
import { type TicketStore, ticketLifeMs } from './ticket.ts'

export interface OneTimeViewsParts {
  readonly transact: Transact<{ readonly tickets: TicketStore }>
  readonly clock: Clock
}

/** Lets a page show a derived secret once, within minutes, and only in the browser session that has just confirmed the password. */
export function createOneTimeViews({ transact, clock }: OneTimeViewsParts) {
  return { grantView, consumeView }

  /** Returns a mark for the page's URL. It is useless in another session or for another secret. */
  async function grantView(by: SignedInUser, what: string): Promise<string> {
    const mark = newSecret()
    const expiresAt = clock.now() + ticketLifeMs.secret
    const { accountId } = by
    await transact(({ tickets }) =>
      tickets.insert({ kind: 'secret', accountId, digest: digestOfMark(by, what, mark), expiresAt }),
    )
    return mark
  }

  /** True once for each mark. */
  async function consumeView(by: SignedInUser, what: string, mark: string): Promise<boolean> {
    const digest = digestOfMark(by, what, mark)
    return (await transact(({ tickets }) => tickets.consume('secret', digest, clock.now()))) !== null
  }
}

export type OneTimeViews = ReturnType<typeof createOneTimeViews>

const digestOfMark = ({ sessionId }: SignedInUser, what: string, mark: string): string =>
  digestOf(JSON.stringify([sessionId, what, mark]))
