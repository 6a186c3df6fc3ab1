import type { TokenStore } from '../accounts/access-tokens.ts'
import type { StaffRole } from '../accounts/role.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import type { StaffStore } from '../staff/member.ts'
import type { RevokedAccess } from './access-watcher.ts'

export type OnAccessRevoked = (access: RevokedAccess) => void

/** Announces revoked access after the commit, so that its streams end before the caller gets a response. */
export function createAccessRevokedEmitter() {
  const listeners: OnAccessRevoked[] = []
  return {
    emit: (access: RevokedAccess) => {
      for (const listener of listeners) listener(access)
    },
    subscribe: (listener: OnAccessRevoked) => void listeners.push(listener),
  }
}

/**
 * Emits access that was revoked in a transaction, after its commit.
 * @param commit calls `startAttempt` whenever its work runs: an attempt that was rolled back revoked nothing
 */
export async function emitAfterCommit<Result>(
  emit: OnAccessRevoked,
  commit: (startAttempt: () => OnAccessRevoked) => Promise<Result>,
): Promise<Result> {
  let revoked: RevokedAccess[] = []
  const result = await commit(() => {
    revoked = []
    return (access) => revoked.push(access)
  })
  for (const access of revoked) emit(access)
  return result
}

/** Wraps a store so that every revoked token is announced. */
export const emitRevokedTokens = <Store extends Pick<TokenStore, 'revokeToken'>>(
  store: Store,
  notify: OnAccessRevoked,
): Store => ({
  ...store,
  async revokeToken(id: string, at: number) {
    const revoked = await store.revokeToken(id, at)
    if (revoked) notify({ tokenId: revoked.token.id })
    return revoked
  },
})

/** Wraps a store so that every removed member, and every changed role, is announced. */
export const emitRemovedStaff = <Store extends Pick<StaffStore, 'find' | 'delete' | 'setRole'>>(
  store: Store,
  notify: OnAccessRevoked,
): Store => ({
  ...store,
  async delete(id: number) {
    const member = await store.delete(id)
    if (member) notify({ source: member.accountId, viewer: member.memberId })
    return member
  },
  async setRole(id: number, role: StaffRole) {
    const member = await store.find(id)
    await store.setRole(id, role)
    if (member) notify({ source: member.accountId, viewer: member.memberId })
  },
})

/** Wraps a store so that every explicitly ended session is announced. Expired sessions are found by the periodic recheck. */
export const emitEndedSessions = (store: SessionStore, notify: OnAccessRevoked): SessionStore => ({
  ...store,
  async delete(digest) {
    const ended = await store.delete(digest)
    if (ended) notify({ tokenId: ended.id })
    return ended
  },
  async deleteById(accountId, id) {
    const ended = await store.deleteById(accountId, id)
    if (ended) notify({ tokenId: ended.id })
    return ended
  },
  async deleteAll(accountId) {
    const ended = await store.deleteAll(accountId)
    notify({ sessionsOf: accountId })
    return ended
  },
})
