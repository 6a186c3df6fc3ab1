import type { CoinCode } from '../coins/index.ts'
import { NetworkUnavailableError } from '../networks/network.ts'

interface NetworkReaderDependencies {
  readonly networks: { get(coin: CoinCode): object | null }
  readonly chains: {
    isFollowing(coin: CoinCode): boolean
    /** Follows the chain to its current tip. @throws {NetworkUnavailableError} */
    catchUp(coin: CoinCode): Promise<void>
  }
  /** Returns whether it read the whole mempool. */
  readonly readMempool: (coin: CoinCode) => Promise<boolean>
}

/** Finds everything that has been paid to issued addresses of a coin so far. */
export function createNetworkReader({ networks, chains, readMempool }: NetworkReaderDependencies) {
  /** False when the node can't be read at the moment. A coin without a node has nothing to read. */
  return async function readNetwork(coin: CoinCode): Promise<boolean> {
    if (networks.get(coin) === null) return true
    // The mempool first: a payment that is mined in between is found in its block.
    if (!chains.isFollowing(coin) || !(await readMempool(coin))) return false
    try {
      await chains.catchUp(coin)
      return true
    } catch (error) {
      if (error instanceof NetworkUnavailableError) return false
      throw error
    }
  }
}
