import { type Instant, second } from '../kernel/clock.ts'
import { insertRow, insertRowIfAbsent } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import { type FollowedBlock, maxStoredBlocks } from './follow.ts'
import { FollowerConflictError } from './follower-conflict-error.ts'
import type { BlockRef } from './network.ts'

/** The most recently followed blocks of each coin. */
interface FollowedBlockStore {
  findNewest(coin: string): Promise<FollowedBlock | null>
  /** Newest first. */
  findRecent(coin: string, count: number): Promise<RecentBlock[]>
  /**
   * Makes the block the newest one, or continues if it was suspended. Other processes can't until the transaction ends.
   * @throws {FollowerConflictError} neither the block nor the previous one is the newest, or another process has written its effects
   */
  connect(
    coin: string,
    block: BlockRef & { readonly previousHash: string; readonly time?: number },
  ): Promise<void>
  /**
   * Records that this transaction writes only some of the effects of the block's connection or disconnection. No other block is
   * connected before the rest is written.
   * @throws {FollowerConflictError} the block isn't the newest
   */
  suspend(coin: string, block: BlockRef): Promise<void>
  /**
   * Removes the newest block. If no other is stored, `base` becomes the newest.
   * @throws {FollowerConflictError} the block isn't the newest
   */
  disconnect(coin: string, block: BlockRef, base?: BlockRef): Promise<void>
  /** The newest block of each followed chain. */
  listTips(): Promise<FollowedTip[]>
}

type RecentBlock = Omit<FollowedBlock, 'isOldestStored'>

interface FollowedTip {
  readonly coin: string
  readonly height: number
  /** The block's own timestamp; null if it wasn't stored. */
  readonly minedAt: Instant | null
}

const selectRecent = defineStatement<
  { coin: string; count: number },
  { height: number; hash: string; unfinished: number }
>((query, param) =>
  query
    .selectFrom('followed_blocks')
    .where('coin', '=', param('coin'))
    .orderBy('height', 'desc')
    .limit(param('count'))
    .select(['height', 'hash', 'unfinished']),
)

interface BlockKey {
  coin: string
  height: number
  hash: string
}

const lockFinished = defineStatement<BlockKey, { height: number }>((query, param) =>
  query
    .selectFrom('followed_blocks')
    .where('coin', '=', param('coin'))
    .where('height', '=', param('height'))
    .where('hash', '=', param('hash'))
    .where('unfinished', '=', 0)
    .forShare()
    .select('height'),
)

const resumeBlock = defineStatement<BlockKey, { height: number }>((query, param) =>
  query
    .updateTable('followed_blocks')
    .set({ unfinished: 0 })
    .where('coin', '=', param('coin'))
    .where('height', '=', param('height'))
    .where('hash', '=', param('hash'))
    .where('unfinished', '=', 1)
    .returning('height'),
)

const suspendBlock = defineStatement<BlockKey, { height: number }>((query, param) =>
  query
    .updateTable('followed_blocks')
    .set({ unfinished: 1 })
    .where('coin', '=', param('coin'))
    .where('height', '=', param('height'))
    .where('hash', '=', param('hash'))
    .returning('height'),
)

const deleteBlock = defineStatement<BlockKey, { hash: string }>((query, param) =>
  query
    .deleteFrom('followed_blocks')
    .where('coin', '=', param('coin'))
    .where('height', '=', param('height'))
    .where('hash', '=', param('hash'))
    .returning('hash'),
)

const deleteOld = defineStatement<{ coin: string; below: number }, never>((query, param) =>
  query.deleteFrom('followed_blocks').where('coin', '=', param('coin')).where('height', '<', param('below')),
)

export function createFollowedBlockStore(sql: Sql): FollowedBlockStore {
  const findRecent = async (coin: string, count: number): Promise<RecentBlock[]> =>
    (await sql.queryAll(selectRecent, { coin, count })).map(({ unfinished, ...block }) => ({
      ...block,
      isUnfinished: unfinished === 1,
    }))
  const findNewest = async (coin: string): Promise<FollowedBlock | null> => {
    const [newest, ...older] = await findRecent(coin, 2)
    return newest ? { ...newest, isOldestStored: older.length === 0 } : null
  }
  const createConflictError = (coin: string, { height }: BlockRef) =>
    new FollowerConflictError(`block ${height} of ${coin}`)
  return {
    findRecent,
    findNewest,
    async connect(coin, { height, hash, previousHash, time = null }) {
      const block = { coin, height, hash }
      const last = await findNewest(coin)
      if (last?.hash === hash) {
        if (!(await sql.queryOne(resumeBlock, block))) throw createConflictError(coin, block)
        return
      }
      const isNext =
        !last ||
        (last.hash === previousHash &&
          (await sql.queryOne(lockFinished, { coin, height: last.height, hash: last.hash })))
      if (
        !isNext ||
        !(await insertRowIfAbsent(sql, 'followed_blocks', ['coin', 'height'], { ...block, time }))
      )
        throw createConflictError(coin, block)
      await sql.queryAll(deleteOld, { coin, below: height - maxStoredBlocks })
    },

    // Reads the newest block after the lock: another process may have connected one in the meantime.
    async suspend(coin, { height, hash }) {
      const block = { coin, height, hash }
      const isSuspended = await sql.queryOne(suspendBlock, block)
      if (!isSuspended || (await findNewest(coin))?.hash !== hash) throw createConflictError(coin, block)
    },

    async disconnect(coin, { height, hash }, base) {
      const block = { coin, height, hash }
      const isDeleted = await sql.queryOne(deleteBlock, block)
      const newest = await findNewest(coin)
      if (!isDeleted || (newest?.height ?? height) > height) throw createConflictError(coin, block)
      if (!newest && base) await insertRow(sql, 'followed_blocks', { coin, ...base })
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
