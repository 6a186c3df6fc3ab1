import type { CoinCode } from '../coins/index.ts'
import { type Clock, second } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { RunSteps } from '../kernel/steps.ts'
import type { BlockRef, Network, TransactionSpends } from '../networks/network.ts'
import { type BlockIndex, indexBlock } from './block-index.ts'
import { createBlockReader } from './block-reader.ts'
import type { ChainChanges } from './change.ts'
import { findConflict, findConflicting, type WatchedPayment } from './conflict.ts'
import { type BlockPosition, isMonitored, type Payment } from './payment.ts'
import { type EntriesByOutpoint, findHits, groupByOutpoint } from './search-hits.ts'
import { createDoubleSpendSearchProgress, type MissingPayment, type SearchEntry } from './search-progress.ts'

export interface SpendSearchReader {
  find(id: string): Promise<Payment | null>
  findWatchedPayment(id: string): Promise<WatchedPayment>
  /** Outputs of a transaction that belong to live payments of other invoices. */
  findTakenOutputs(coin: CoinCode, txid: string, uid: string): Promise<number[]>
}

interface SearchTask {
  /** The most recently followed blocks, newest first. Read before the payments' searched heights. */
  readonly followedBlocks: readonly BlockRef[]
  readonly payments: readonly MissingPayment[]
}

interface SpendSearchDependencies {
  readonly reader: SpendSearchReader
  readonly changes: Pick<ChainChanges, 'recordBlock' | 'replace' | 'reverse' | 'markSearched'>
  readonly clock: Clock
  readonly log: Logger
  readonly runSteps: RunSteps
}

/** Limits of one call; the next one continues. Shutdown never waits for days of blocks. */
const maxSearchMs = 3 * second
const maxBlocks = 500

/** One call of the search. */
interface Round {
  readonly coin: CoinCode
  readonly network: Network
  readonly entries: readonly SearchEntry[]
  /** Entries by the outpoints that they depend on. */
  readonly entriesByOutpoint: EntriesByOutpoint
  /** Entries whose outcome was found. */
  readonly ended: Set<SearchEntry>
  /** Hashes of the most recent followed blocks, by height. */
  readonly hashes: ReadonlyMap<number, string>
  readonly tip: number
  readonly endsAt: number
}

/**
 * Searches blocks for transactions that spend the inputs of missing payments. For each payment it starts above the height up to which no
 * double spend exists, however old. Blocks near the tip come first, so a backlog of years never delays another payment. Progress is stored
 * up to the first unreadable block, and beyond it only in memory.
 */
