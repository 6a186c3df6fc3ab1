import { iso } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { InvoiceAddressStore } from './address.ts'
import { writeCoins } from './quote.ts'
import { type AddressRow, toAddress } from './rows.ts'

const insertAddress = statement<
  {
    uid: string
    coin: string
    address: string
    script: string
    keyId: string | null
    keyIndex: number | null
    at: string
    sinceHeight: number
  },
  { coin: string }
>((query, param) =>
  query
    .insertInto('invoice_addresses')
    .values({
      invoice_uid: param('uid'),
      coin: param('coin'),
      address: param('address'),
      script: param('script'),
      key_id: param('keyId'),
      key_index: param('keyIndex'),
      allocated_at: param('at'),
      since_height: param('sinceHeight'),
    })
    .onConflict((conflict) => conflict.columns(['invoice_uid', 'coin']).doNothing())
    .returning('coin'),
)

const setCoins = statement<
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

const selectAddresses = statement<{ uid: string }, AddressRow>((query, param) =>
  query
    .selectFrom('invoice_addresses')
    .where('invoice_uid', '=', param('uid'))
    .select(['coin', 'address', 'script', 'key_id', 'since_height']),
)

export function createInvoiceAddressStore(sql: Sql): InvoiceAddressStore {
  return {
    async addresses(uid) {
      return (await sql.queryAll(selectAddresses, { uid })).map(toAddress)
    },

    async insertAddress(uid, { coin, address, script, sinceHeight }, key, at) {
      const keyId = key?.id ?? null
      const keyIndex = key?.index ?? null
      const row = { uid, coin, address, script, keyId, keyIndex, at: iso(at), sinceHeight }
      return (await sql.queryOne(insertAddress, row)) !== undefined
    },

    async setCoins(uid, { quotedAt, coins: old }, coins) {
      const row = { uid, quotedAt: iso(quotedAt), oldCoins: writeCoins(old), coins: writeCoins(coins) }
      return (await sql.queryOne(setCoins, row)) !== undefined
    },
  }
}
