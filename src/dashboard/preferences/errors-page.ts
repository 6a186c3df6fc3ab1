import type { AccountChange } from '../../accounts/preferences.ts'
import { holdBounds, maxConfirmations, maxNameLength } from '../../accounts/preferences.ts'
import { minute } from '../../kernel/clock.ts'
import type { Html } from '../../platform/web/html.ts'
import type { DashboardMessages } from '../pages/messages/en.ts'
import { type DashboardTranslator, leftToRight } from '../pages/words.ts'
import { fields } from './from-form.ts'

/** Errors under these names appear above the table of coins. */
export const offersName = 'offers'
export const confirmationsName = 'confirmations'

/** The field and the error message of each invalid preference. */
const errorFields: Readonly<
  Record<keyof AccountChange, readonly [field: string, sentence: keyof DashboardMessages]>
> = {
  name: [fields.name, 'preferences_error_name'],
  currency: [fields.currency, 'preferences_error_currency'],
  operator: ['operator', 'error_other'],
  timeZone: [fields.timeZone, 'preferences_error_zone'],
  coins: [offersName, 'preferences_error_coins'],
  holdSeconds: [fields.hold, 'preferences_error_hold'],
  confirmations: [confirmationsName, 'preferences_error_confirmations'],
  frameOrigins: [fields.frameOrigins, 'preferences_error_origins'],
}

/** The errors of a rejected form, by field. */
export function errorsIn(
  words: DashboardTranslator,
  mistakes: readonly (keyof AccountChange)[],
): Record<string, Html> {
  const values = {
    length: maxNameLength,
    most: maxConfirmations,
    least_minutes: holdBounds.minMs / minute,
    most_minutes: words.count(holdBounds.maxMs / minute),
    example: leftToRight('https://shop.example'),
  }
  return Object.fromEntries(
    mistakes.map((each) => {
      const [field, sentence] = errorFields[each]
      return [field, words.say(sentence, values)]
    }),
  )
}
