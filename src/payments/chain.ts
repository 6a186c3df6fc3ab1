import type { Coin, Outpoint } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import { type BlockRef, type Network, NetworkUnavailableError } from '../networks/network.ts'
import type { SignatureChecker } from '../networks/signatures.ts'
import type { BlockPosition } from './payment.ts'

/** One coin's chain as the payment code sees it: its network and the blocks followed so far. */
export interface PaymentChain {
  readonly network: Network
  /** Height of the newest followed block. */
  getTipHeight(): number
  /** Follows the chain to its current tip. Call it before rejecting anything that a newer block could allow. */
  catchUp(): Promise<void>
  /** The newest followed block. Another process may have followed it. */
  findFollowedTip(): Promise<BlockRef | null>
  /** The newest of the recently followed blocks that spends one of these outpoints, or null. */
  findSpendingBlock(outpoints: readonly Outpoint[]): Promise<BlockPosition | null>
  /** The block above `height` that holds the transaction, or null. */
  findMined(txid: string, aboveHeight: number): Promise<BlockPosition | null>
}

/** The chain of a coin. @throws {ApiError} `network_unavailable` when it cannot be used */
export function requirePaymentChain(
  chains: Pick<PaymentChains, 'find'>,
  coin: Coin & { readonly code: CoinCode },
): PaymentChain {
  const chain = chains.find(coin.code)
  if (!chain) throw new ApiError('network_unavailable', coin.name)
  return chain
}

/** Converts `NetworkUnavailableError` to an API error for the payer. */
export const rethrowAsApiError =
  ({ name }: Coin) =>
  (error: unknown): never => {
    throw error instanceof NetworkUnavailableError ? new ApiError('network_unavailable', name) : error
  }

export interface PaymentChains {
  /** Null when the coin has no usable node. */
  find(coin: CoinCode): PaymentChain | null
  readonly signatures: SignatureChecker
}
