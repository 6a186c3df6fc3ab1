import { coins } from '../../coins/index.ts'
import { requestUrl } from '../../invoices/option.ts'
import { accepted, type Dialect } from './dialect.ts'

const type = 'text/uri-list'

/** BIP73: the invoice's URL, opened by a wallet, answers with the URI to pay. One line of RFC 2483. */
export const bip73: Dialect = {
  name: 'bip73',
  rank: 6,

  asked: ({ accept }) =>
    accepted(accept).includes(type)
      ? {
          for: 'offer',
          type,
          answer({ uid, coins: offered }, { baseUrl }) {
            const [only, ...others] = offered
            const scheme = only && others.length === 0 ? coins.get(only.coin)?.scheme : undefined
            return { type, body: `${scheme ?? 'pay'}:?r=${requestUrl(baseUrl, uid)}\r\n` }
          },
        }
      : null,

  posts: () => false,
  read: () => null,
}
