import type { Account } from '../accounts/account.ts'
import type { AccountChange, Preferences } from '../accounts/preferences.ts'
import { second } from '../kernel/clock.ts'
import { type ParsedArguments, UsageError } from './command.ts'

/** The option value that resets a preference. */
const usual = 'usual'

/** Parses the changes of `account set`. */
export function parseAccountChange(given: ParsedArguments): AccountChange {
  const [name, currency, timeZone] = [
    given.optional('name'),
    given.optional('currency'),
    given.optional('time-zone'),
  ]
  const [coins, hold] = [given.optional('coins'), given.optional('hold-seconds')]
  const [confirmations, frameOrigins] = [given.optional('confirmations'), given.optional('frame-origins')]
  return {
    ...(name !== undefined && { name }),
    ...(currency !== undefined && { currency }),
    ...(given.flag('operator') && { operator: true }),
    ...(timeZone !== undefined && { timeZone }),
    ...(coins !== undefined && { coins: coins === usual ? null : listIn(coins) }),
    ...(hold !== undefined && {
      holdSeconds: hold === usual ? null : (given.integer('hold-seconds') ?? null),
    }),
    ...(confirmations !== undefined && {
      confirmations: confirmations === usual ? {} : countsIn(confirmations),
    }),
    ...(frameOrigins !== undefined && { frameOrigins }),
  }
}

/** The changed account, with the preferences that were given. */
export function formatAccountChange(
  { id, email, currency, name, operator, ...preferences }: Account & Preferences,
  change: AccountChange,
) {
  const { timeZone, coins, holdMs, confirmations, frameOrigins } = preferences
  return {
    id,
    email,
    currency,
    name,
    operator,
    ...(change.timeZone !== undefined && { time_zone: timeZone }),
    ...(change.coins !== undefined && { coins }),
    ...(change.holdSeconds !== undefined && { hold_seconds: holdMs === null ? null : holdMs / second }),
    ...(change.confirmations !== undefined && { confirmations: Object.fromEntries(confirmations) }),
    ...(change.frameOrigins !== undefined && { frame_origins: frameOrigins }),
  }
}

const listIn = (text: string): string[] => text.split(',').map((each) => each.trim().toUpperCase())

function countsIn(text: string): Record<string, number> {
  return Object.fromEntries(
    listIn(text).map((each) => {
      const [, code = '', count = ''] = /^([A-Z]+)=(\d{1,3})$/.exec(each) ?? []
      if (code === '') throw new UsageError('--confirmations must be a list such as LTC=2,BTC=1.')
      return [code, Number(count)]
    }),
  )
}
