import type { CoinCode } from '../coins/index.ts'
import { type Block, type Network, NetworkUnavailable } from '../networks/network.ts'
import type { PaymentFinder } from './find.ts'
import type { FoundPaymentRecorder, RecordStores } from './record.ts'

interface BlockReaderParts {
  /** Whether there is a watched address of this coin. */
  readonly isWatching: (coin: CoinCode) => Promise<boolean>
  readonly findNetwork: (coin: CoinCode) => Pick<Network, 'findPayingInBlock'> | null
  readonly finder: Pick<PaymentFinder, 'inBlock'>
  readonly record: FoundPaymentRecorder
}

/** Reads what a block pays to watched addresses, before the block is connected. Reads nothing while no address is watched. */
export function createFoundBlockReader({ isWatching, findNetwork, finder, record }: BlockReaderParts) {
  /**
   * Returns what records the found payments in the transaction that connects the block, so that no block is missed or recorded twice.
   * @throws {NetworkUnavailable} the follower tries the block again
   */
  return async function prepareFound(
    coin: CoinCode,
    block: Block,
  ): Promise<(stores: RecordStores) => Promise<void>> {
    if (!(await isWatching(coin))) return async () => {}
    const network = findNetwork(coin)
    if (!network) throw new NetworkUnavailable(`no ${coin} network`)
    const found = await finder.inBlock(coin, network, block)
    return async (stores) => {
      for (const output of found) await record(stores, output)
    }
  }
}
