import { toBytes, vectors } from '../../../test/vectors/vectors.ts'

/** Published transactions: from Bitcoin's tests, and the extended ones of Dash and Litecoin. */
export function readPublishedTransactions(): Uint8Array[] {
  const bitcoinTransactions = vectors<string[][]>('tx-valid.json').flatMap(([, hex]) => hex ?? [])
  const extended = JSON.stringify(vectors<unknown>('extended-transactions.json')).matchAll(
    /"([0-9a-f]{120,})"/g,
  )
  return [...bitcoinTransactions, ...[...extended].map(([, hex = '']) => hex)].map(toBytes)
}
