import { type Txids, toTxidKey } from '../../src/networks/txids.ts'

/** Ids of any format, where a test gives its transactions short names. */
export function createNamedTxids(ids: readonly string[]): Txids {
  return {
    size: ids.length,
    intersect: (candidates) => new Set([...candidates].filter((id) => ids.includes(id))),
    getKeys: () => Float64Array.from(ids, toTxidKey),
    pick: (indexes) => indexes.map((index) => ids[index] ?? ''),
  }
}
