import type { ChainName } from '../coins/coin.ts'
import { type CoinCode, coins, findCoin } from '../coins/index.ts'
import { PayFailed } from '../wallet/failed.ts'
import { readKey } from '../wallet/keys.ts'
import type { Purse } from './transaction.ts'

/**
 * Reads who pays for the event proofs.
 * @throws {Error} with a sentence that names the setting and never the key
 */
export function parsePurse({
  coin: code,
  key,
  chain,
  nodes,
}: {
  readonly coin: string
  readonly key: string
  readonly chain: ChainName
  readonly nodes: ReadonlyMap<CoinCode, string>
}): Purse {
  const coin = findCoin(code)
  if (!coin) throw new Error(`BLOCKCHAIN_COIN is one of ${[...coins.keys()].join(', ')}.`)
  if (!nodes.has(coin.code)) throw new Error(`BLOCKCHAIN_COIN names ${coin.code}: set ${coin.code}_NODE.`)
  try {
    return { coin, key: readKey(key, coin, chain) }
  } catch (error) {
    if (error instanceof PayFailed) throw new Error(`BLOCKCHAIN_KEY: ${error.message}`)
    throw error
  }
}
