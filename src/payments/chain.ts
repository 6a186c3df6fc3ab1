import type { Outpoint } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'
import type { Network } from '../networks/network.ts'
import type { SignatureChecker } from '../networks/signatures.ts'
import type { BlockPlace } from './payment.ts'

/** One coin's chain as the money path sees it: its network, and what was followed of its blocks. */
export interface PaymentChain {
  readonly network: Network
  /** Height of the newest block that was followed. */
  tipHeight(): number
  /** Median time past of the tip (BIP113), seconds since 1970. */
  medianTime(): Promise<number>
  /** Follows the chain to its present tip: before we say no, we look at the newest block. */
  catchUp(): Promise<void>
  /** The newest block of those followed last in which one of these coins is spent, or null. */
  spentInFollowed(outpoints: readonly Outpoint[]): Promise<BlockPlace | null>
  /** The block above `height` that holds the transaction, or null. */
  findMined(txid: string, aboveHeight: number): Promise<BlockPlace | null>
}

export interface PaymentChains {
  /** Null when the coin has no node that can be used. */
  find(coin: CoinCode): PaymentChain | null
  readonly signatures: SignatureChecker
}
