import { createAuditStore } from '../../audit/store.ts'
import type { Sql } from '../../platform/storage/sql.ts'
import { type AuditReader, listNamedAccountIds } from './line.ts'

/** Reads an account's own audit entries and the names they refer to. */
export function createAuditReader(sql: Sql): AuditReader {
  const { query } = sql
  const { listPage } = createAuditStore(sql)
  return {
    listLines: listPage,

    async findActorNames(accountId, lines) {
      const actors = [...new Set(lines.map(({ actor }) => actor))]
      const sessions = await findSessions(accountId, actors)
      const tokens = await findTokens(accountId, actors)
      const accounts = await findAccounts(listNamedAccountIds(accountId, lines))
      return {
        devices: new Map(sessions.map(({ id, device }) => [id, device])),
        tokens: new Map(tokens.map(({ id, name }) => [id, name])),
        emails: new Map(accounts.map(({ id, email }) => [id, email])),
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

  async function findAccounts(ids: readonly number[]) {
    if (ids.length === 0) return []
    return query.selectFrom('accounts').where('id', 'in', ids).select(['id', 'email']).execute()
  }
}
