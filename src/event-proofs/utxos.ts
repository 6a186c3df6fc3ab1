import type { CoinCode } from '../coins/index.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Network } from '../networks/network.ts'
import type { Unspent } from '../wallet/unspent.ts'
import type { AnchorReader, UtxoReader, UtxoStore } from './anchor.ts'

interface UtxoDependencies {
  readonly coin: CoinCode
  readonly scripts: readonly Uint8Array[]
  readonly network: Pick<Network, 'findPreviousOutputs' | 'getTip' | 'coinbaseMaturity'>
  readonly read: { readonly anchors: AnchorReader; readonly anchorUtxos: UtxoReader }
  readonly transact: Transact<{ readonly anchorUtxos: UtxoStore }>
}

/**
 * UTXOs that the network lets us spend now, in the order to spend them. `previousInputs` come first: the inputs of an anchor's previous
 * transaction, so that its replacement conflicts with it. Mined ones come before those in the mempool, the largest first within each group.
 */
export async function findSpendableUtxos(
  dependencies: UtxoDependencies,
  previousInputs: readonly Unspent[] = [],
): Promise<Unspent[]> {
  const { coin, scripts, network, read, transact } = dependencies
  const unspent = await read.anchorUtxos.listUnspent(coin, scripts)
  const candidates = [...previousInputs, ...unspent]
  if (candidates.length === 0) return []
  const [found, tip] = await Promise.all([network.findPreviousOutputs(candidates), network.getTip()])
  const mined: Unspent[] = []
  const unconfirmed: Unspent[] = []
  const spent: Unspent[] = []
  for (const [index, candidate] of candidates.entries()) {
    const output = found[index]
    if (!output?.found) {
      if (output?.spentInMempool === false) spent.push(candidate)
    } else if (output.height === null) unconfirmed.push(candidate)
    else if (!output.coinbase || tip.height + 1 - output.height >= network.coinbaseMaturity)
      mined.push(candidate)
  }
  await dropSpent(spent)
  const previousInputSet = new Set(previousInputs)
  return [...mined, ...unconfirmed].toSorted(
    (a, b) => Number(previousInputSet.has(b)) - Number(previousInputSet.has(a)),
  )

  /** Keeps the outputs of unconfirmed anchors: they are available again once the anchor is back in the mempool. */
  async function dropSpent(utxos: readonly Unspent[]): Promise<void> {
    if (utxos.length === 0) return
    const unconfirmedTxids = new Set((await read.anchors.listUnconfirmed(coin)).map(({ txid }) => txid))
    await transact((stores) =>
      stores.anchorUtxos.drop(
        coin,
        utxos.filter(({ txid }) => !unconfirmedTxids.has(txid)),
      ),
    )
  }
}
