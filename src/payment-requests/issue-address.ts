import type { Destination } from '../accounts/destination.ts'
import type { CoinCode } from '../coins/index.ts'
import type { InvoiceAddress } from '../invoices/address.ts'
import type { UnpaidInvoice } from '../invoices/invoice.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { BaseUnits } from '../kernel/money.ts'
import { NetworkUnavailableError } from '../networks/network.ts'

interface IssueAddressDependencies {
  readonly listDestinations: (accountId: number) => Promise<Destination[]>
  readonly listAddresses: (uid: string) => Promise<InvoiceAddress[]>
  /**
   * Follows the chain to its current tip.
   * @throws {NetworkUnavailableError}
   */
  readonly catchUp: (coin: CoinCode) => Promise<void>
  readonly allocate: (
    invoice: UnpaidInvoice,
    coin: CoinCode,
    due: BaseUnits,
  ) => Promise<InvoiceAddress | null>
}

/**
 * Issues an invoice's address. A fixed one may have been paid before, so the chain is first followed to its tip: anything mined up to then
 * can't be a payment of this invoice.
 */
export function createAddressIssuer({
  listDestinations,
  listAddresses,
  catchUp,
  allocate,
}: IssueAddressDependencies) {
  /**
   * Null when the invoice's quote has changed since it was read: read it again.
   * @throws {ApiError} `rates_unavailable` when the network can't be reached, `coin_not_offered`
   */
  return async function issueAddress(
    invoice: UnpaidInvoice,
    coin: CoinCode,
    due: BaseUnits,
  ): Promise<InvoiceAddress | null> {
    const issuedAddress = (await listAddresses(invoice.uid)).find((each) => each.coin === coin)
    if (issuedAddress) return issuedAddress
    if (await hasFixedAddress(invoice, coin)) await catchUp(coin).catch(rethrowUnavailable)
    return allocate(invoice, coin, due)
  }

  async function hasFixedAddress({ accountId }: UnpaidInvoice, coin: CoinCode): Promise<boolean> {
    return (await listDestinations(accountId)).some((each) => each.coin === coin && each.kind === 'address')
  }
}

function rethrowUnavailable(error: unknown): never {
  throw error instanceof NetworkUnavailableError
    ? new ApiError('rates_unavailable', 'The network of this coin cannot be reached.')
    : error
}
