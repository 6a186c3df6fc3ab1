import type { Clock } from '../kernel/clock.ts'
import { generateSecret, hashSecret } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import type { SignedInUser } from './session.ts'
import { type TicketStore, ticketLifetimeMs } from './ticket.ts'

interface OneTimeViewsDependencies {
  readonly transact: Transact<{ readonly tickets: TicketStore }>
  readonly clock: Clock
}

/** Lets a page show a derived secret once, within minutes, and only in the browser session that has just confirmed the password. */
export function createOneTimeViews({ transact, clock }: OneTimeViewsDependencies) {
  return { grantView, consumeView }

  /** Returns a token for the page's URL. It is only valid for this session and this secret. */
  async function grantView(user: SignedInUser, secretName: string): Promise<string> {
    const viewToken = generateSecret()
    const expiresAt = clock.now() + ticketLifetimeMs.secret
    const { accountId } = user
    await transact(({ tickets }) =>
      tickets.insert({
        kind: 'secret',
        accountId,
        digest: hashViewToken(user, secretName, viewToken),
        expiresAt,
      }),
    )
    return viewToken
  }

  /** True once per token. */
  async function consumeView(user: SignedInUser, secretName: string, viewToken: string): Promise<boolean> {
    const digest = hashViewToken(user, secretName, viewToken)
    return (await transact(({ tickets }) => tickets.consume('secret', digest, clock.now()))) !== null
  }
}

export type OneTimeViews = ReturnType<typeof createOneTimeViews>

const hashViewToken = ({ sessionId }: SignedInUser, secretName: string, viewToken: string): string =>
  hashSecret(JSON.stringify([sessionId, secretName, viewToken]))
