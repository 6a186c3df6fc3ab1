import type { Outpoint, TransactionOutput } from '../coins/coin.ts'
import type { BaseUnits } from '../kernel/money.ts'
import type { Txids } from './txids.ts'

/**
 * The validation network of one coin: what the payment code and the chain follower need from a chain.
 * Every call ends within the network's time limit, except that the ids of a large block may take longer as long as they keep arriving.
 * A call without a valid response throws `NetworkUnavailableError`. Only `broadcast` distinguishes "never sent" from "sent, but no response".
 */
export interface Network {
  /** Confirmations required before the next block may spend a coinbase output. */
  readonly coinbaseMaturity: number
  /** The outputs at these outpoints, in the order given, or why there are none. */
  findPreviousOutputs(outpoints: readonly Outpoint[]): Promise<readonly PreviousOutput[]>
  /** The mempool entries of these transactions, in the order given. Null if the transaction isn't in the node's mempool. */
  findInMempool(txids: readonly string[]): Promise<readonly (MempoolEntry | null)[]>
  /** Tests whether the node would accept the transaction, and sends nothing. Nodes that don't support this return `untested`. */
  testAcceptance(hex: string): Promise<Verdict | 'untested'>
  /** Broadcasts the transaction. The same bytes may be resent at any time: "already known", in every wording, counts as `accepted`. */
  broadcast(hex: string): Promise<BroadcastResult>
  /** The node's estimate for the next blocks, in base units per 1 000 bytes, or null if it has none. */
  estimateFeeRate(): Promise<bigint | null>
  /** The lowest fee rate that the node relays, in base units per 1 000 bytes. */
  getRelayFeeRate(): Promise<bigint>
  getTip(): Promise<BlockRef>
  /** Median time past of the tip (BIP113), in seconds since 1970. */
  getMedianTime(): Promise<number>
  /** The block on the best chain at that height, or null if the chain is shorter. */
  getBlock(height: number): Promise<Block | null>
  /** The lowest height from which the node has all blocks: 0 unless it prunes. */
  getFirstBlockHeight(): Promise<number>
  /** A block's transactions and the outpoints they spend. Called only to find the transaction that spent an output. */
  findBlockSpends(hash: string): Promise<readonly TransactionSpends[]>
  /** A block's outputs that pay one of these scripts. Called only while an output is expected. */
  findOutputsTo(scripts: readonly Uint8Array[], hash: string): Promise<readonly LocatedOutput[]>
  /** The ids in the node's mempool. */
  getMempoolTxids(): Promise<Txids>
  /** Those of these mempool transactions that pay a script that `select` chooses. */
  findPayingInMempool(txids: readonly string[], select: SelectScripts): Promise<readonly PayingTransaction[]>
  /** The block's transactions that pay a script that `select` chooses. */
  findPayingInBlock(hash: string, select: SelectScripts): Promise<readonly MinedPayingTransaction[]>
  /** The serialised transaction, if it is in the node's mempool, in the given block or, with a transaction index, anywhere on its chain. */
  getTransaction(txid: string, block?: string): Promise<string | null>
  /** Checks that this is the expected chain, complete and in sync. */
  check(): Promise<Readiness>
  /** Closes idle connections and cancels the calls in progress. */
  close(): Promise<void>
}

export type PreviousOutput =
  | {
      readonly isFound: true
      readonly output: TransactionOutput
      readonly height: number | null
      readonly isCoinbase: boolean
    }
  /** With `spentInMempool`, the output exists, but a mempool transaction spends it. */
  | { readonly isFound: false; readonly spentInMempool: boolean }

export interface MempoolEntry {
  /** In base units. */
  readonly fee: bigint
  /** In virtual bytes. */
  readonly size: number
  /** Whether the transaction or an unconfirmed ancestor can be replaced: see `CoinParams.replacement`. Null: the node doesn't report it. */
  readonly isReplaceable: boolean | null
  /** Its unconfirmed parents in the mempool. */
  readonly depends: readonly string[]
  /** When it entered the mempool, by the node's clock, in seconds since 1970. */
  readonly time: number
}

/** Why a node rejected a transaction, as one of our own codes. `text` is the node's message, for the log only. */
export interface Rejection {
  readonly reason:
    | 'inputs_missing'
    | 'inputs_spent'
    | 'fee_too_low'
    | 'fee_too_high'
    | 'signature_invalid'
    | 'not_final'
    | 'chain_too_long'
    | 'pool_full'
    /** The node was too busy, or failed, before it reached a verdict. The transaction may be valid. */
    | 'node_busy'
    | 'outputs_exceed_inputs'
    | 'undecodable'
    | 'other'
  readonly text: string
}

/** Whether the node accepts a transaction. With `alreadyKnown`, it has one with the same id and didn't check these bytes. */
export type Verdict =
  | { readonly accepted: true; readonly alreadyKnown?: true }
  | { readonly accepted: false; readonly rejection: Rejection }

export type BroadcastResult =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'rejected'; readonly rejection: Rejection }
  /** The connection was refused before a byte was sent, or the node is still warming up. Nothing was sent. */
  | { readonly outcome: 'unsent'; readonly text: string }
  /** Sent, but without a clear yes or no: the node may have the transaction. */
  | { readonly outcome: 'unknown'; readonly text: string }

export interface BlockRef {
  readonly height: number
  readonly hash: string
}

export interface Block extends BlockRef {
  readonly previousHash: string
  readonly txids: Txids
  /** The block's own timestamp, in seconds since 1970. */
  readonly time: number
}

export interface TransactionSpends {
  readonly txid: string
  readonly inputs: readonly Outpoint[]
}

/** Chooses among the output scripts of a block or of mempool transactions, in hex. */
export type SelectScripts = (scripts: readonly string[]) => Promise<ReadonlySet<string>>

/** A transaction that pays a watched script. */
export interface PayingTransaction {
  readonly txid: string
  readonly hex: string
  readonly inputs: readonly Outpoint[]
  /** The outputs that pay a watched script, in hex. */
  readonly outputs: readonly { readonly vout: number; readonly script: string; readonly amount: BaseUnits }[]
}

/** A transaction in a block that pays a watched script. */
export interface MinedPayingTransaction extends PayingTransaction {
  /** Its nearest ancestors in the same block. */
  readonly ancestors: readonly TransactionSpends[]
}

/** An output and its outpoint. */
export interface LocatedOutput extends Outpoint, TransactionOutput {}

export type Readiness = { readonly ready: true } | { readonly ready: false; readonly reason: string }

/** The node didn't respond, or returned an invalid response. Never the payer's fault. */
export class NetworkUnavailableError extends Error {
  override readonly name = 'NetworkUnavailableError'
}
