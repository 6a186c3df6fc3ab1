import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { DerivationStore } from './destinations.ts'

/** Writing the row waits for any other transaction that has written it, on PostgreSQL too. */
const lockCoin = defineStatement<{ coin: string; count: number }, never>((query, param) =>
  query
    .insertInto('address_locks')
    .values({ coin: param('coin'), taken: param('count') })
    .onConflict((conflict) =>
      conflict
        .column('coin')
        .doUpdateSet((set) => ({ taken: set('address_locks.taken', '+', set.ref('excluded.taken')) })),
    ),
)

const advanceKeyIndex = defineStatement<
  { coin: string; keyId: string; count: number },
  { next_index: number }
>((query, param) =>
  query
    .insertInto('derivation_keys')
    .values({ coin: param('coin'), key_id: param('keyId'), next_index: param('count') })
    .onConflict((conflict) =>
      conflict.columns(['coin', 'key_id']).doUpdateSet((set) => ({
        next_index: set('derivation_keys.next_index', '+', set.ref('excluded.next_index')),
      })),
    )
    .returning('next_index'),
)

const selectDerived = defineStatement<{ coin: string; script: string }, { coin: string }>((query, param) =>
  query
    .selectFrom('invoice_addresses')
    .where('coin', '=', param('coin'))
    .where('script', '=', param('script'))
    .where('key_id', 'is not', null)
    .select('coin'),
)

const selectFixed = defineStatement<{ coin: string; script: string }, { coin: string }>((query, param) =>
  query
    .selectFrom('destinations')
    .where('coin', '=', param('coin'))
    .where('script', '=', param('script'))
    .limit(1)
    .select('coin'),
)

const selectNext = defineStatement<{ coin: string; keyId: string }, { next_index: number }>((query, param) =>
  query
    .selectFrom('derivation_keys')
    .where('coin', '=', param('coin'))
    .where('key_id', '=', param('keyId'))
    .select('next_index'),
)

export function createDerivationStore(sql: Sql): DerivationStore {
  return {
    async lockAddresses(coin) {
      await sql.queryAll(lockCoin, { coin, count: 1 })
    },

    async reserveIndex(coin, keyId) {
      const row = await sql.queryOne(advanceKeyIndex, { coin, keyId, count: 1 })
      return Number(row?.next_index) - 1
    },

    async advanceIndex(coin, keyId, count) {
      return Number((await sql.queryOne(advanceKeyIndex, { coin, keyId, count }))?.next_index)
    },

    async getNextIndex(coin, keyId) {
      return (await sql.queryOne(selectNext, { coin, keyId }))?.next_index ?? 0
    },

    async isFixedDestination(coin, script) {
      return (await sql.queryOne(selectFixed, { coin, script })) !== undefined
    },

    async wasDerived(coin, script) {
      return (await sql.queryOne(selectDerived, { coin, script })) !== undefined
    },
  }
}
