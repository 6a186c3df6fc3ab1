import { type Instant, second } from '../kernel/clock.ts'
import { insertRowIfAbsent } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import { rememberedBlocks } from './follow.ts'
import { FollowerConflictError } from './follower-conflict-error.ts'
import type { BlockRef } from './network.ts'

/** The most recently followed blocks of each coin. */
interface FollowedBlockStore {
  findNewest(coin: string): Promise<BlockRef | null>
  /** Newest first. */
  findRecent(coin: string, count: number): Promise<BlockRef[]>
  /** @throws {FollowerConflictError} the previous block isn't the newest */
  connect(
    coin: string,
    block: BlockRef & { readonly previous: string; readonly time?: number },
  ): Promise<void>
  /** @throws {FollowerConflictError} the block isn't the newest */
  disconnect(coin: string, block: BlockRef): Promise<void>
  /** The newest block of each followed chain. */
  listTips(): Promise<FollowedTip[]>
}

interface FollowedTip {
  readonly coin: string
  readonly height: number
  /** The block's own timestamp; null if it wasn't stored. */
  readonly minedAt: Instant | null
}

const selectRecent = statement<{ coin: string; count: number }, { height: number; hash: string }>(
  (query, param) =>
    query
      .selectFrom('followed_blocks')
      .where('coin', '=', param('coin'))
      .orderBy('height', 'desc')
      .limit(param('count'))
      .select(['height', 'hash']),
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

const deleteOld = statement<{ coin: string; below: number }, never>((query, param) =>
  query.deleteFrom('followed_blocks').where('coin', '=', param('coin')).where('height', '<', param('below')),
)

export function createFollowedBlockStore(sql: Sql): FollowedBlockStore {
  const findRecent = (coin: string, count: number): Promise<BlockRef[]> =>
    sql.queryAll(selectRecent, { coin, count })
  const findNewest = async (coin: string): Promise<BlockRef | null> => (await findRecent(coin, 1))[0] ?? null
  return {
    findRecent,
    findNewest,
    async connect(coin, { height, hash, previous, time = null }) {
      const last = await findNewest(coin)
      if (last && last.hash !== previous) throw new FollowerConflictError(`block ${height} of ${coin}`)
      if (
        !(await insertRowIfAbsent(sql, 'followed_blocks', ['coin', 'height'], {
          coin,
          height,
          hash,
          time,
        }))
      )
        throw new FollowerConflictError(`block ${height} of ${coin}`)
      await sql.queryAll(deleteOld, { coin, below: height - rememberedBlocks })
    },

    async disconnect(coin, { height, hash }) {
      const deleted =
        (await findNewest(coin))?.hash === hash && (await sql.queryOne(deleteBlock, { coin, height, hash }))
      if (!deleted) throw new FollowerConflictError(`block ${height} of ${coin}`)
    },

    async listTips() {
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
        height,
        minedAt: time === null ? null : time * second,
      }))
    },
  }
}
