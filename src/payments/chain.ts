import type { Coin, Outpoint } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'
import { Refused } from '../kernel/refused.ts'
import { type Network, NetworkUnavailable } from '../networks/network.ts'
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

/** The chain of a coin. @throws {Refused} `network_unavailable` when it cannot be used */
export function requireNetwork(
  chains: PaymentChains,
  coin: Coin & { readonly code: CoinCode },
): PaymentChain {
  const chain = chains.find(coin.code)
  if (!chain) throw new Refused('network_unavailable', coin.name)
  return chain
}

/** For whoever pays, a network that does not answer is a refusal like any other. */
export const refuseUnavailable =
  ({ name }: Coin) =>
  (error: unknown): never => {
    throw error instanceof NetworkUnavailable ? new Refused('network_unavailable', name) : error
  }

export interface PaymentChains {
  /** Null when the coin has no node that can be used. */
  find(coin: CoinCode): PaymentChain | null
  readonly signatures: SignatureChecker
}
