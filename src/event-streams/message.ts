import { readJson } from '../kernel/json.ts'
import { Refused } from '../kernel/refused.ts'

/** What a client of the socket sends: which stream it wants, and from where. */
export type Subscribe = {
  /** Only what comes behind this cursor; null: only what happens from now on. */
  readonly after: string | null
} & (
  | { readonly invoice: string }
  | {
      /** Null: that of the upgrade. */
      readonly token: string | null
      /** An account that grants view access; null: one's own. */
      readonly account: number | null
    }
)

/** Members that are not named here are passed over. @throws {Refused} `message_invalid`, `cursor_invalid` */
export function readSubscribe(text: string): Subscribe {
  const { type, invoice, token, account, after } = members(text)
  if (type !== 'subscribe') throw invalid('its type is "subscribe"')
  if (!isAbsent(after) && typeof after !== 'string') throw new Refused('cursor_invalid')
  const from = { after: typeof after === 'string' ? after : null }
  if (!isAbsent(invoice)) {
    if (typeof invoice !== 'string') throw invalid('invoice is the uid of an invoice')
    if (!isAbsent(token) || !isAbsent(account)) throw invalid('it names an invoice, or a token and account')
    return { invoice, ...from }
  }
  if (!isAbsent(token) && typeof token !== 'string') throw invalid('token is an access token')
  if (!isAbsent(account) && !isAccountId(account)) throw invalid('account is the id of an account')
  return { token: token ?? null, account: account ?? null, ...from }
}

function members(text: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = readJson(text).value
  } catch {
    throw invalid('it is no JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('it is no JSON object')
  return { ...value }
}

const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null

const isAccountId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

const invalid = (what: string): Refused => new Refused('message_invalid', what)
