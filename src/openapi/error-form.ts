/** The schemas of error bodies. */
export type ErrorForm = 'Error' | 'WalletError' | 'PaymentError'

/**
 * The format of errors that no route sends, such as 404 and 405: that of the routes with the same prefix, because wallets read them too.
 */
export function errorFormOf(path: string): ErrorForm {
  if (path.startsWith('/payments/')) return 'PaymentError'
  return /^\/[ri]\//.test(path) ? 'WalletError' : 'Error'
}
