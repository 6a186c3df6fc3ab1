import type { CoinCode } from '../coins/index.ts'
import { insertRowIfAbsent } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { UnreadCoinReader, UnreadCoinStore } from './unread-coins.ts'

export function createUnreadCoinStore(sql: Sql): UnreadCoinReader & UnreadCoinStore {
  const { query } = sql
  return {
    async findUnread() {
      const rows = await query.selectFrom('unread_coins').selectAll().execute()
      return new Map(rows.map(({ coin, unread_ms }) => [coin as CoinCode, unread_ms]))
    },

    async markUnread(coin) {
      await insertRowIfAbsent(sql, 'unread_coins', ['coin'], { coin, unread_ms: 0 })
    },

    async setUnreadMs(coin, from, to) {
      await query
        .updateTable('unread_coins')
        .set({ unread_ms: to })
        .where('coin', '=', coin)
        .where('unread_ms', '=', from)
        .execute()
    },

    async markRead(coin) {
      await query.deleteFrom('unread_coins').where('coin', '=', coin).execute()
    },
  }
}
