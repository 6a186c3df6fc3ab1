import { walletError } from './payment-requests/routes.ts'
import { paymentError } from './payments/routes.ts'
import { type ErrorShape, plainError } from './platform/http/errors.ts'

/** The form of what no route answers, such as 404 and 405: that of its neighbours, for wallets read it too. */
export function errorShapeOf(path: string): ErrorShape {
  if (path.startsWith('/payments/')) return paymentError
  return /^\/[ri]\//.test(path) ? walletError : plainError
}
