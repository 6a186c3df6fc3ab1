import type { CoinCode } from '../coins/index.ts'
import { type Clock, second } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { RunSteps, Steps } from '../kernel/steps.ts'
import type { BlockRef, Network, TransactionSpends } from '../networks/network.ts'
import { type BlockIndex, indexBlock, itemsPerStep, nameOf } from './block-index.ts'
import { createBlockReader } from './block-reader.ts'
import type { ChainChanges } from './change.ts'
import { findConflict, findConflicting, type WatchedPayment } from './conflict.ts'
import type { BlockPosition, Payment } from './payment.ts'
import { createSearchProgress, type SearchEntry } from './search-progress.ts'

/** A payment whose transaction is neither in the mempool nor in a known block. */
export interface MissingPayment {
  readonly id: string
  /** The transaction that pays. */
  readonly txid: string
  /** No block up to this height double-spends its inputs. */
  readonly searchedHeight: number
}

export interface SpendSearchReader {
  find(id: string): Promise<Payment | null>
  findWatchedPayment(id: string): Promise<WatchedPayment>
  /** Outputs of a transaction that belong to live payments of other invoices. */
  takenByOthers(coin: CoinCode, txid: string, uid: string): Promise<number[]>
}

export interface SearchTask {
  /** The most recently followed blocks, newest first. Read before the payments' searched heights. */
  readonly followed: readonly BlockRef[]
  readonly payments: readonly MissingPayment[]
}

export interface SpendSearchParts {
  readonly reader: SpendSearchReader
  readonly changes: Pick<ChainChanges, 'place' | 'replace' | 'reverse' | 'markSearched'>
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
  /** By the outpoints that they depend on. */
  readonly watching: ReadonlyMap<string, readonly SearchEntry[]>
  /** Entries whose outcome was found. */
  readonly ended: Set<SearchEntry>
  /** Of the most recently followed blocks, by height. */
  readonly hashes: ReadonlyMap<number, string>
  readonly tip: number
  readonly end: number
}

/**
 * Searches blocks for transactions that spend the inputs of missing payments, from the height at which each was last known to be sound,
 * however long ago. Blocks near the tip come first, so a search with years of blocks ahead never delays another payment. Progress without a
 * gap is stored; beyond an unreadable block it continues in memory.
 */
