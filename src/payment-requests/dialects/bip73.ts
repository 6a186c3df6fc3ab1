import { getCoin } from '../../coins/index.ts'
import { buildRequestUrl } from '../../invoices/option.ts'
import type { PaymentOffer } from '../request.ts'
import type { Dialect, Respond } from './dialect.ts'

const type = 'text/uri-list'

const respond: Respond<PaymentOffer> = ({ uid, coins }, { baseUrl }) => {
  const [first, ...rest] = coins
  const scheme = first && rest.length === 0 ? getCoin(first.coin).scheme : 'pay'
  return { type, body: `${scheme}:?r=${buildRequestUrl(baseUrl, uid)}\r\n` }
}

/** BIP73: a wallet that opens the invoice's URL gets the URI to pay, as one RFC 2483 line. */
export const bip73: Dialect = {
  name: 'bip73',
  rank: 6,

  parseGet: ({ types }) => (types.includes(type) ? { kind: 'offer', type, respond } : null),

  acceptsPost: () => false,
  parsePost: () => null,
}
