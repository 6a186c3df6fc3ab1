import type { CoinCode } from '../coins/index.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Network } from '../networks/network.ts'
import type { Utxo } from '../wallet/utxo.ts'
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
  previousInputs: readonly Utxo[] = [],
): Promise<Utxo[]> {
  const { coin, scripts, network, read, transact } = dependencies
  const storedUtxos = await read.anchorUtxos.listUtxos(coin, scripts)
  const candidates = [...previousInputs, ...storedUtxos]
  if (candidates.length === 0) return []
  const [found, tip] = await Promise.all([network.findPreviousOutputs(candidates), network.getTip()])
  const minedUtxos: Utxo[] = []
  const unconfirmed: Utxo[] = []
  const spentUtxos: Utxo[] = []
  for (const [index, candidate] of candidates.entries()) {
    const output = found[index]
    if (!output?.isFound) {
      if (output?.spentInMempool === false) spentUtxos.push(candidate)
    } else if (output.height === null) unconfirmed.push(candidate)
    else if (!output.isCoinbase || tip.height + 1 - output.height >= network.coinbaseMaturity)
      minedUtxos.push(candidate)
  }
  await deleteSpent(spentUtxos)
  const previousInputSet = new Set(previousInputs)
  return [...minedUtxos, ...unconfirmed].toSorted(
    (a, b) => Number(previousInputSet.has(b)) - Number(previousInputSet.has(a)),
  )

  /** Keeps the outputs of unconfirmed anchors: they are available again once the anchor is back in the mempool. */
  async function deleteSpent(utxos: readonly Utxo[]): Promise<void> {
    if (utxos.length === 0) return
    const unconfirmedTxids = new Set((await read.anchors.listUnconfirmed(coin)).map(({ txid }) => txid))
    await transact((stores) =>
      stores.anchorUtxos.deleteUtxos(
        coin,
        utxos.filter(({ txid }) => !unconfirmedTxids.has(txid)),
      ),
    )
  }
}