export function createSpendSearch({ reader, changes, clock, log, runSteps }: SpendSearchParts) {
  const readBlock = createBlockReader({ clock, log })
  const progressOf = new Map<CoinCode, ReturnType<typeof createSearchProgress>>()
  return search

  async function search(coin: CoinCode, network: Network, { followed, payments }: SearchTask): Promise<void> {
    const [tip] = followed
    const oldest = followed.at(-1)
    const due = tip ? payments.filter(({ searchedHeight }) => searchedHeight < tip.height) : []
    if (!tip || !oldest || due.length === 0) return
    const hashes = new Map(followed.map(({ height, hash }) => [height, hash]))
    const entries: SearchEntry[] = []
    for (const payment of due) {
      const found = progress(coin).find(payment, hashes, oldest.height)
      entries.push({ payment, watched: await reader.findWatchedPayment(payment.id), ...found })
    }
    const end = clock.now() + maxSearchMs
    const watching = byInputs(entries)
    const round: Round = { coin, network, entries, watching, ended: new Set(), hashes, tip: tip.height, end }
    const isNear = ({ reached }: SearchEntry) => reached.height >= oldest.height - 1
    const far = entries.filter((entry) => !isNear(entry))
    await readOn(round, entries.filter(isNear))
    await readGaps(round)
    await readBacklog(round, far)
  }

  /** Reads for the newest entry first, together with those that are not much older. They soon reach the tip, and then the others follow. */
  async function readBacklog(round: Round, far: readonly SearchEntry[]): Promise<void> {
    if (far.length === 0 || clock.now() >= round.end) return
    const firstHeld = await round.network.getFirstBlockHeight()
    const pruned = far.filter(({ reached }) => reached.height < firstHeld - 1)
    for (const entry of pruned) entry.reached = { height: firstHeld - 1, hash: '' }
    if (pruned.length > 0)
      log.warn(
        `${round.coin}: the node has pruned blocks below ${firstHeld}, so it is unknown whether they double-spend payments`,
        { payments: pruned.length },
      )
    const newest = far.reduce((most, { reached }) => Math.max(most, reached.height), 0)
    await readOn(
      round,
      far.filter(({ reached }) => reached.height > newest - maxBlocks),
    )
  }

  /** Reads the blocks above the lowest of these entries, each once for all. */
  async function readOn(round: Round, entries: readonly SearchEntry[]): Promise<void> {
    const { coin, network, hashes, tip, end } = round
    const first = entries.reduce((least, { reached }) => Math.min(least, reached.height), tip) + 1
    const last = Math.min(tip, first + maxBlocks - 1)
    for (let height = first; height <= last && clock.now() < end; height++) {
      const hash = hashes.get(height) ?? (await network.block(height))?.hash
      if (hash === undefined) break
      const block = { height, hash }
      const spends = await readBlock(coin, network, block)
      if (spends === 'retry') break
      const reading = entries.filter(({ reached }) => reached.height < height)
      if (spends !== 'unread') await judgeAll(round, reading, spends, block)
      for (const entry of reading) {
        if (spends === 'unread') entry.unread = [...entry.unread, block]
        entry.reached = block
      }
    }
    await save(round, entries)
  }

  /** Retries blocks that could not be read before, when they are due. */
  async function readGaps(round: Round): Promise<void> {
    const waiting = round.entries.filter(({ unread }) => unread.length > 0)
    const blocks = new Map(waiting.flatMap(({ unread }) => unread.map((block) => [block.hash, block])))
    for (const block of blocks.values()) {
      if (clock.now() >= round.end) break
      const spends = await readBlock(round.coin, round.network, block)
      if (typeof spends === 'string') continue
      const hasGap = ({ unread }: SearchEntry) => unread.some(({ hash }) => hash === block.hash)
      const reading = waiting.filter(hasGap)
      await judgeAll(round, reading, spends, block)
      for (const entry of reading) entry.unread = entry.unread.filter(({ hash }) => hash !== block.hash)
    }
    await save(round, waiting)
  }

  /** Stores how far each was searched without a gap, and caches the rest. */
  async function save({ coin, hashes, ended }: Round, entries: readonly SearchEntry[]): Promise<void> {
    const idsTo = new Map<number, { readonly block: BlockRef; readonly ids: string[] }>()
    for (const entry of entries) {
      const { payment, reached, unread } = entry
      if (ended.has(entry)) {
        progress(coin).forget(payment.id)
        continue
      }
      progress(coin).save(entry)
      const height = unread[0] ? unread[0].height - 1 : reached.height
      if (height <= payment.searchedHeight) continue
      const block = unread[0] ? { height, hash: hashes.get(height) ?? '' } : reached
      const group = idsTo.get(height) ?? { block, ids: [] }
      group.ids.push(payment.id)
      idsTo.set(height, group)
    }
    for (const { block, ids } of idsTo.values()) await changes.markSearched(coin, ids, block)
  }

  async function judgeAll(
    { coin, network, watching, ended }: Round,
    reading: readonly SearchEntry[],
    spends: readonly TransactionSpends[],
    block: BlockRef,
  ): Promise<void> {
    const hit = await runSteps(findHits(spends, watching))
    if (hit.size === 0) return
    const index = await runSteps(indexBlock(spends))
    for (const entry of reading) {
      const { payment, watched } = entry
      if (ended.has(entry) || !hit.has(entry)) continue
      if (findConflicting(index, watched).length === 0 && !index.byTxid.has(payment.txid)) continue
      await judge(coin, network, { payment, risk: watched, index, block })
      ended.add(entry)
    }
  }

  function progress(coin: CoinCode) {
    const known = progressOf.get(coin) ?? createSearchProgress()
    progressOf.set(coin, known)
    return known
  }

  /** Records what the block means for the payment: it contains the payment, a replacement or a double spend. */
  async function judge(
    coin: CoinCode,
    network: Network,
    { payment: { id, txid }, risk, index, block }: Hit,
  ): Promise<void> {
    const payment = await reader.find(id)
    if (payment?.status !== 'accepted' || payment.block) return
    if (index.byTxid.has(txid)) return changes.place(payment, block)
    const scripts = risk.due.map(({ script }) => Buffer.from(script, 'hex'))
    const outputs = await network.outputsTo(scripts, block.hash)
    const conflict = await runSteps(findConflict(index, outputs, risk))
    if (!conflict) return
    const { conflictingTxid, replacement } = conflict
    const taken = replacement ? await reader.takenByOthers(coin, replacement.txid, payment.invoiceUid) : []
    if (replacement && !replacement.outputs.some(({ vout }) => taken.includes(vout)))
      await changes.replace(payment, block, replacement)
    else await changes.reverse(payment, block, conflictingTxid)
  }
}

interface Hit {
  readonly payment: MissingPayment
  readonly risk: WatchedPayment
  readonly index: BlockIndex
  readonly block: BlockPosition
}

function byInputs(entries: readonly SearchEntry[]): ReadonlyMap<string, readonly SearchEntry[]> {
  const found = new Map<string, SearchEntry[]>()
  for (const entry of entries)
    for (const input of entry.watched.inputs) {
      const name = nameOf(input)
      const known = found.get(name)
      if (known) known.push(entry)
      else found.set(name, [entry])
    }
  return found
}

/** The entries that depend on an outpoint that the block spends. */
function* findHits(
  spends: readonly TransactionSpends[],
  watching: Round['watching'],
): Steps<ReadonlySet<SearchEntry>> {
  const hit = new Set<SearchEntry>()
  let visited = 0
  for (const { inputs } of spends)
    for (const input of inputs) {
      for (const entry of watching.get(nameOf(input)) ?? []) hit.add(entry)
      if (++visited % itemsPerStep === 0) yield
    }
  return hit
}
