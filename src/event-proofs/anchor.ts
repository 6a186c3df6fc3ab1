import { dataScript } from '../coins/codec/script.ts'
import type { CoinCode } from '../coins/index.ts'
import type { Instant } from '../kernel/clock.ts'
import type { BlockRef } from '../networks/network.ts'
import type { Unspent } from '../wallet/unspent.ts'

/** A signed transaction whose first output holds a root. */
export interface AnchorTransaction {
  readonly txid: string
  readonly hex: string
  /** Base units. */
  readonly fee: bigint
}

/** A run of events whose root is on its way into a chain, or in it. */
export interface Anchor extends AnchorTransaction {
  readonly id: number
  readonly coin: CoinCode
  readonly root: Uint8Array
  /** How many events are below the root, and the place of the last of them in the log. */
  readonly events: number
  readonly lastPosition: number
  readonly createdAt: Instant
  /** `sending`: written down, and not yet known to be in the network's pool. */
  readonly status: 'sending' | 'sent'
  /** Why the network does not have it. */
  readonly reason: string | null
  /** The block that holds it. */
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

/** The place of the output with the root in our transactions. */
export const rootVout = 0

/** OP_RETURN and one push of `QTN1` ‖ root. */
export const rootScript = (root: Uint8Array): Uint8Array => dataScript(Buffer.concat([tag, root]))

/** What was anchored. */
export interface AnchorReader {
  find(id: number): Promise<Anchor | null>
  /** The one with the newest events, of whatever coin. */
  newest(): Promise<Anchor | null>
  /** Those that no block holds, the oldest first. */
  open(coin: CoinCode): Promise<Anchor[]>
}

/** Writes what is to be anchored, before the network hears of it. */
export interface AnchorStore extends AnchorReader {
  /** Takes the work on a coin's anchors, or goes on with it; false while another process has it. */
  takeTurn(coin: CoinCode, holder: string, lease: { now: Instant; until: Instant }): Promise<boolean>
  endTurn(coin: CoinCode, holder: string): Promise<void>
  /** Its id, or null when another process has anchored these events. */
  insert(anchor: NewAnchor): Promise<number | null>
  /** Puts another transaction in the place of `txid`, which no block holds; false when it is no longer so. */
  remake(id: number, txid: string, next: AnchorTransaction): Promise<boolean>
  /** How it went with the transaction. */
  settle(id: number, txid: string, outcome: Pick<Anchor, 'status' | 'reason'>): Promise<void>
  /** A block holds it. */
  place(coin: CoinCode, txid: string, block: BlockRef): Promise<void>
  /** The block is not in the chain any more. */
  takeBack(coin: CoinCode, hash: string): Promise<void>
}

/** The coins of the key: what anchors are paid from. */
export interface CoinReader {
  /** Those that no anchor spends and that one of these scripts guards, the largest first. */
  free(coin: CoinCode, scripts: readonly Uint8Array[]): Promise<Unspent[]>
  /** Those that an anchor's transaction spends. */
  spentBy(id: number): Promise<Unspent[]>
}

export interface CoinStore extends CoinReader {
  /** Coins that are known already stay as they are. */
  add(coin: CoinCode, coins: readonly Unspent[]): Promise<void>
  /** Takes coins for an anchor; false when one of them is not free. */
  take(coin: CoinCode, coins: readonly Unspent[], id: number): Promise<boolean>
  /** What the anchor's transaction was to spend is free again. */
  release(id: number): Promise<void>
  /** These are free no longer: somebody else has spent them. */
  drop(coin: CoinCode, coins: readonly Unspent[]): Promise<void>
  /** The outputs of a transaction that will not be. */
  dropOutputs(coin: CoinCode, txid: string): Promise<void>
  /** Forgets what anchors in blocks up to that height have spent. */
  forgetSpent(coin: CoinCode, upTo: number): Promise<void>
}
