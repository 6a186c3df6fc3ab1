import type { ChainName } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'

interface InitialNode {
  /** The name of its service in compose.yaml. */
  readonly service: string
  /** Its JSON-RPC port on every network: the default of the main network. */
  readonly port: number
}

/** The node of each coin, in compose.yaml or on the same machine. */
export const initialNodes: Readonly<Record<CoinCode, InitialNode>> = {
  BTC: { service: 'bitcoin', port: 8332 },
  BCH: { service: 'bitcoin-cash', port: 8332 },
  BSV: { service: 'bitcoin-sv', port: 8332 },
  DASH: { service: 'dash', port: 9998 },
  LTC: { service: 'litecoin', port: 9332 },
  DOGE: { service: 'dogecoin', port: 22555 },
}

/** The profile in compose.yaml that runs the node of a coin. */
export const getNodeProfile = (code: CoinCode): string => `nodes-${code.toLowerCase()}`

/** Chooses the network. All nodes accept these, including those that don't know `-chain`. */
export const nodeNetworkOptions: Readonly<Record<ChainName, string>> = {
  main: '-testnet=0',
  test: '-testnet=1',
  regtest: '-regtest=1',
}
