import type { AccountChange } from '../../accounts/account-change.ts'
import { type CoinCode, coins } from '../../coins/index.ts'
import { minute, second } from '../../kernel/clock.ts'

type Body = Readonly<Record<string, string>>

/** Names of the form's fields. */
export const fields = {
  name: 'name',
  currency: 'currency',
  timeZone: 'time_zone',
  hold: 'hold_minutes',
  frameOrigins: 'frame_origins',
  anyWallet: 'any_wallet',
  /** Marks a form that contains the checkbox: browsers send nothing for an unticked one. */
  anyWalletShown: 'any_wallet_shown',
  underpaidPercent: 'underpaid_percent',
  sendsExceptionEmails: 'email_exceptions',
  sendsReceiptEmails: 'email_receipts',
  /** Marks a form that contains these checkboxes. */
  emailsShown: 'emails_shown',
  /** The order in which the form listed the coins. */
  order: 'order',
  getOfferName: (code: string) => `offer_${code}`,
  getPositionName: (code: string) => `place_${code}`,
  getConfirmationsName: (code: string) => `confirmations_${code}`,
} as const

export const fieldNames: readonly string[] = [
  fields.name,
  fields.currency,
  fields.timeZone,
  fields.hold,
  fields.frameOrigins,
  fields.anyWallet,
  fields.anyWalletShown,
  fields.underpaidPercent,
  fields.sendsExceptionEmails,
  fields.sendsReceiptEmails,
  fields.emailsShown,
  fields.order,
  ...[...coins.keys()].flatMap((code) => [
    fields.getOfferName(code),
    fields.getPositionName(code),
    fields.getConfirmationsName(code),
  ]),
]

/** Parses the requested change. A field that was not sent changes nothing. */
export function parseChange(body: Body, email: string): AccountChange {
  const name = body[fields.name]?.trim()
  const { currency, time_zone: timeZone, hold_minutes: hold, frame_origins: frameOrigins } = body
  const percent = body[fields.underpaidPercent]?.trim().replace(',', '.')
  return {
    // An account without a name falls back to its email address, which payers don't see.
    ...(name !== undefined && { name: name === '' ? email : name }),
    ...(currency !== undefined && { currency }),
    ...(timeZone !== undefined && { timeZone }),
    ...(hold !== undefined && { holdSeconds: hold.trim() === '' ? null : parseMinutesAsSeconds(hold) }),
    ...(frameOrigins !== undefined && { frameOrigins }),
    ...(body[fields.anyWalletShown] !== undefined && {
      acceptsAnyWallet: body[fields.anyWallet] !== undefined,
    }),
    ...(percent !== undefined && { underpaidPercent: percent === '' ? '0' : percent }),
    ...(body[fields.emailsShown] !== undefined && {
      sendsExceptionEmails: body[fields.sendsExceptionEmails] !== undefined,
      sendsReceiptEmails: body[fields.sendsReceiptEmails] !== undefined,
    }),
    ...(body[fields.order] !== undefined && {
      coins: parseOfferedCoins(body),
      confirmations: parseConfirmations(body),
    }),
  }
}

/** Converts minutes to seconds; NaN for invalid input. */
const parseMinutesAsSeconds = (text: string): number =>
  /^\d{1,6}([.,]\d{1,3})?$/.test(text.trim())
    ? Math.round((Number(text.trim().replace(',', '.')) * minute) / second)
    : Number.NaN

/** The order in which the form listed the coins, followed by coins that it didn't list. */
export function parseCoinOrder(body: Body): CoinCode[] {
  const listedCoins = (body[fields.order] ?? '')
    .split(' ')
    .flatMap((code) => coins.get(code as CoinCode)?.code ?? [])
  return [...new Set([...listedCoins, ...coins.keys()])]
}

/** The ticked coins, by position. If two coins have the same position, the one whose position was changed gets it. */
function parseOfferedCoins(body: Body): CoinCode[] {
  const ranks = new Map(
    parseCoinOrder(body).map((code, index) => {
      const listedPosition = index + 1
      const enteredPosition = Number(body[fields.getPositionName(code)] ?? listedPosition)
      const position = Number.isFinite(enteredPosition) ? enteredPosition : listedPosition
      return [code, position + Math.sign(position - listedPosition) / 2] as const
    }),
  )
  return [...ranks]
    .sort(([, a], [, b]) => a - b)
    .flatMap(([code]) => (body[fields.getOfferName(code)] === undefined ? [] : code))
}

function parseConfirmations(body: Body): Record<string, number> {
  return Object.fromEntries(
    [...coins.keys()].flatMap((code) => {
      const enteredCount = (body[fields.getConfirmationsName(code)] ?? '').trim()
      return enteredCount === ''
        ? []
        : [[code, /^\d{1,3}$/.test(enteredCount) ? Number(enteredCount) : Number.NaN]]
    }),
  )
}
