import type { RowOf } from '../../platform/storage/rows.ts'
import type { Sql } from '../../platform/storage/sql.ts'
import { defineStatement } from '../../platform/storage/statement.ts'
import {
  type BroadcastFailure,
  type ChainLedger,
  type ChainState,
  type FailMode,
  failModes,
  type StoredBlock,
} from './ledger.ts'

type ChainRow = RowOf<'sandbox_chains', typeof chainColumns>

const toChain = (row: ChainRow): ChainState => ({
  height: row.height,
  hash: row.hash,
  medianTime: row.median_time,
  revision: row.revision,
  failMode: toMode(row.fail_mode),
  failLeft: row.fail_left,
})

const toMode = (text: string): FailMode => failModes.find((mode) => mode === text) ?? 'none'

type BlockRow = RowOf<'sandbox_blocks', typeof blockColumns>

const toBlock = (row: BlockRow): StoredBlock => ({
  hash: row.hash,
  height: row.height,
  header: row.header,
  time: row.time,
  medianTime: row.median_time,
  count: row.transaction_count,
  isStale: row.stale === 1,
  staleTransactions: row.transactions === null ? null : toTexts(JSON.parse(row.transactions)),
})

const toTexts = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : [])

const chainColumns = ['height', 'hash', 'median_time', 'revision', 'fail_mode', 'fail_left'] as const
const blockColumns = [
  'hash',
  'height',
  'header',
  'time',
  'median_time',
  'transaction_count',
  'stale',
  'transactions',
] as const

const selectChain = defineStatement<{ coin: string }, ChainRow>((query, param) =>
  query.selectFrom('sandbox_chains').select(chainColumns).where('coin', '=', param('coin')),
)

const lockChain = defineStatement<{ coin: string }, ChainRow>((query, param) =>
  query
    .updateTable('sandbox_chains')
    .set((set) => ({ revision: set('revision', '+', 1) }))
    .where('coin', '=', param('coin'))
    .returning(chainColumns),
)

const selectBlock = defineStatement<{ coin: string; hash: string }, BlockRow>((query, param) =>
  query
    .selectFrom('sandbox_blocks')
    .select(blockColumns)
    .where('coin', '=', param('coin'))
    .where('hash', '=', param('hash')),
)

const selectBlockAt = defineStatement<{ coin: string; height: number }, BlockRow>((query, param) =>
  query
    .selectFrom('sandbox_blocks')
    .select(blockColumns)
    .where('coin', '=', param('coin'))
    .where('height', '=', param('height'))
    .where('stale', '=', 0),
)

const selectTimes = defineStatement<{ coin: string; count: number }, { time: number }>((query, param) =>
  query
    .selectFrom('sandbox_blocks')
    .select('time')
    .where('coin', '=', param('coin'))
    .where('stale', '=', 0)
    .orderBy('height', 'desc')
    .limit(param('count')),
)

/** Failures that are counted. `down` lasts until it is lifted. */
const countedModes = ['timeout', 'cut', 'refuse'] as const satisfies readonly BroadcastFailure[]

/** The chain state and blocks of one coin. */
export function createSandboxChainStore(sql: Sql, coin: string): ChainLedger {
  return {
    async findChain() {
      const row = await sql.queryOne(selectChain, { coin })
      return row ? toChain(row) : null
    },

    async create({ height, hash, medianTime, revision, failMode, failLeft }) {
      const values = {
        coin,
        height,
        hash,
        median_time: medianTime,
        revision,
        fail_mode: failMode,
        fail_left: failLeft,
      }
      const row = await sql.query
        .insertInto('sandbox_chains')
        .values(values)
        .onConflict((conflict) => conflict.column('coin').doNothing())
        .returning('coin')
        .executeTakeFirst()
      return row !== undefined
    },

    async lock() {
      const row = await sql.queryOne(lockChain, { coin })
      return row ? toChain(row) : null
    },

    async moveTip({ height, hash, medianTime }) {
      await sql.query
        .updateTable('sandbox_chains')
        .set({ height, hash, median_time: medianTime })
        .where('coin', '=', coin)
        .execute()
    },

    async setFailure(mode, remaining) {
      await sql.query
        .updateTable('sandbox_chains')
        .set({ fail_mode: mode, fail_left: remaining })
        .where('coin', '=', coin)
        .execute()
    },

    async consumeFailure() {
      const row = await sql.query
        .updateTable('sandbox_chains')
        .set((set) => ({ fail_left: set('fail_left', '-', 1) }))
        .where('coin', '=', coin)
        .where('fail_mode', 'in', countedModes)
        .where('fail_left', '>', 0)
        .returning('fail_mode')
        .executeTakeFirst()
      return countedModes.find((mode) => mode === row?.fail_mode) ?? null
    },

    async findBlock(hash) {
      const row = await sql.queryOne(selectBlock, { coin, hash })
      return row ? toBlock(row) : null
    },

    async findBlockAt(height) {
      const row = await sql.queryOne(selectBlockAt, { coin, height })
      return row ? toBlock(row) : null
    },

    async insertBlock({ hash, height, header, time, medianTime, count }) {
      const values = { coin, hash, height, header, time, median_time: medianTime, transaction_count: count }
      await sql.query
        .insertInto('sandbox_blocks')
        .values({ ...values, stale: 0, transactions: null })
        .execute()
    },

    async markStale(hash, transactions) {
      await sql.query
        .updateTable('sandbox_blocks')
        .set({ stale: 1, transactions: JSON.stringify(transactions) })
        .where('coin', '=', coin)
        .where('hash', '=', hash)
        .execute()
    },

    async listLatestBlockTimes(count) {
      return (await sql.queryAll(selectTimes, { coin, count })).map(({ time }) => time)
    },
  }
}
