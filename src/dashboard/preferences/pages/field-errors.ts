import {
  type AccountChange,
  holdBounds,
  maxConfirmations,
  maxNameLength,
  maxPercentDecimals,
  maxUnderpaidPercent,
} from '../../../accounts/account-change.ts'
import { minute } from '../../../kernel/clock.ts'
import { formatDecimal } from '../../../kernel/money.ts'
import type { Html } from '../../../platform/web/html.ts'
import type { DashboardMessages } from '../../pages/messages/en.ts'
import { type DashboardTranslator, isolateLeftToRight } from '../../pages/translator.ts'
import { fields } from '../form-fields.ts'

/** Errors under these names appear above the table of coins. */
export const offersName = 'offers'
export const confirmationsName = 'confirmations'

/** The field and the error message of each invalid preference. */
const errorFields: Readonly<
  Record<keyof AccountChange, readonly [field: string, message: keyof DashboardMessages]>
> = {
  name: [fields.name, 'preferences_error_name'],
  currency: [fields.currency, 'preferences_error_currency'],
  isOperator: ['operator', 'error_other'],
  timeZone: [fields.timeZone, 'preferences_error_zone'],
  coins: [offersName, 'preferences_error_coins'],
  holdSeconds: [fields.hold, 'preferences_error_hold'],
  confirmations: [confirmationsName, 'preferences_error_confirmations'],
  frameOrigins: [fields.frameOrigins, 'preferences_error_origins'],
  acceptsAnyWallet: [fields.anyWallet, 'error_other'],
  underpaidPercent: [fields.underpaidPercent, 'preferences_error_underpaid'],
  sendsExceptionEmails: [fields.sendsExceptionEmails, 'error_other'],
  sendsReceiptEmails: [fields.sendsReceiptEmails, 'error_other'],
}

/** The errors of a rejected form, by field. */
export function getFieldErrors(
  translator: DashboardTranslator,
  invalidFields: readonly (keyof AccountChange)[],
): Record<string, Html> {
  const values = {
    length: maxNameLength,
    max: maxConfirmations,
    max_percent: formatDecimal(maxUnderpaidPercent),
    decimals: maxPercentDecimals,
    min_minutes: holdBounds.minMs / minute,
    max_minutes: translator.formatCount(holdBounds.maxMs / minute),
    example: isolateLeftToRight('https://shop.example'),
  }
  return Object.fromEntries(
    invalidFields.map((name) => {
      const [field, message] = errorFields[name]
      return [field, translator.format(message, values)]
    }),
  )
}
