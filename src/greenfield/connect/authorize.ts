import type { AccessToken } from '../../accounts/access-token.ts'
import type { TokenStore } from '../../accounts/access-tokens.ts'
import type { AccountStores, Accounts } from '../../accounts/accounts.ts'
import type { Preferences } from '../../accounts/preferences.ts'
import type { Transact } from '../../kernel/transact.ts'
import type { SignedInUser } from '../../sessions/session.ts'
import { getStoreId } from '../permissions.ts'
import { type Connection, formatTokenName, getConnectedApplication } from './connection.ts'

export interface AuthorizeDependencies {
  readonly transact: Transact<AccountStores>
  /** Account operations on behalf of an actor, within a transaction. */
  readonly createAccountsIn: (
    stores: AccountStores,
    actor: string,
  ) => Pick<Accounts, 'createToken' | 'change'>
}

/** A key that was just created. */
export interface IssuedKey {
  readonly key: string
  /** Each as `permission:storeId`. */
  readonly permissions: readonly string[]
  readonly storeId: string
}

export interface PreferencesChange {
  readonly before: Preferences
  readonly after: Preferences
}

interface Authorized {
  readonly issuedKey: IssuedKey
  /** Null if no origin was added. */
  readonly change: PreferencesChange | null
}

/** Creates the key of a connection and, with `allowFrame`, lets the shop's pages show the checkout, in one transaction. */
export function createConnectionAuthorizer({ transact, createAccountsIn }: AuthorizeDependencies) {
  return (
    { accountId, sessionId }: SignedInUser,
    email: string,
    { connection, allowFrame }: { readonly connection: Connection; readonly allowFrame: boolean },
  ): Promise<Authorized> =>
    transact(async (stores) => {
      const accounts = createAccountsIn(stores, sessionId)
      const storeId = getStoreId({ accountId })
      const permissions = connection.permissions.map((each) => `${each}:${storeId}`)
      const connectedApp = getConnectedApplication(connection)
      const newToken = {
        name: formatTokenName(connection),
        scope: 'greenfield',
        permissions,
        connectedApp,
      } as const
      const { token: key } = await accounts.createToken(email, newToken)
      const issuedKey = { key, permissions, storeId }
      if (connection.redirect === null || !allowFrame) return { issuedKey, change: null }
      const { frame_origins: origins } = await stores.accounts.getStoredAccount(accountId)
      // Duplicates are dropped.
      const frameOrigins = `${origins} ${connection.redirect.origin}`
      const { before, ...after } = await accounts.change(email, { frameOrigins })
      return { issuedKey, change: { before, after } }
    })
}

/** The newest valid key that was created for the same application and shop; null if there is none. */
export async function findEarlierKey(
  tokens: Pick<TokenStore, 'findConnectedToken'>,
  accountId: number,
  connection: Connection,
): Promise<AccessToken | null> {
  const connectedApp = getConnectedApplication(connection)
  return connectedApp && tokens.findConnectedToken(accountId, connectedApp)
}
