import type { Outpoint, Output } from '../coins/coin.ts'

/**
 * The validation network of one coin: what the money path and the follower ask of a chain.
 * Every call ends within the network's time limit. A call that could not be answered throws `NetworkUnavailable`;
 * only `broadcast` tells apart what was never sent from what was sent and not answered.
 */
export interface Network {
  /** What these outpoints hold, or why they hold nothing. `spentInPool`: a transaction of the pool spends it. */
  spent(outpoints: readonly Outpoint[]): Promise<readonly SpentOutput[]>
  /** Which of these does the node's pool hold? In the order asked. */
  pooled(txids: readonly string[]): Promise<readonly (Pooled | null)[]>
  /** Would the node take it? Nodes without such a call answer `untested`. */
  test(hex: string): Promise<Verdict | 'untested'>
  /** Hands the transaction on. "Already known", in all spellings, is `accepted`. */
  broadcast(hex: string): Promise<Broadcast>
  /** The node's estimate for the next blocks, base units per 1 000 bytes, or null when it has none. */
  feeRate(): Promise<bigint | null>
  /** The smallest fee rate that the node relays, base units per 1 000 bytes. */
  relayFeeRate(): Promise<bigint>
  tip(): Promise<BlockRef>
  /** The block of the best chain at that height, or null when the chain is shorter. */
  block(height: number): Promise<Block | null>
  /** The transactions of a block with what they spend: only where somebody asks who spent a coin. */
  spends(hash: string): Promise<readonly Spending[]>
  /** Outputs of a block that pay one of these scripts: only where somebody waits for coins. */
  outputsTo(scripts: readonly Uint8Array[], hash: string): Promise<readonly LocatedOutput[]>
  /** The serialised transaction, when the node's pool holds it (or, with an index, its chain), or that block. */
  transaction(txid: string, block?: string): Promise<string | null>
  /** Is this the chain that it is taken for, complete and in step? */
  check(): Promise<Readiness>
  /** Ends idle connections and calls under way. */
  close(): Promise<void>
}

export type SpentOutput =
  | {
      readonly found: true
      readonly output: Output
      readonly height: number | null
      readonly coinbase: boolean
    }
  | { readonly found: false; readonly spentInPool: boolean }

export interface Pooled {
  /** Base units. */
  readonly fee: bigint
  /** Virtual bytes. */
  readonly size: number
  /** It signals replacement itself or by an ancestor (BIP125); false where the coin's nodes know no replacement. */
  readonly replaceable: boolean
  /** Its unconfirmed parents in the pool. */
  readonly depends: readonly string[]
}

/** Why a node says no, in our words. `text` is the node's own, for the log only. */
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
    | 'outputs_exceed_inputs'
    | 'undecodable'
    | 'other'
  readonly text: string
}

/**
 * `fee`, base units, where the node says it: the only source for transactions with hidden inputs (LTC's MWEB).
 * `known`: it has one of the same id, and did not look at these bytes.
 */
export type Verdict =
  | { readonly accepted: true; readonly fee?: bigint; readonly known?: true }
  | { readonly accepted: false; readonly rejection: Rejection }

export type Broadcast =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'rejected'; readonly rejection: Rejection }
  /** The connection was refused before a byte was sent, or the node is not yet warm: nothing has happened. */
  | { readonly outcome: 'unsent'; readonly text: string }
  /** Sent, and no answer that means yes or no: the node may have it. */
  | { readonly outcome: 'unknown'; readonly text: string }

export interface BlockRef {
  readonly height: number
  readonly hash: string
}

export interface Block extends BlockRef {
  readonly previous: string
  /** Ids of its transactions, in order. */
  readonly txids: readonly string[]
  /** The block's own time, seconds since 1970. */
  readonly time: number
}

export interface Spending {
  readonly txid: string
  readonly inputs: readonly Outpoint[]
}

/** An output and its place. */
export interface LocatedOutput extends Outpoint, Output {}

export type Readiness = { readonly ready: true } | { readonly ready: false; readonly reason: string }

/** The node did not answer, or not in a way that means anything: ours or the network's fault, never the payer's. */
export class NetworkUnavailable extends Error {
  override readonly name = 'NetworkUnavailable'
}
