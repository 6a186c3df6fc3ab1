import { ApiError } from '../kernel/api-error.ts'
import { readJson } from '../kernel/json.ts'

/** A client's message on the socket: the stream to subscribe to and where to start. */
export type SubscribeMessage = {
  /** Only events after this cursor; null for new events only. */
  readonly after: string | null
} & (
  | { readonly invoice: string }
  | {
      /** Null to use the token from the upgrade request. */
      readonly token: string | null
      /** An account that grants view access; null for the caller's own. */
      readonly account: number | null
    }
)

/** Unknown fields are ignored. @throws {ApiError} `message_invalid`, `cursor_invalid` */
export function parseSubscribeMessage(text: string): SubscribeMessage {
  const { type, invoice, token, account, after } = parseMembers(text)
  if (type !== 'subscribe') throw createInvalidMessageError('type must be "subscribe"')
  if (!isAbsent(after) && typeof after !== 'string') throw new ApiError('cursor_invalid')
  const start = { after: typeof after === 'string' ? after : null }
  if (!isAbsent(invoice)) {
    if (typeof invoice !== 'string') throw createInvalidMessageError('invoice must be the uid of an invoice')
    if (!isAbsent(token) || !isAbsent(account))
      throw createInvalidMessageError('it must name an invoice, or a token and an account')
    return { invoice, ...start }
  }
  if (!isAbsent(token) && typeof token !== 'string')
    throw createInvalidMessageError('token must be an access token')
  if (!isAbsent(account) && !isAccountId(account))
    throw createInvalidMessageError('account must be the id of an account')
  return { token: token ?? null, account: account ?? null, ...start }
}

function parseMembers(text: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = readJson(text).value
  } catch {
    throw createInvalidMessageError('it is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw createInvalidMessageError('it is not a JSON object')
  return { ...value }
}

const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null

const isAccountId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

const createInvalidMessageError = (reason: string): ApiError => new ApiError('message_invalid', reason)
