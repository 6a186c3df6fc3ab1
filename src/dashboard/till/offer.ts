import type { InvoiceDefaults } from '../../accounts/preferences.ts'
import type { UnavailableCoin } from '../../invoices/option.ts'
import type { Decimal } from '../../kernel/money.ts'

/** An invoice that has not been created yet. */
interface DraftSale {
  readonly accountId: number
  readonly amount: Decimal
  readonly currency: string
}

export interface OfferDependencies {
  /** The coins that the account offers and that have a destination. */
  readonly findInvoiceDefaults: (accountId: number) => Promise<InvoiceDefaults>
  /** Coins that the account offers but in which this amount can't be paid now. */
  readonly findUnavailableCoins: (sale: DraftSale) => Promise<UnavailableCoin[]>
}

/** Whether the account offers a coin that has a destination. */
export async function hasOfferedDestination(
  { findInvoiceDefaults }: Pick<OfferDependencies, 'findInvoiceDefaults'>,
  accountId: number,
): Promise<boolean> {
  return (await findInvoiceDefaults(accountId)).destinations.length > 0
}

/** Whether a customer can pay this amount now, in any coin that the account offers. */
export async function isPayable(
  { findInvoiceDefaults, findUnavailableCoins }: OfferDependencies,
  sale: DraftSale,
): Promise<boolean> {
  const { destinations } = await findInvoiceDefaults(sale.accountId)
  return destinations.length > (await findUnavailableCoins(sale)).length
}
