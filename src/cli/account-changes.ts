import type { Account } from '../accounts/account.ts'
import type { AccountChange } from '../accounts/account-change.ts'
import type { Preferences } from '../accounts/preferences.ts'
import { second } from '../kernel/clock.ts'
import { formatDecimal } from '../kernel/money.ts'
import { type ParsedArguments, UsageError } from './command.ts'

/** The option value that resets a preference. */
const resetValue = 'usual'

/** Parses the changes of `account set`. */
export function parseAccountChange(args: ParsedArguments): AccountChange {
  const [name, currency, timeZone] = [
    args.getOptional('name'),
    args.getOptional('currency'),
    args.getOptional('time-zone'),
  ]
  const [coins, hold] = [args.getOptional('coins'), args.getOptional('hold-seconds')]
  const acceptsAnyWallet = args.getOneOf('any-wallet', ['on', 'off'])
  const underpaidPercent = args.getOptional('underpaid-percent')
  const sendsExceptionEmails = args.getOneOf('exception-emails', ['on', 'off'])
  const sendsReceiptEmails = args.getOneOf('receipt-emails', ['on', 'off'])
  const [confirmations, frameOrigins] = [args.getOptional('confirmations'), args.getOptional('frame-origins')]
  return {
    ...(name !== undefined && { name }),
    ...(currency !== undefined && { currency }),
    ...(args.getFlag('operator') && { isOperator: true }),
    ...(timeZone !== undefined && { timeZone }),
    ...(coins !== undefined && { coins: coins === resetValue ? null : parseList(coins) }),
    ...(hold !== undefined && {
      holdSeconds: hold === resetValue ? null : (args.getInteger('hold-seconds') ?? null),
    }),
    ...(confirmations !== undefined && {
      confirmations: confirmations === resetValue ? {} : parseCounts(confirmations),
    }),
    ...(frameOrigins !== undefined && { frameOrigins }),
    ...(acceptsAnyWallet !== undefined && { acceptsAnyWallet: acceptsAnyWallet === 'on' }),
    ...(underpaidPercent !== undefined && { underpaidPercent }),
    ...(sendsExceptionEmails !== undefined && { sendsExceptionEmails: sendsExceptionEmails === 'on' }),
    ...(sendsReceiptEmails !== undefined && { sendsReceiptEmails: sendsReceiptEmails === 'on' }),
  }
}

/** The changed account, with the preferences that were set. */
export function formatAccountChange(
  { id, email, currency, name, isOperator, ...preferences }: Account & Preferences,
  change: AccountChange,
) {
  const { timeZone, coins, holdMs, confirmations, frameOrigins, acceptsAnyWallet, underpaidPercent } =
    preferences
  const showsAnyWallet = change.acceptsAnyWallet !== undefined || change.underpaidPercent !== undefined
  return {
    id,
    email,
    currency,
    name,
    operator: isOperator,
    ...(change.timeZone !== undefined && { time_zone: timeZone }),
    ...(change.coins !== undefined && { coins }),
    ...(change.holdSeconds !== undefined && { hold_seconds: holdMs === null ? null : holdMs / second }),
    ...(change.confirmations !== undefined && { confirmations: Object.fromEntries(confirmations) }),
    ...(change.frameOrigins !== undefined && { frame_origins: frameOrigins }),
    ...(showsAnyWallet && {
      any_wallet: acceptsAnyWallet,
      underpaid_percent: JSON.rawJSON(formatDecimal(underpaidPercent)),
    }),
    ...(change.sendsExceptionEmails !== undefined && { exception_emails: preferences.sendsExceptionEmails }),
    ...(change.sendsReceiptEmails !== undefined && { receipt_emails: preferences.sendsReceiptEmails }),
  }
}

const parseList = (text: string): string[] => text.split(',').map((each) => each.trim().toUpperCase())

function parseCounts(text: string): Record<string, number> {
  return Object.fromEntries(
    parseList(text).map((each) => {
      const [, code = '', count = ''] = /^([A-Z]+)=(\d{1,3})$/.exec(each) ?? []
      if (code === '') throw new UsageError('--confirmations must be a list such as LTC=2,BTC=1.')
      return [code, Number(count)]
    }),
  )
}
