import type { Outpoint } from '../../coins/coin.ts'

/** The sandbox's data on one coin's chain: its blocks, its transactions, and which transaction spends which output. */
export interface Ledger extends ChainLedger, TransactionLedger, MiningLedger {}

/** The tip, the blocks, and the failures to simulate. */
export interface ChainLedger {
  findChain(): Promise<ChainState | null>
  /** Creates the chain. False if it already exists. */
  create(state: ChainState): Promise<boolean>
  /** Locks the tip until this database transaction ends. Returns the state with its revision incremented. */
  lock(): Promise<ChainState | null>
  moveTip(tip: Pick<ChainState, 'height' | 'hash' | 'medianTime'>): Promise<void>

  setFailure(mode: FailMode, remaining: number): Promise<void>
  /** Consumes one of the requested failures; null if none is left. */
  consumeFailure(): Promise<BroadcastFailure | null>

  findBlock(hash: string): Promise<StoredBlock | null>
  /** The block of the best chain at that height. */
  findBlockAt(height: number): Promise<StoredBlock | null>
  insertBlock(block: Omit<StoredBlock, 'isStale' | 'staleTransactions'>): Promise<void>
  /** Removes the block from the best chain. Its transactions stay available for lookups by block hash. */
  markStale(hash: string, transactions: readonly string[]): Promise<void>
  /** Times of the last blocks of the best chain, starting with the tip. */
  listLatestBlockTimes(count: number): Promise<readonly number[]>
}

/** The transactions in the mempool and the blocks, and the outpoints they spend. */
export interface TransactionLedger {
  findTransaction(txid: string): Promise<SandboxTransaction | null>
  /** The transaction that an outpoint belongs to, and the spender of that output. Null if there is no such transaction. */
  findOrigin(outpoint: Outpoint): Promise<OutputOrigin | null>
  /** False if it already exists. */
  insert(transaction: Omit<SandboxTransaction, 'sequence'>): Promise<boolean>
  /** False if another transaction spends any of them. @throws if the transaction of an outpoint is gone: see `isParentRemoved` */
  spend(outpoints: readonly Outpoint[], spender: string): Promise<boolean>
  /** The transactions that spend outputs of this one. */
  listChildren(txid: string): Promise<readonly Child[]>
  /** Deletes these transactions, so that the outputs they spent can be spent. Their children must be included. */
  remove(txids: readonly string[]): Promise<void>

  /** The mempool, in order of arrival. */
  listMempool(): Promise<readonly MempoolTransaction[]>
  /** Whether the error means that a transaction we depend on was removed during the write. */
  isParentRemoved(error: unknown): boolean
}

/** The assignment of transactions to blocks, and the treasury. */
export interface MiningLedger {
  /** Transactions of the block at that height, coinbase first. */
  listMinedTransactions(height: number): Promise<readonly SandboxTransaction[]>
  /** Puts every mempool transaction that may be mined into the block at `height`. Returns them in order. */
  confirmMineable(height: number, medianTime: number): Promise<readonly MempoolTransaction[]>
  /** Puts these transactions into the block at `height`. Returns them in order. */
  confirmTransactions(height: number, txids: readonly string[]): Promise<readonly MempoolTransaction[]>
  /** Disconnects the blocks from `height` up and returns their transactions to the mempool. Returns the ids of their coinbases. */
  unconfirmFrom(height: number): Promise<readonly string[]>

  addToTreasury(outpoint: Outpoint, amount: bigint): Promise<void>
  takeFromTreasury(outpoint: Outpoint): Promise<void>
  /** The largest confirmed treasury outputs that can be spent. */
  listTreasuryOutputs(max: number): Promise<readonly TreasuryOutput[]>
}

export interface ChainState {
  readonly height: number
  /** The tip's hash. */
  readonly hash: string
  /** Median time of the tip and the ten blocks before it, in seconds since 1970. */
  readonly medianTime: number
  readonly revision: number
  readonly failMode: FailMode
  readonly failLeft: number
}

/** The modes of `sandbox_fail`: failures of the service's next broadcasts, or `down` for all of its calls. */
export const failModes = ['none', 'timeout', 'cut', 'refuse', 'down'] as const
export type FailMode = (typeof failModes)[number]
export type BroadcastFailure = Exclude<FailMode, 'none' | 'down'>

export interface StoredBlock {
  readonly hash: string
  readonly height: number
  /** 80 bytes, in hex. */
  readonly header: string
  readonly time: number
  readonly medianTime: number
  /** Number of transactions. */
  readonly count: number
  /** Whether a reorganisation removed it from the best chain. */
  readonly isStale: boolean
  /** The transactions of a stale block, in hex, coinbase first. */
  readonly staleTransactions: readonly string[] | null
}

export interface MempoolTransaction {
  /** Order of arrival: parents come before their children. */
  readonly sequence: number
  readonly txid: string
  readonly weight: number
  /** In base units. */
  readonly fee: bigint
  /** 0 if every input is final. */
  readonly lockTime: number
  /** Time of arrival, in seconds since 1970. */
  readonly time: number
}

export interface SandboxTransaction extends MempoolTransaction {
  readonly hex: string
  readonly isCoinbase: boolean
  /** The height of its block; null while it is in the mempool. */
  readonly height: number | null
}

export interface OutputOrigin {
  readonly transaction: SandboxTransaction
  /**
   * The spender and the height of its block. Both are null while the output is unspent; the height is null while the spender is in the
   * mempool.
   */
  readonly spender: string | null
  readonly spenderHeight: number | null
}

interface Child {
  readonly vout: number
  readonly txid: string
}

export interface TreasuryOutput extends Outpoint {
  readonly amount: bigint
}
