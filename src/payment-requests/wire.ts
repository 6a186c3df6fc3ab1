import type { IncomingHttpHeaders } from 'node:http'
import type { Signer } from '../signing-keys/signer.ts'
import type { Wire } from './dialects/dialect.ts'
import { readsPlainErrors } from './dialects/index.ts'

/** The answer depends on these headers of the request. */
export const vary = 'Accept, X-Currency, X-Paypro-Version'

/** The headers of an answer to a wallet, signed where its dialect says so. */
export const headersOf = (
  { type, body, headers, signed }: Wire,
  sign: Signer['sign'],
): Record<string, string> => ({
  'content-type': type,
  ...headers,
  ...(signed && sign(body)),
})

/** Wallets read the sentence under three names; those of some dialects show the body of an error as it comes. */
export function walletErrorBody<Members extends object>(
  message: string,
  members: Members,
  request: { readonly method: string; readonly headers: IncomingHttpHeaders },
): string | (Members & { readonly msg: string; readonly message: string }) {
  return readsPlainErrors(request) ? message : { ...members, msg: message, message }
}
