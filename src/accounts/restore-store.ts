import type { Sql } from '../platform/storage/sql.ts'
import type { NextIndex } from './destination.ts'

export function createAddressRestoreStore({ query }: Sql) {
  return {
    /** Skips the next `count` indexes of every key, including keys that have no address yet. */
    async skipIndexes(count: number): Promise<void> {
      await query
        .insertInto('derivation_keys')
        .columns(['coin', 'key_id', 'next_index'])
        .expression((eb) =>
          eb
            .selectFrom('destinations as d')
            .where('d.key_id', 'is not', null)
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('derivation_keys as k')
                    .whereRef('k.coin', '=', 'd.coin')
                    .whereRef('k.key_id', '=', 'd.key_id')
                    .select('k.coin'),
                ),
              ),
            )
            .distinct()
            .select(({ lit }) => ['d.coin', 'd.key_id', lit(0).as('next_index')]),
        )
        .execute()
      await query
        .updateTable('derivation_keys')
        .set((set) => ({ next_index: set('next_index', '+', count) }))
        .execute()
    },

    async listAccountIds(): Promise<number[]> {
      const rows = await query.selectFrom('accounts').orderBy('id').select('id').execute()
      return rows.map(({ id }) => id)
    },

    /** For each account and each coin with an extended key. */
    async listNextIndexes(): Promise<NextIndex[]> {
      const rows = await query
        .selectFrom('destinations as d')
        .innerJoin('accounts as a', 'a.id', 'd.account_id')
        .innerJoin('derivation_keys as k', (join) =>
          join.onRef('k.coin', '=', 'd.coin').onRef('k.key_id', '=', 'd.key_id'),
        )
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('invoice_addresses as i')
              .innerJoin('payments as p', (join) =>
                join.onRef('p.invoice_uid', '=', 'i.invoice_uid').onRef('p.coin', '=', 'i.coin'),
              )
              .where('p.accepted_at', 'is not', null)
              .groupBy(['i.coin', 'i.key_id'])
              .select(({ fn }) => ['i.coin', 'i.key_id', fn.max('i.key_index').as('last_paid')])
              .as('paid'),
          (join) => join.onRef('paid.coin', '=', 'd.coin').onRef('paid.key_id', '=', 'd.key_id'),
        )
        .orderBy('a.id')
        .orderBy('d.coin')
        .select(['a.id', 'a.email', 'd.coin', 'k.next_index', 'paid.last_paid'])
        .execute()
      return rows.map(({ id, email, coin, next_index, last_paid }) => ({
        accountId: id,
        email,
        coin,
        nextIndex: next_index,
        lastPaid: last_paid,
      }))
    },
  }
}
