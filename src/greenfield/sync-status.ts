import type { CoinCode } from '../coins/index.ts'

interface Nodes {
  coins(): CoinCode[]
  isUsable(coin: CoinCode): boolean
}

/** Whether a coin can be paid. One dead node of six must not show an error to every merchant. */
export const createSyncCheck = (nodes: Nodes) => (): boolean =>
  nodes.coins().some((coin) => nodes.isUsable(coin))
