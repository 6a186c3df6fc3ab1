import type { Outpoint } from '../../coins/coin.ts'

/** What the sandbox keeps of one coin's chain: blocks, transactions, and which transaction spends which output. */
export interface Ledger extends ChainLedger, TransactionLedger, MiningLedger {}

/** The tip, the blocks, and how the node is to fail. */
export interface ChainLedger {
  chain(): Promise<ChainState | null>
  /** Begins the chain. False when it was begun before. */
  begin(state: ChainState): Promise<boolean>
  /** The miner's turn: until this transaction ends nobody else moves the tip. The state, with its revision moved. */
  lock(): Promise<ChainState | null>
  moveTip(tip: Pick<ChainState, 'height' | 'hash' | 'medianTime'>): Promise<void>

  setFailure(mode: FailMode, left: number): Promise<void>
  /** Takes one of the failures ordered; null when none is left. */
  takeFailure(): Promise<BroadcastFailure | null>

  block(hash: string): Promise<StoredBlock | null>
  /** The block of the best chain at that height. */
  blockAt(height: number): Promise<StoredBlock | null>
  insertBlock(block: Omit<StoredBlock, 'stale' | 'kept'>): Promise<void>
  /** The block leaves the best chain, and keeps its transactions for who asks for it by its hash. */
  retire(hash: string, transactions: readonly string[]): Promise<void>
  /** Times of the last blocks of the best chain, the tip's first. */
  latestTimes(count: number): Promise<readonly number[]>
}

/** The transactions of the pool and the blocks, and what they spend. */
export interface TransactionLedger {
  transaction(txid: string): Promise<StoredTransaction | null>
  /** The transaction that an outpoint names, and who spends that output; null when there is no such transaction. */
  origin(outpoint: Outpoint): Promise<Origin | null>
  /** False when it is there already. */
  insert(transaction: Omit<StoredTransaction, 'sequence'>): Promise<boolean>
  /** False when another one spends any of them. @throws when an output's transaction is gone: see `isVanished` */
  spend(outpoints: readonly Outpoint[], spender: string): Promise<boolean>
  /** Which transactions spend outputs of this one? */
  children(txid: string): Promise<readonly Child[]>
  /** Takes these out altogether: what they spent is unspent again. Their children must be among them. */
  remove(txids: readonly string[]): Promise<void>

  /** The pool, in the order of arrival. */
  pool(): Promise<readonly PooledTransaction[]>
  /** Was a transaction that we build on removed while we wrote? */
  isVanished(error: unknown): boolean
}

/** Which transactions are in which block, and the treasury. */
export interface MiningLedger {
  /** Transactions of the block at that height, the coinbase first. */
  minedAt(height: number): Promise<readonly StoredTransaction[]>
  /** Puts into the block at `height` whatever of the pool may be mined there; in order. */
  place(height: number, medianTime: number): Promise<readonly PooledTransaction[]>
  /** Puts these into the block at `height`; in order. */
  placeOnly(height: number, txids: readonly string[]): Promise<readonly PooledTransaction[]>
  /** Takes the blocks from `height` on apart: their transactions are in the pool again. Ids of their coinbases. */
  unplace(height: number): Promise<readonly string[]>

  addToTreasury(outpoint: Outpoint, amount: bigint): Promise<void>
  takeFromTreasury(outpoint: Outpoint): Promise<void>
  /** The largest mined outputs that can pay for a fund. */
  treasury(most: number): Promise<readonly TreasuryOutput[]>
}

export interface ChainState {
  readonly height: number
  /** Of the tip. */
  readonly hash: string
  /** Median time of the tip and the ten blocks before it, seconds since 1970. */
  readonly medianTime: number
  readonly revision: number
  readonly failMode: FailMode
  readonly failLeft: number
}

/** What `sandbox_fail` can ask for: failures of the service's next broadcasts, and `down` for all of its calls. */
export const failModes = ['none', 'timeout', 'cut', 'refuse', 'down'] as const
export type FailMode = (typeof failModes)[number]
export type BroadcastFailure = Exclude<FailMode, 'none' | 'down'>

export interface StoredBlock {
  readonly hash: string
  readonly height: number
  /** 80 bytes, hex. */
  readonly header: string
  readonly time: number
  readonly medianTime: number
  /** Of its transactions. */
  readonly count: number
  /** Was the chain reorganised away from it? */
  readonly stale: boolean
  /** The transactions of a stale block, hex, the coinbase first. */
  readonly kept: readonly string[] | null
}

export interface PooledTransaction {
  /** Order of arrival: parents come before their children. */
  readonly sequence: number
  readonly txid: string
  readonly weight: number
  /** Base units. */
  readonly fee: bigint
  /** 0 when every input is final. */
  readonly lockTime: number
  /** When it came, seconds since 1970. */
  readonly time: number
}

export interface StoredTransaction extends PooledTransaction {
  readonly hex: string
  readonly coinbase: boolean
  /** Of its block; null while it is in the pool. */
  readonly height: number | null
}

export interface Origin {
  readonly transaction: StoredTransaction
  /** Who spends the output, and in which block: null for both while nobody does, and for the height while it is in the pool. */
  readonly spender: string | null
  readonly spenderHeight: number | null
}

export interface Child {
  readonly vout: number
  readonly txid: string
}

export interface TreasuryOutput extends Outpoint {
  readonly amount: bigint
}
