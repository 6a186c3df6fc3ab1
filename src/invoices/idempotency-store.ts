import { toIsoString } from '../kernel/clock.ts'
import { insertRowIfAbsent } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { IdempotencyStore } from './create.ts'
import type { IdempotencyPruneStore } from './prune-idempotency.ts'

const selectResponse = defineStatement<
  { accountId: number; route: string; key: string },
  { body_digest: string; answer: string }
>((query, param) =>
  query
    .selectFrom('idempotency_keys')
    .where('account_id', '=', param('accountId'))
    .where('route', '=', param('route'))
    .where('key', '=', param('key'))
    .select(['body_digest', 'answer']),
)

const deleteOld = defineStatement<{ before: string; limit: number }, { key: string }>((query, param) =>
  query
    .deleteFrom('idempotency_keys')
    .where((where) =>
      where(
        where.refTuple('account_id', 'route', 'key'),
        'in',
        where
          .selectFrom('idempotency_keys')
          .where('created_at', '<', param('before'))
          .orderBy('created_at')
          .limit(param('limit'))
          .select(['account_id', 'route', 'key'])
          .$asTuple('account_id', 'route', 'key'),
      ),
    )
    .returning('key'),
)

export function createIdempotencyStore(sql: Sql): IdempotencyStore & IdempotencyPruneStore {
  return {
    async find(scope) {
      const row = await sql.queryOne(selectResponse, scope)
      return row ? { bodyDigest: row.body_digest, response: row.answer } : null
    },
    insert: ({ accountId, route, key }, bodyDigest, response, at) =>
      insertRowIfAbsent(sql, 'idempotency_keys', ['account_id', 'route', 'key'], {
        account_id: accountId,
        route,
        key,
        body_digest: bodyDigest,
        answer: response,
        created_at: toIsoString(at),
      }),
    async prune(before, limit) {
      return (await sql.queryAll(deleteOld, { before: toIsoString(before), limit })).length
    },
  }
}
