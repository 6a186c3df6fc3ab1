import type { CoinCode } from '../coins/index.ts'
import { toPaymentMethodId } from './payment-methods.ts'

interface ServerInfoDependencies {
  readonly networks: { listCoins(): CoinCode[]; isUsable(coin: CoinCode): boolean }
  readonly getTipHeight: (coin: string) => number | null
  /** This service's own version. */
  readonly version: string
}

/** The BTCPay Server version that clients check for. Apart from refunds, this service supports what they use of its API. */
const apiVersion = '2.4.5'

/** Information about the service and its nodes. */
export function createServerInfo({ networks, getTipHeight, version }: ServerInfoDependencies) {
  return { isSynchronized, showServer }

  /** Whether at least one coin can be paid: one dead node of six must not show an error to every merchant. */
  function isSynchronized(): boolean {
    return networks.listCoins().some((coin) => networks.isUsable(coin))
  }

  function showServer() {
    const coins = networks.listCoins()
    return {
      version: apiVersion,
      onion: '',
      supportedPaymentMethods: coins.map(toPaymentMethodId),
      fullySynched: isSynchronized(),
      syncStatus: coins.map(toNodeView),
      implementation: { name: 'Quittance', version },
    }
  }

  function toNodeView(coin: CoinCode) {
    const height = getTipHeight(coin) ?? 0
    const available = networks.isUsable(coin)
    return {
      paymentMethodId: toPaymentMethodId(coin),
      chainHeight: height,
      syncHeight: height,
      nodeInformation: { headers: height, blocks: height, verificationProgress: available ? 1 : 0 },
      available,
    }
  }
}

export type ServerInfo = ReturnType<typeof createServerInfo>
