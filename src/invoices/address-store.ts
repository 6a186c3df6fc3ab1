import { toIsoString } from '../kernel/clock.ts'
import { insertRowIfAbsent } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { InvoiceAddressStore } from './address.ts'
import { serialiseQuotedCoins } from './quote.ts'
import { type AddressRow, addressColumns, toAddress } from './rows.ts'

const setCoins = defineStatement<
  { uid: string; quotedAt: string; oldCoins: string; coins: string },
  { uid: string }
>((query, param) =>
  query
    .updateTable('invoices')
    .set((set) => ({ coins: param('coins'), revision: set('revision', '+', 1) }))
    .where('uid', '=', param('uid'))
    .where('quoted_at', '=', param('quotedAt'))
    .where('coins', '=', param('oldCoins'))
    .returning('uid'),
)

const selectAddresses = defineStatement<{ uid: string }, AddressRow>((query, param) =>
  query.selectFrom('invoice_addresses').where('invoice_uid', '=', param('uid')).select(addressColumns),
)

export function createInvoiceAddressStore(sql: Sql): InvoiceAddressStore {
  return {
    async listAddresses(uid) {
      return (await sql.queryAll(selectAddresses, { uid })).map(toAddress)
    },

    insertAddress: (uid, { coin, address, script, sinceHeight, isWatched }, key, at) =>
      insertRowIfAbsent(sql, 'invoice_addresses', ['invoice_uid', 'coin'], {
        invoice_uid: uid,
        coin,
        address,
        script,
        key_id: key?.id ?? null,
        key_index: key?.index ?? null,
        allocated_at: toIsoString(at),
        since_height: sinceHeight,
        watched: isWatched ? 1 : 0,
      }),

    async setCoins(uid, { quotedAt, coins: old }, coins) {
      const row = {
        uid,
        quotedAt: toIsoString(quotedAt),
        oldCoins: serialiseQuotedCoins(old),
        coins: serialiseQuotedCoins(coins),
      }
      return (await sql.queryOne(setCoins, row)) !== undefined
    },
  }
}
