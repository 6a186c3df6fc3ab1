import { parseIsoString } from '../../kernel/clock.ts'
import type { Sql } from '../../platform/storage/sql.ts'
import { type PeopleReader, pageSize, toLinkPage } from './person.ts'

/** Reads account links from either side, with only the data that this side is allowed to see. */
export function createPeopleStore({ query }: Sql): PeopleReader {
  return {
    async listViewers(accountId, before) {
      const rows = await query
        .selectFrom('account_links as l')
        .innerJoin('accounts as a', 'a.id', 'l.target')
        .where('l.source', '=', accountId)
        .$if(before !== null, (links) => links.where('l.id', '<', before ?? 0))
        .orderBy('l.id', 'desc')
        .limit(pageSize + 1)
        .select(['l.id', 'l.created_at', 'a.email'])
        .execute()
      return toLinkPage(
        rows.map(({ id, created_at, email }) => ({
          linkId: id,
          email,
          linkedAt: parseIsoString(created_at),
        })),
      )
    },

    async listSharedAccounts(accountId, before) {
      const rows = await query
        .selectFrom('account_links as l')
        .innerJoin('accounts as a', 'a.id', 'l.source')
        .where('l.target', '=', accountId)
        .$if(before !== null, (links) => links.where('l.id', '<', before ?? 0))
        .orderBy('l.id', 'desc')
        .limit(pageSize + 1)
        .select(['l.id', 'l.created_at', 'l.source', 'a.name'])
        .execute()
      return toLinkPage(
        rows.map(({ id, created_at, source, name }) => ({
          linkId: id,
          accountId: source,
          name,
          linkedAt: parseIsoString(created_at),
        })),
      )
    },
  }
}
