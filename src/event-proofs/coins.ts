import type { CoinCode } from '../coins/index.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Network } from '../networks/network.ts'
import type { Unspent } from '../wallet/unspent.ts'
import type { AnchorReader, CoinReader, CoinStore } from './anchor.ts'

interface CoinsDependencies {
  readonly coin: CoinCode
  readonly scripts: readonly Uint8Array[]
  readonly network: Pick<Network, 'findPreviousOutputs' | 'tip' | 'coinbaseMaturity'>
  readonly read: { readonly anchors: AnchorReader; readonly anchorCoins: CoinReader }
  readonly transact: Transact<{ readonly anchorCoins: CoinStore }>
}

/**
 * UTXOs that the network lets us spend now, in the order to spend them. `own` come first: those of an anchor's previous transaction, so
 * that its transactions conflict with each other. Mined ones come before those in the mempool, the largest first within each group.
 */
export async function spendableCoins(
  dependencies: CoinsDependencies,
  own: readonly Unspent[] = [],
): Promise<Unspent[]> {
  const { coin, scripts, network, read, transact } = dependencies
  const free = await read.anchorCoins.listUnspent(coin, scripts)
  const candidates = [...own, ...free]
  if (candidates.length === 0) return []
  const [found, tip] = await Promise.all([network.findPreviousOutputs(candidates), network.tip()])
  const mined: Unspent[] = []
  const pooled: Unspent[] = []
  const spent: Unspent[] = []
  for (const [index, each] of candidates.entries()) {
    const currentOutput = found[index]
    if (!currentOutput?.found) {
      if (currentOutput?.spentInMempool === false) spent.push(each)
    } else if (currentOutput.height === null) pooled.push(each)
    else if (!currentOutput.coinbase || tip.height + 1 - currentOutput.height >= network.coinbaseMaturity)
      mined.push(each)
  }
  await forget(spent)
  const again = new Set(own)
  return [...mined, ...pooled].toSorted((a, b) => Number(again.has(b)) - Number(again.has(a)))

  /** Outputs of an anchor that is missing from the mempool return with it, so they are kept. */
  async function forget(coins: readonly Unspent[]): Promise<void> {
    if (coins.length === 0) return
    const open = new Set((await read.anchors.listUnconfirmed(coin)).map(({ txid }) => txid))
    await transact((stores) =>
      stores.anchorCoins.drop(
        coin,
        coins.filter(({ txid }) => !open.has(txid)),
      ),
    )
  }
}
