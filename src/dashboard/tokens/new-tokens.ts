import type { NewToken } from '../../accounts/access-tokens.ts'
import type { AccountStores, Accounts } from '../../accounts/accounts.ts'
import type { Clock } from '../../kernel/clock.ts'
import { digestOf } from '../../kernel/ids.ts'
import type { Transact } from '../../kernel/transact.ts'
import type { Seals } from '../../sessions/seal.ts'
import type { Signed } from '../../sessions/session.ts'
import { type TicketStore, ticketLifeMs } from '../../sessions/ticket.ts'

export interface NewTokenStores extends AccountStores {
  readonly tickets: TicketStore
}

export interface NewTokenParts {
  readonly transact: Transact<NewTokenStores>
  /** What an account does, as whoever acts, inside of a transaction. */
  readonly accountsIn: (stores: AccountStores, actor: string) => Pick<Accounts, 'createToken'>
  readonly seals: Seals
  readonly clock: Clock
}

/** Tokens whose secret is shown on the page behind the form that made them: once, and to that browser alone. */
export function newTokens({ transact, accountsIn, seals, clock }: NewTokenParts) {
  return { make, secretOnce }

  /** Its id. The secret waits under a key that is in no table. @throws {Refused} `token_invalid` */
  function make(by: Signed, email: string, wish: NewToken): Promise<string> {
    return transact(async (stores) => {
      const { id, token } = await accountsIn(stores, by.sessionId).createToken(email, wish)
      await stores.tickets.insert({
        kind: 'token',
        accountId: by.accountId,
        digest: ticketOf(by, id),
        sealed: seals.seal(token, belongs(by, id)),
        expiresAt: clock.now() + ticketLifeMs.token,
      })
      return id
    })
  }

  /** The secret, for the first who asks in the session that made the token; null afterwards. */
  async function secretOnce(by: Signed, id: string): Promise<string | null> {
    const now = clock.now()
    const ticket = await transact(({ tickets }) => tickets.take('token', ticketOf(by, id), now))
    return ticket && seals.open(ticket.sealed, belongs(by, id))
  }
}

export type NewTokens = ReturnType<typeof newTokens>

/** Nobody needs to keep it secret: who asks is known by the session. */
const ticketOf = ({ sessionId }: Signed, id: string): string => digestOf(`${sessionId}|${id}`)

const belongs = ({ accountId, sessionId }: Signed, id: string) => ['token', id, accountId, sessionId]
