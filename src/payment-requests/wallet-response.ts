import type { IncomingHttpHeaders } from 'node:http'
import type { Signer } from '../signing-keys/signer.ts'
import type { WalletResponse } from './dialects/dialect.ts'
import { readsPlainErrors } from './dialects/index.ts'

/** The request headers that the response depends on. */
export const vary = 'Accept, X-Currency, X-Paypro-Version'

/** The headers of a response to a wallet, signed if its dialect requires it. */
export const createResponseHeaders = (
  { type, body, headers, signed }: WalletResponse,
  sign: Signer['sign'],
): Record<string, string> => ({
  'content-type': type,
  ...headers,
  ...(signed && sign(body)),
})

/** Wallets read the error message under three names. Those of some dialects show the body of an error as is. */
export function walletErrorBody<Members extends object>(
  message: string,
  members: Members,
  request: { readonly method: string; readonly headers: IncomingHttpHeaders },
): string | (Members & { readonly msg: string; readonly message: string }) {
  return readsPlainErrors(request) ? message : { ...members, msg: message, message }
}
