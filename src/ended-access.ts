import type { TokenStore } from './accounts/access-tokens.ts'
import type { EndedAccess } from './event-streams/rights.ts'
import type { SessionStore } from './sessions/sessions.ts'

export type TellEnded = (access: EndedAccess) => void

/** Who hears of access that is over, once that is committed: what was opened with it ends before anybody is answered. */
export function endedAccess() {
  const listeners: TellEnded[] = []
  return {
    tell: (access: EndedAccess) => {
      for (const hear of listeners) hear(access)
    },
    listen: (hear: TellEnded) => void listeners.push(hear),
  }
}

/** The same store, which tells of each token that it revokes. */
export const tellingTokens = <Store extends Pick<TokenStore, 'revokeToken'>>(
  store: Store,
  tell: TellEnded,
): Store => ({
  ...store,
  async revokeToken(id: string, at: number) {
    const revoked = await store.revokeToken(id, at)
    if (revoked) tell({ tokenId: revoked.token.id })
    return revoked
  },
})

/** The same store, which tells of each session that it ends by hand; those that time ends are found by looking again. */
export const tellingSessions = (store: SessionStore, tell: TellEnded): SessionStore => ({
  ...store,
  async delete(digest) {
    const ended = await store.delete(digest)
    if (ended) tell({ tokenId: ended.id })
    return ended
  },
  async deleteById(accountId, id) {
    const ended = await store.deleteById(accountId, id)
    if (ended) tell({ tokenId: ended.id })
    return ended
  },
  async deleteAll(accountId) {
    await store.deleteAll(accountId)
    tell({ sessionsOf: accountId })
  },
})
