import type { Destination } from '../accounts/destination.ts'
import type { Preferences, StoredAccount } from '../accounts/preferences.ts'
import { toPreferences } from '../accounts/preferences.ts'
import type { CoinCode } from '../coins/index.ts'
import { toPaymentMethodId } from './payment-methods.ts'
import { toSpeedPolicy, toStoreView } from './store-view.ts'

interface StoreReader {
  getStoredAccount(accountId: number): Promise<StoredAccount>
  findInvoiceDefaults(accountId: number): Promise<{ readonly destinations: readonly Destination[] }>
}

interface StoreDependencies {
  readonly accounts: StoreReader
  /** The service's required confirmations for a coin. */
  readonly getDefaultConfirmations: (coin: CoinCode) => number
  readonly invoiceLifetimeMs: number
  readonly monitoringPeriodMs: number
}

/** Accounts, shown as stores. */
export function createStoreViews({ accounts, getDefaultConfirmations, ...limits }: StoreDependencies) {
  return { showStore, listCoins, findSpeedPolicy }

  async function showStore(accountId: number) {
    const account = await accounts.getStoredAccount(accountId)
    const coins = await listCoins(accountId)
    return toStoreView({
      id: String(accountId),
      name: account.name,
      currency: account.currency,
      speedPolicy: computeSpeedPolicy(toPreferences(account), coins),
      defaultPaymentMethod: coins[0] === undefined ? '' : toPaymentMethodId(coins[0]),
      ...limits,
    })
  }

  /** The coins that an account accepts, in the account's order. */
  async function listCoins(accountId: number): Promise<CoinCode[]> {
    const { destinations } = await accounts.findInvoiceDefaults(accountId)
    return destinations.map(({ coin }) => coin)
  }

  /** The policy of invoices that don't have their own: that of the coin with the most confirmations. */
  async function findSpeedPolicy(accountId: number) {
    return computeSpeedPolicy(
      toPreferences(await accounts.getStoredAccount(accountId)),
      await listCoins(accountId),
    )
  }

  function computeSpeedPolicy({ confirmations }: Preferences, coins: readonly CoinCode[]) {
    return toSpeedPolicy(
      Math.max(0, ...coins.map((coin) => confirmations.get(coin) ?? getDefaultConfirmations(coin))),
    )
  }
}

export type StoreViews = ReturnType<typeof createStoreViews>
