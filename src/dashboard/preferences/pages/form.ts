import type { Preferences } from '../../../accounts/preferences.ts'
import type { CoinCode } from '../../../coins/index.ts'
import type { Html } from '../../../platform/web/html.ts'
import type { FormState } from '../../pages/form.ts'

/** The page's data, in addition to the form's input. */
export interface PreferencesPageData {
  readonly preferences: Preferences
  /** Coins with a destination. */
  readonly coinsWithDestination: ReadonlySet<CoinCode>
  /** Values that apply where the account has no preference. */
  readonly defaults: { readonly holdMs: number; readonly confirmations: Readonly<Record<CoinCode, number>> }
  /** Currencies that have rates now. */
  readonly ratedCurrencies: readonly string[]
  readonly canSendEmail: boolean
  /** The order in which the form listed the coins; null for the account's own order. */
  readonly order: readonly CoinCode[] | null
}

export interface PreferencesForm {
  readonly formState: FormState
  readonly preferencesData: PreferencesPageData
  readonly getError: (name: string) => Html | null
}

/** The form's input after an error, otherwise the current value. */
export const getFieldValue = (
  { formState: { values, error } }: PreferencesForm,
  name: string,
  current: string,
): string => (error === null ? current : (values[name] ?? current))

/**
 * Whether a checkbox is checked: as submitted if the form was rejected and contained it, which the field `shown` marks; otherwise as stored.
 */
export const isChecked = (
  { formState: { values, error } }: PreferencesForm,
  name: string,
  { shown, current }: { shown: string; current: boolean },
): boolean => (error === null || values[shown] === undefined ? current : values[name] !== undefined)
