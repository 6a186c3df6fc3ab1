import { selectDestinations } from '../accounts/preferences.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Invoice } from './invoice.ts'
import { selectCoins, type UnavailableCoin } from './option.ts'
import type { RequoteDependencies } from './requote.ts'

/** Finds the coins that an account offers but that cannot pay this invoice now, with the reasons. */
export function createUnavailableCoinFinder({
  findInvoiceDefaults,
  quoteInputs,
  clock,
}: Pick<RequoteDependencies, 'findInvoiceDefaults' | 'quoteInputs'> & { readonly clock: Clock }) {
  return async function findUnavailableCoins(
    invoice: Pick<Invoice, 'accountId' | 'amount' | 'currency'> &
      Partial<Pick<Invoice, 'anyWallet' | 'coins'>>,
  ): Promise<UnavailableCoin[]> {
    const defaults = await findInvoiceDefaults(invoice.accountId)
    const candidates = quoteInputs.findCandidates(selectDestinations(defaults, invoice.coins ?? null))
    const snapshot = await quoteInputs.storeNewestRates(invoice.currency)
    return selectCoins({ anyWallet: null, ...invoice }, candidates, snapshot, clock.now()).unavailable
  }
}
