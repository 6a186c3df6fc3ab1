import type { Clock } from '../kernel/clock.ts'
import { digestOf, newSecret } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Signed } from './session.ts'
import { type TicketStore, ticketLifeMs } from './ticket.ts'

export interface ShownOnceParts {
  readonly transact: Transact<{ readonly tickets: TicketStore }>
  readonly clock: Clock
}

/** What a page shows once, soon, and to that browser alone, for which somebody has just given the password: a secret that follows from another. */
export function shownOnce({ transact, clock }: ShownOnceParts) {
  return { allow, take }

  /** A mark for the address of the page. It is worth nothing in another session, or for anything else. */
  async function allow(by: Signed, what: string): Promise<string> {
    const mark = newSecret()
    const expiresAt = clock.now() + ticketLifeMs.secret
    const { accountId } = by
    await transact(({ tickets }) =>
      tickets.insert({ kind: 'secret', accountId, digest: digestOfMark(by, what, mark), expiresAt }),
    )
    return mark
  }

  /** May it be shown? True once for each mark. */
  async function take(by: Signed, what: string, mark: string): Promise<boolean> {
    const digest = digestOfMark(by, what, mark)
    return (await transact(({ tickets }) => tickets.take('secret', digest, clock.now()))) !== null
  }
}

export type ShownOnce = ReturnType<typeof shownOnce>

const digestOfMark = ({ sessionId }: Signed, what: string, mark: string): string =>
  digestOf(JSON.stringify([sessionId, what, mark]))
