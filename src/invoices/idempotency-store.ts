import { iso } from '../kernel/clock.ts'
import type { SqlInteger } from '../platform/storage/columns.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { IdempotencyStore } from './create.ts'
import type { IdempotencyPruneStore } from './prune-idempotency.ts'

const selectAnswer = statement<
  { accountId: SqlInteger; route: string; key: string },
  { body_digest: string; answer: string }
>((query, param) =>
  query
    .selectFrom('idempotency_keys')
    .where('account_id', '=', param('accountId'))
    .where('route', '=', param('route'))
    .where('key', '=', param('key'))
    .select(['body_digest', 'answer']),
)

const insertAnswer = statement<
  { accountId: SqlInteger; route: string; key: string; bodyDigest: string; answer: string; at: string },
  { key: string }
>((query, param) =>
  query
    .insertInto('idempotency_keys')
    .values({
      account_id: param('accountId'),
      route: param('route'),
      key: param('key'),
      body_digest: param('bodyDigest'),
      answer: param('answer'),
      created_at: param('at'),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'route', 'key']).doNothing())
    .returning('key'),
)

const deleteOld = statement<{ before: string; limit: number }, { key: string }>((query, param) =>
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
      const row = await sql.queryOne(selectAnswer, scope)
      return row ? { bodyDigest: row.body_digest, answer: row.answer } : null
    },
    async insert(scope, bodyDigest, answer, at) {
      return (await sql.queryOne(insertAnswer, { ...scope, bodyDigest, answer, at: iso(at) })) !== undefined
    },
    async prune(before, limit) {
      return (await sql.queryAll(deleteOld, { before: iso(before), limit })).length
    },
  }
}
