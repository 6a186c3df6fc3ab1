import { createDataScript } from '../coins/codec/script.ts'
import type { CoinCode } from '../coins/index.ts'
import type { Instant } from '../kernel/clock.ts'
import type { BlockRef } from '../networks/network.ts'
import type { Utxo } from '../wallet/utxo.ts'

/** A signed transaction whose first output contains a root. */
export interface AnchorTransaction {
  readonly txid: string
  readonly hex: string
  /** Base units. */
  readonly fee: bigint
}

/** A range of events whose root is being anchored, or is already in the chain. */
export interface Anchor extends AnchorTransaction {
  readonly id: number
  readonly coin: CoinCode
  readonly root: Uint8Array
  /** Number of events under the root, and the log position of the last one. */
  readonly eventCount: number
  readonly lastPosition: number
  readonly createdAt: Instant
  /** `sending`: stored, but not yet known to be in the mempool. */
  readonly status: 'sending' | 'sent'
  /** Why the network has not accepted the transaction; null if it has. */
  readonly reason: string | null
  /** The block that contains the transaction; null while it is unconfirmed. */
  readonly block: BlockRef | null
}

export interface NewAnchor extends AnchorTransaction {
  readonly coin: CoinCode
  readonly root: Uint8Array
  readonly leaves: readonly Uint8Array[]
  readonly firstPosition: number
  readonly lastPosition: number
  readonly createdAt: Instant
}

const tag = Buffer.from('QTN1')

/** Index of the output with the root. */
export const rootVout = 0

/** OP_RETURN and one push of `QTN1` ‖ root. */
export const createRootScript = (root: Uint8Array): Uint8Array => createDataScript(Buffer.concat([tag, root]))

/** Reads anchors. */
export interface AnchorReader {
  find(id: number): Promise<Anchor | null>
  /** The anchor with the newest events, of any coin. */
  findNewest(): Promise<Anchor | null>
  /** Anchors whose transaction isn't in a block, oldest first. */
  listUnconfirmed(coin: CoinCode): Promise<Anchor[]>
}

/** Stores anchors, before they are broadcast. */
export interface AnchorStore extends AnchorReader {
  /** Acquires or renews the lease on a coin's anchors; false while another process holds it. */
  acquireLease(coin: CoinCode, holder: string, lease: { now: Instant; until: Instant }): Promise<boolean>
  releaseLease(coin: CoinCode, holder: string): Promise<void>
  /** Returns the anchor's id, or null if another process has anchored these events. */
  insert(anchor: NewAnchor): Promise<number | null>
  /** Replaces transaction `txid`; false if a block already contains it. */
  replaceTransaction(id: number, txid: string, next: AnchorTransaction): Promise<boolean>
  /** Records the result of a broadcast. */
  recordBroadcastResult(id: number, txid: string, outcome: Pick<Anchor, 'status' | 'reason'>): Promise<void>
  /** Records the block that contains the transaction. */
  markMined(coin: CoinCode, txid: string, block: BlockRef): Promise<void>
  /** Clears the block after a reorganisation removed it from the chain. */
  clearConfirmation(coin: CoinCode, hash: string): Promise<void>
}

/** The wallet's UTXOs, which pay for anchors. */
export interface UtxoReader {
  /** UTXOs locked by one of these scripts and not spent by an anchor, largest first. */
  listUtxos(coin: CoinCode, scripts: readonly Uint8Array[]): Promise<Utxo[]>
  /** UTXOs that an anchor's transaction spends. */
  listSpentBy(id: number): Promise<Utxo[]>
}

export interface UtxoStore extends UtxoReader {
  /** Leaves known UTXOs unchanged. */
  add(coin: CoinCode, utxos: readonly Utxo[]): Promise<void>
  /** Reserves UTXOs for an anchor; false if one of them is not available. */
  reserve(coin: CoinCode, utxos: readonly Utxo[], id: number): Promise<boolean>
  /** Frees the UTXOs that the anchor's transaction would have spent. */
  release(id: number): Promise<void>
  /** Deletes unreserved UTXOs that were spent elsewhere. */
  deleteUtxos(coin: CoinCode, utxos: readonly Utxo[]): Promise<void>
  /** Deletes the outputs of an abandoned transaction. */
  deleteOutputs(coin: CoinCode, txid: string): Promise<void>
  /** Deletes UTXOs spent by anchors in blocks up to this height. */
  deleteSpent(coin: CoinCode, maxHeight: number): Promise<void>
}
