import type { ChainName, Coin } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Network } from './network.ts'
import type { Rpc } from './rpc.ts'

/** A kind of validation network that a coin's setting can select. */
export interface Backend {
  /** Whether this backend handles the given setting. */
  matches(setting: string): boolean
  open(setting: string, context: NetworkBackendContext): Network
  /** How often to check that the network is usable. */
  readonly checkIntervalMs: number
}

export interface NetworkBackendContext {
  readonly coin: Coin & { readonly code: CoinCode }
  readonly chain: ChainName
  readonly clock: Clock
  /** Maximum duration of one call. */
  readonly timeoutMs: number
  /** Returns the coin's in-process chain. */
  readonly getEmbeddedRpc: (coin: CoinCode) => Rpc
}
