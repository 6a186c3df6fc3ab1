import { type Instant, second } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import { rememberedBlocks } from './follow.ts'
import { FollowedElsewhere } from './followed-elsewhere.ts'
import type { BlockRef } from './network.ts'

type Whole = bigint | number

/** The blocks that were followed last, coin by coin. */
export interface FollowedStore {
  newest(coin: string): Promise<BlockRef | null>
  /** Newest first. */
  recent(coin: string, count: number): Promise<BlockRef[]>
  /** Is that block one of them? */
  holds(coin: string, block: BlockRef): Promise<boolean>
  /** @throws {FollowedElsewhere} when the block before is not the newest */
  connect(
    coin: string,
    block: BlockRef & { readonly previous: string; readonly time?: number },
  ): Promise<void>
  /** @throws {FollowedElsewhere} when the block is not the newest */
  disconnect(coin: string, block: BlockRef): Promise<void>
  /** The newest block of each chain that is followed. */
  tips(): Promise<FollowedTip[]>
}

export interface FollowedTip {
  readonly coin: string
  readonly height: number
  /** The block's own time; null when it was not written down. */
  readonly at: Instant | null
}

const selectRecent = statement<{ coin: string; count: number }, { height: Whole; hash: string }>(
  (query, param) =>
    query
      .selectFrom('followed_blocks')
      .where('coin', '=', param('coin'))
      .orderBy('height', 'desc')
      .limit(param('count'))
      .select(['height', 'hash']),
)

const selectBlock = statement<{ coin: string; height: number; hash: string }, { hash: string }>(
  (query, param) =>
    query
      .selectFrom('followed_blocks')
      .where('coin', '=', param('coin'))
      .where('height', '=', param('height'))
      .where('hash', '=', param('hash'))
      .select('hash'),
)

const insertBlock = statement<
  { coin: string; height: number; hash: string; time: number | null },
  { hash: string }
>((query, param) =>
  query
    .insertInto('followed_blocks')
    .values({ coin: param('coin'), height: param('height'), hash: param('hash'), time: param('time') })
    .onConflict((conflict) => conflict.columns(['coin', 'height']).doNothing())
    .returning('hash'),
)

const deleteBlock = statement<{ coin: string; height: number; hash: string }, { hash: string }>(
  (query, param) =>
    query
      .deleteFrom('followed_blocks')
      .where('coin', '=', param('coin'))
      .where('height', '=', param('height'))
      .where('hash', '=', param('hash'))
      .returning('hash'),
)

const forgetOld = statement<{ coin: string; below: number }, never>((query, param) =>
  query.deleteFrom('followed_blocks').where('coin', '=', param('coin')).where('height', '<', param('below')),
)

export function followedStore(sql: Sql): FollowedStore {
  const recent = async (coin: string, count: number): Promise<BlockRef[]> =>
    (await sql.all(selectRecent, { coin, count })).map(({ height, hash }) => ({
      height: Number(height),
      hash,
    }))
  const newest = async (coin: string): Promise<BlockRef | null> => (await recent(coin, 1))[0] ?? null
  return {
    recent,
    newest,
    holds: async (coin, { height, hash }) =>
      (await sql.first(selectBlock, { coin, height, hash })) !== undefined,

    async connect(coin, { height, hash, previous, time = null }) {
      const last = await newest(coin)
      if (last && last.hash !== previous) throw new FollowedElsewhere(`block ${height} of ${coin}`)
      if (!(await sql.first(insertBlock, { coin, height, hash, time })))
        throw new FollowedElsewhere(`block ${height} of ${coin}`)
      await sql.all(forgetOld, { coin, below: height - rememberedBlocks })
    },

    async disconnect(coin, { height, hash }) {
      const deleted =
        (await newest(coin))?.hash === hash && (await sql.first(deleteBlock, { coin, height, hash }))
      if (!deleted) throw new FollowedElsewhere(`block ${height} of ${coin}`)
    },

    async tips() {
      const rows = await sql.query
        .selectFrom('followed_blocks as block')
        .where(({ eb, selectFrom }) =>
          eb(
            'height',
            '=',
            selectFrom('followed_blocks as newest')
              .whereRef('newest.coin', '=', 'block.coin')
              .select((get) => get.fn.max('newest.height').as('height')),
          ),
        )
        .select(['coin', 'height', 'time'])
        .execute()
      return rows.map(({ coin, height, time }) => ({
        coin,
        height: Number(height),
        at: time === null ? null : Number(time) * second,
      }))
    },
  }
}
