import type { NewToken } from '../../accounts/access-tokens.ts'
import type { AccountStores, Accounts } from '../../accounts/accounts.ts'
import type { Clock } from '../../kernel/clock.ts'
import { hashSecret } from '../../kernel/ids.ts'
import type { TextCipher } from '../../kernel/text-cipher.ts'
import type { Transact } from '../../kernel/transact.ts'
import type { SignedInUser } from '../../sessions/session.ts'
import { type TicketStore, ticketLifetimeMs } from '../../sessions/ticket.ts'

interface NewTokenStores extends AccountStores {
  readonly tickets: TicketStore
}

export interface NewTokenDependencies {
  readonly transact: Transact<NewTokenStores>
  /** Account operations on behalf of an actor, within a transaction. */
  readonly createAccountsIn: (stores: AccountStores, actor: string) => Pick<Accounts, 'createToken'>
  readonly cipher: TextCipher
  readonly clock: Clock
}

/** Creates tokens. The page after the form shows the secret once, and only in the session that created the token. */
export function createTokenIssuer({ transact, createAccountsIn, cipher, clock }: NewTokenDependencies) {
  return { issue, takeSecret }

  /** Returns the token's id. The secret is stored encrypted with a key that isn't in the database. @throws {ApiError} `token_invalid` */
  function issue(user: SignedInUser, email: string, newToken: NewToken): Promise<string> {
    return transact(async (stores) => {
      const { id, token } = await createAccountsIn(stores, user.sessionId).createToken(email, newToken)
      await stores.tickets.insert({
        kind: 'token',
        accountId: user.accountId,
        digest: getTicketDigest(user, id),
        encryptedToken: cipher.encrypt(token, getAssociatedData(user, id)),
        expiresAt: clock.now() + ticketLifetimeMs.token,
      })
      return id
    })
  }

  /** Returns the secret on the first call in the session that created the token; null afterwards. */
  async function takeSecret(user: SignedInUser, id: string): Promise<string | null> {
    const now = clock.now()
    const ticket = await transact(({ tickets }) => tickets.consume('token', getTicketDigest(user, id), now))
    return ticket && cipher.decrypt(ticket.encryptedToken, getAssociatedData(user, id))
  }
}

export type TokenIssuer = ReturnType<typeof createTokenIssuer>

/** The digest needn't be secret, because the session authenticates the request. */
const getTicketDigest = ({ sessionId }: SignedInUser, id: string): string => hashSecret(`${sessionId}|${id}`)

const getAssociatedData = ({ accountId, sessionId }: SignedInUser, id: string) => [
  'token',
  id,
  accountId,
  sessionId,
]
