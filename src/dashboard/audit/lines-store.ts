import { createAuditStore } from '../../audit/store.ts'
import type { Sql } from '../../platform/storage/sql.ts'
import { type AuditReader, listGuests } from './line.ts'

/** Reads an account's own audit entries and the names they refer to. */
export function createAuditReader(sql: Sql): AuditReader {
  const { query } = sql
  const { listPage } = createAuditStore(sql)
  return {
    listLines: listPage,

    async findActorNames(accountId, lines) {
      const actors = [...new Set(lines.map(({ actor }) => actor))]
      const guests = listGuests(accountId, lines)
      const ownNames = {
        sessions: await findSessions(accountId, actors),
        tokens: await findTokens(accountId, actors),
      }
      return {
        devices: new Map(ownNames.sessions.map(({ id, device }) => [id, device])),
        tokens: new Map(ownNames.tokens.map(({ id, name }) => [id, name])),
        guests: new Map((await findEmails(guests)).map(({ id, email }) => [id, email])),
      }
    },
  }

  async function findSessions(accountId: number, ids: readonly string[]) {
    if (ids.length === 0) return []
    return query
      .selectFrom('sessions')
      .where('account_id', '=', accountId)
      .where('id', 'in', ids)
      .select(['id', 'device'])
      .execute()
  }

  async function findTokens(accountId: number, ids: readonly string[]) {
    if (ids.length === 0) return []
    return query
      .selectFrom('access_tokens')
      .where('account_id', '=', accountId)
      .where('id', 'in', ids)
      .select(['id', 'name'])
      .execute()
  }

  async function findEmails(ids: readonly number[]) {
    if (ids.length === 0) return []
    return query.selectFrom('accounts').where('id', 'in', ids).select(['id', 'email']).execute()
  }
}
