import type { Preferences } from '../../accounts/preferences.ts'
import { minute } from '../../kernel/clock.ts'
import { formatDecimal } from '../../kernel/money.ts'
import type { PreferencesMessages } from './messages/en.ts'

/** Settings that affect which payments are accepted and which sites may embed the checkout. The owner is notified when they change. */
const changeFormatters = {
  preferences_coins: ({ coins }: Preferences) => coins?.join(', '),
  preferences_confirmations: ({ confirmations }: Preferences) =>
    [...confirmations].map(([coin, count]) => `${coin} ${count}`).join(', ') || undefined,
  preferences_hold: ({ holdMs }: Preferences) => (holdMs === null ? undefined : String(holdMs / minute)),
  preferences_any_wallet: ({ acceptsAnyWallet }: Preferences, text: PreferencesMessages) =>
    acceptsAnyWallet ? text.preferences_change_on : text.preferences_change_off,
  preferences_underpaid: ({ underpaidPercent }: Preferences) => formatDecimal(underpaidPercent),
  preferences_origins: ({ frameOrigins }: Preferences) => frameOrigins.join(' '),
} as const satisfies Partial<
  Record<
    keyof PreferencesMessages,
    (preferences: Preferences, text: PreferencesMessages) => string | undefined
  >
>

/** The changes as the notification email lists them, one per line; empty if none of these settings changed. */
export function describeChanges(text: PreferencesMessages, before: Preferences, after: Preferences): string {
  const names = Object.keys(changeFormatters) as (keyof typeof changeFormatters)[]
  const lines = names.flatMap((name) => {
    const [oldValue, newValue] = [changeFormatters[name](before, text), changeFormatters[name](after, text)]
    return oldValue === newValue
      ? []
      : [
          formatLine(text, {
            setting: text[name],
            after: formatValue(text, newValue),
            before: formatValue(text, oldValue),
          }),
        ]
  })
  return lines.join('\n')
}

const formatValue = (text: PreferencesMessages, value: string | undefined): string =>
  value === undefined ? text.preferences_change_default : value || text.preferences_change_none

const formatLine = (
  text: PreferencesMessages,
  values: Readonly<Record<'setting' | 'after' | 'before', string>>,
): string =>
  text.preferences_change.replaceAll(/\{(\w+)\}/g, (_placeholder, key: keyof typeof values) => values[key])
