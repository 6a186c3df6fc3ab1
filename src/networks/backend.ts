import type { ChainName, Coin } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Network } from './network.ts'
import type { Rpc } from './rpc.ts'

/** A kind of validation network that a coin's setting can name. */
export interface Backend {
  /** Does the text of a setting name one of these? */
  takes(setting: string): boolean
  open(setting: string, surroundings: Surroundings): Network
  /** How often to ask whether it is still fit for use. */
  readonly lookEveryMs: number
}

export interface Surroundings {
  readonly coin: Coin & { readonly code: CoinCode }
  readonly chain: ChainName
  readonly clock: Clock
  /** How long one call may take. */
  readonly timeLimitMs: number
  /** The chain of this coin inside this process. */
  readonly embedded: (coin: CoinCode) => Rpc
}
