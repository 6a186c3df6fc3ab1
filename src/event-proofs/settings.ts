import type { ChainName } from '../coins/coin.ts'
import { type CoinCode, coins, findCoin } from '../coins/index.ts'
import { parseKey } from '../wallet/keys.ts'
import { PayError } from '../wallet/pay-error.ts'
import type { AnchorWallet } from './transaction.ts'

/**
 * Reads the anchor wallet from the settings.
 * @throws {Error} whose message names the setting but never the key
 */
export function parseAnchorWallet({
  coin: code,
  key,
  chain,
  nodes,
}: {
  readonly coin: string
  readonly key: string
  readonly chain: ChainName
  readonly nodes: ReadonlyMap<CoinCode, string>
}): AnchorWallet {
  const coin = findCoin(code)
  if (!coin) throw new Error(`BLOCKCHAIN_COIN must be one of ${[...coins.keys()].join(', ')}.`)
  if (!nodes.has(coin.code)) throw new Error(`BLOCKCHAIN_COIN is ${coin.code}: set ${coin.code}_NODE.`)
  try {
    return { coin, key: parseKey(key, coin, chain) }
  } catch (error) {
    if (error instanceof PayError) throw new Error(`BLOCKCHAIN_KEY: ${error.message}`)
    throw error
  }
}
