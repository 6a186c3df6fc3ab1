/** The schemas of error bodies. */
export type ErrorFormat = 'Error' | 'WalletError' | 'PaymentError' | 'GreenfieldError'

/**
 * The format of errors that no route sends, such as 404 and 405: that of the routes with the same prefix, because the same clients read
 * them.
 */
export function chooseErrorFormat(
  path: string,
  { hasGreenfield }: { readonly hasGreenfield: boolean },
): ErrorFormat {
  if (path.startsWith('/payments/')) return 'PaymentError'
  if (hasGreenfield && /^\/api\/v1\/(stores|invoices|api-keys|server|health)(?![\w-])/.test(path))
    return 'GreenfieldError'
  return /^\/[ri]\//.test(path) ? 'WalletError' : 'Error'
}
