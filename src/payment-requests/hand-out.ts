import type { Destination } from '../accounts/destination.ts'
import type { CoinCode } from '../coins/index.ts'
import type { InvoiceAddress } from '../invoices/address.ts'
import type { Unpaid } from '../invoices/invoice.ts'
import type { BaseUnits } from '../kernel/money.ts'
import { Refused } from '../kernel/refused.ts'
import { NetworkUnavailable } from '../networks/network.ts'

export interface HandOutParts {
  readonly destinations: (accountId: number) => Promise<Destination[]>
  readonly addresses: (uid: string) => Promise<InvoiceAddress[]>
  /** Follows the chain to its present tip. @throws {NetworkUnavailable} */
  readonly catchUp: (coin: CoinCode) => Promise<void>
  readonly allocate: (invoice: Unpaid, coin: CoinCode, due: BaseUnits) => Promise<InvoiceAddress | null>
}

/**
 * Hands out an invoice's address. A fixed one may have been paid before: the chain is followed to its tip first, for what was mined until
 * then is no payment of this invoice.
 */
export function handOutAddress({ destinations, addresses, catchUp, allocate }: HandOutParts) {
  /**
   * Null when the invoice's quote has changed since it was read: read it again.
   * @throws {Refused} `rates_unavailable` when the network cannot be asked, `coin_not_offered`
   */
  return async function handOut(
    invoice: Unpaid,
    coin: CoinCode,
    due: BaseUnits,
  ): Promise<InvoiceAddress | null> {
    const known = (await addresses(invoice.uid)).find((each) => each.coin === coin)
    if (known) return known
    if (await isFixed(invoice, coin)) await catchUp(coin).catch(unavailable)
    return allocate(invoice, coin, due)
  }

  async function isFixed({ accountId }: Unpaid, coin: CoinCode): Promise<boolean> {
    return (await destinations(accountId)).some((each) => each.coin === coin && each.kind === 'address')
  }
}

function unavailable(error: unknown): never {
  throw error instanceof NetworkUnavailable
    ? new Refused('rates_unavailable', 'The network of this coin cannot be reached.')
    : error
}
