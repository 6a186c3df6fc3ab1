import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import { type AbandonStore, abandonBatchSize } from './abandon.ts'

/** Uses the partial index on pending deliveries, so that abandoned ones are not scanned again. */
const abandonBatch = defineStatement<{ endpoint: string; count: number }, { id: string }>((query, param) =>
  query
    .with('abandoned', (abandoned) =>
      abandoned
        .selectFrom('webhook_deliveries')
        .where('state', '=', 'pending')
        .where('receiver', '=', param('endpoint'))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('webhook_endpoints')
                .where('id', '=', param('endpoint'))
                .where('enabled', '=', 1)
                .select('id'),
            ),
          ),
        )
        .orderBy('next_at')
        .limit(param('count'))
        .select('id')
        .forUpdate(),
    )
    .updateTable('webhook_deliveries')
    .set(({ selectFrom, fn }) => ({
      state: 'dead',
      next_at: null,
      // A deleted endpoint has no failed deliveries.
      failed: selectFrom('webhook_endpoints')
        .where('id', '=', param('endpoint'))
        .select(fn.countAll<number>().as('count')),
    }))
    .where('id', 'in', (abandoned) => abandoned.selectFrom('abandoned').select('abandoned.id'))
    .returning('id'),
)

/** Clears the failed flag for a deleted endpoint: its deliveries can no longer be redelivered. */
const clearFailed = defineStatement<{ endpoint: string; count: number }, { id: string }>((query, param) =>
  query
    .with('cleared', (cleared) =>
      cleared
        .selectFrom('webhook_deliveries')
        .where('endpoint_id', '=', param('endpoint'))
        .where('failed', '=', 1)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('webhook_endpoints').where('id', '=', param('endpoint')).select('id'))),
        )
        .orderBy('id')
        .limit(param('count'))
        .select('id')
        .forUpdate(),
    )
    .updateTable('webhook_deliveries')
    .set({ failed: 0 })
    .where('id', 'in', (cleared) => cleared.selectFrom('cleared').select('cleared.id'))
    .returning('id'),
)

export function createAbandonStore(sql: Sql): Pick<AbandonStore, 'abandonPending'> {
  return {
    async abandonPending(endpoint) {
      const params = { endpoint, count: abandonBatchSize }
      const abandoned = await sql.queryAll(abandonBatch, params)
      return Math.max(abandoned.length, (await sql.queryAll(clearFailed, params)).length)
    },
  }
}