export function createSpendSearch({ reader, changes, clock, log, runSteps }: SpendSearchDependencies) {
  const readBlock = createBlockReader({ clock, log })
  const progressByCoin = new Map<CoinCode, ReturnType<typeof createDoubleSpendSearchProgress>>()
  return search

  async function search(
    coin: CoinCode,
    network: Network,
    { followedBlocks, payments }: SearchTask,
  ): Promise<void> {
    const [tip] = followedBlocks
    const oldest = followedBlocks.at(-1)
    const due = tip ? payments.filter(({ searchedHeight }) => searchedHeight < tip.height) : []
    if (!tip || !oldest || due.length === 0) return
    const hashes = new Map(followedBlocks.map(({ height, hash }) => [height, hash]))
    const entries: SearchEntry[] = []
    for (const payment of due) {
      const progress = getProgress(coin).find(payment, hashes, oldest.height)
      entries.push({ payment, watched: await reader.findWatchedPayment(payment.id), ...progress })
    }
    const endsAt = clock.now() + maxSearchMs
    const entriesByOutpoint = groupByOutpoint(entries)
    const round: Round = {
      coin,
      network,
      entries,
      entriesByOutpoint,
      ended: new Set(),
      hashes,
      tip: tip.height,
      endsAt,
    }
    const isNear = ({ lastSearchedBlock }: SearchEntry) => lastSearchedBlock.height >= oldest.height - 1
    const backlog = entries.filter((entry) => !isNear(entry))
    await searchBlocks(round, entries.filter(isNear))
    await searchUnread(round)
    await searchBacklog(round, backlog)
  }

  /** Searches for the entries closest to the tip first, because they soon reach it. The others follow in later rounds. */
  async function searchBacklog(round: Round, backlog: readonly SearchEntry[]): Promise<void> {
    if (backlog.length === 0 || clock.now() >= round.endsAt) return
    const firstAvailable = await round.network.getFirstBlockHeight()
    const pruned = backlog.filter(({ lastSearchedBlock }) => lastSearchedBlock.height < firstAvailable - 1)
    for (const entry of pruned) entry.lastSearchedBlock = { height: firstAvailable - 1, hash: '' }
    if (pruned.length > 0)
      log.warn(
        `${round.coin}: the node has pruned blocks below ${firstAvailable}, so it is unknown whether they double-spend payments`,
        { payments: pruned.length },
      )
    const newest = backlog.reduce((max, { lastSearchedBlock }) => Math.max(max, lastSearchedBlock.height), 0)
    await searchBlocks(
      round,
      backlog.filter(({ lastSearchedBlock }) => lastSearchedBlock.height > newest - maxBlocks),
    )
  }

  /** Reads the blocks above the lowest of these entries, each once for all. */
  async function searchBlocks(round: Round, entries: readonly SearchEntry[]): Promise<void> {
    const { coin, network, hashes, tip, endsAt } = round
    const first =
      entries.reduce((min, { lastSearchedBlock }) => Math.min(min, lastSearchedBlock.height), tip) + 1
    const last = Math.min(tip, first + maxBlocks - 1)
    for (let height = first; height <= last && clock.now() < endsAt; height++) {
      const hash = hashes.get(height) ?? (await network.getBlock(height))?.hash
      if (hash === undefined) break
      const block = { height, hash }
      const spends = await readBlock(coin, network, block)
      if (spends === 'retry') break
      const current = entries.filter(({ lastSearchedBlock }) => lastSearchedBlock.height < height)
      if (spends !== 'unread') await resolveAll(round, current, spends, block)
      for (const entry of current) {
        if (spends === 'unread') entry.unreadBlocks = [...entry.unreadBlocks, block]
        entry.lastSearchedBlock = block
      }
    }
    await save(round, entries)
  }

  /** Retries blocks that could not be read before, when they are due. */
  async function searchUnread(round: Round): Promise<void> {
    const incomplete = round.entries.filter(({ unreadBlocks }) => unreadBlocks.length > 0)
    const blocks = new Map(
      incomplete.flatMap(({ unreadBlocks }) => unreadBlocks.map((block) => [block.hash, block])),
    )
    for (const block of blocks.values()) {
      if (clock.now() >= round.endsAt) break
      const spends = await readBlock(round.coin, round.network, block)
      if (typeof spends === 'string') continue
      const hasGap = ({ unreadBlocks }: SearchEntry) => unreadBlocks.some(({ hash }) => hash === block.hash)
      const current = incomplete.filter(hasGap)
      await resolveAll(round, current, spends, block)
      for (const entry of current)
        entry.unreadBlocks = entry.unreadBlocks.filter(({ hash }) => hash !== block.hash)
    }
    await save(round, incomplete)
  }

  /** Stores how far each payment was searched without a gap, and caches the rest. */
  async function save({ coin, hashes, ended }: Round, entries: readonly SearchEntry[]): Promise<void> {
    const groups = new Map<number, { readonly block: BlockRef; readonly ids: string[] }>()
    for (const entry of entries) {
      const { payment, lastSearchedBlock, unreadBlocks } = entry
      if (ended.has(entry)) {
        getProgress(coin).forget(payment.id)
        continue
      }
      getProgress(coin).save(entry)
      const height = unreadBlocks[0] ? unreadBlocks[0].height - 1 : lastSearchedBlock.height
      if (height <= payment.searchedHeight) continue
      const block = unreadBlocks[0] ? { height, hash: hashes.get(height) ?? '' } : lastSearchedBlock
      const group = groups.get(height) ?? { block, ids: [] }
      group.ids.push(payment.id)
      groups.set(height, group)
    }
    for (const { block, ids } of groups.values()) await changes.markSearched(coin, ids, block)
  }

  async function resolveAll(
    { coin, network, entriesByOutpoint, ended }: Round,
    current: readonly SearchEntry[],
    spends: readonly TransactionSpends[],
    block: BlockRef,
  ): Promise<void> {
    const hits = await runSteps(findHits(spends, entriesByOutpoint))
    if (hits.size === 0) return
    const index = await runSteps(indexBlock(spends))
    for (const entry of current) {
      const { payment, watched } = entry
      if (ended.has(entry) || !hits.has(entry)) continue
      if (findConflicting(index, watched).length === 0 && !index.byTxid.has(payment.txid)) continue
      await resolve(coin, network, { payment, watched, index, block })
      ended.add(entry)
    }
  }

  function getProgress(coin: CoinCode) {
    const progress = progressByCoin.get(coin) ?? createDoubleSpendSearchProgress()
    progressByCoin.set(coin, progress)
    return progress
  }

  /** Records what the block means for the payment: it contains the payment, a replacement or a double spend. */
  async function resolve(
    coin: CoinCode,
    network: Network,
    { payment: { id, txid }, watched, index, block }: Hit,
  ): Promise<void> {
    const payment = await reader.find(id)
    // The search was for this transaction. If another one has replaced it, the next round searches again.
    if (payment?.txid !== txid || !isMonitored(payment) || payment.block) return
    if (index.byTxid.has(txid)) return changes.recordBlock(payment, block)
    const scripts = watched.requiredOutputs.map(({ script }) => Buffer.from(script, 'hex'))
    const outputs = await network.findOutputsTo(scripts, block.hash)
    const conflict = await runSteps(findConflict(index, outputs, watched))
    if (!conflict) return
    const { conflictingTxid, replacement } = conflict
    const takenOutputs = replacement
      ? await reader.findTakenOutputs(coin, replacement.txid, payment.invoiceUid)
      : []
    if (replacement && !replacement.outputs.some(({ vout }) => takenOutputs.includes(vout)))
      await changes.replace(payment, block, replacement)
    else await changes.reverse(payment, block, conflictingTxid)
  }
}

interface Hit {
  readonly payment: MissingPayment
  readonly watched: WatchedPayment
  readonly index: BlockIndex
  readonly block: BlockPosition
}
