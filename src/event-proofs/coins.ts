import type { CoinCode } from '../coins/index.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Network } from '../networks/network.ts'
import type { Unspent } from '../wallet/unspent.ts'
import type { AnchorReader, CoinReader, CoinStore } from './anchor.ts'

export interface CoinsParts {
  readonly coin: CoinCode
  readonly scripts: readonly Uint8Array[]
  readonly network: Pick<Network, 'spent' | 'tip'>
  readonly read: { readonly anchors: AnchorReader; readonly anchorCoins: CoinReader }
  readonly transact: Transact<{ readonly anchorCoins: CoinStore }>
}

/** COINBASE_MATURITY: what was mined can be spent in the hundredth block after it. Where that is more, the node says no until then. */
const maturity = 100

/**
 * The coins that can be spent now, as the network sees it; the order is that in which to spend them. `own` come first: those that an anchor
 * was to spend before, so that its transactions exclude each other. Then mined ones before those that wait in the pool, the largest first.
 */
export async function spendableCoins(parts: CoinsParts, own: readonly Unspent[] = []): Promise<Unspent[]> {
  const { coin, scripts, network, read, transact } = parts
  const free = await read.anchorCoins.free(coin, scripts)
  const known = [...own, ...free]
  if (known.length === 0) return []
  const [found, tip] = await Promise.all([network.spent(known), network.tip()])
  const mined: Unspent[] = []
  const pooled: Unspent[] = []
  const gone: Unspent[] = []
  for (const [place, each] of known.entries()) {
    const now = found[place]
    if (!now?.found) {
      if (now?.spentInPool === false) gone.push(each)
    } else if (now.height === null) pooled.push(each)
    else if (!now.coinbase || tip.height + 1 - now.height >= maturity) mined.push(each)
  }
  await forget(gone)
  const again = new Set(own)
  return [...mined, ...pooled].toSorted((a, b) => Number(again.has(b)) - Number(again.has(a)))

  /** Outputs of an anchor that is not in the pool at the moment come back with it. */
  async function forget(coins: readonly Unspent[]): Promise<void> {
    if (coins.length === 0) return
    const open = new Set((await read.anchors.open(coin)).map(({ txid }) => txid))
    await transact((stores) =>
      stores.anchorCoins.drop(
        coin,
        coins.filter(({ txid }) => !open.has(txid)),
      ),
    )
  }
}
