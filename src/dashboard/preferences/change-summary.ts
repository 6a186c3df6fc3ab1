import type { Preferences } from '../../accounts/preferences.ts'
import { minute } from '../../kernel/clock.ts'
import type { PreferencesMessages } from './messages/en.ts'

/** Settings that decide which payments are accepted and where payers see them. The owner is notified of changes to these. */
const changeFormatters = {
  preferences_coins: ({ coins }: Preferences) => coins?.join(', '),
  preferences_confirmations: ({ confirmations }: Preferences) =>
    [...confirmations].map(([coin, count]) => `${coin} ${count}`).join(', ') || undefined,
  preferences_hold: ({ holdMs }: Preferences) => (holdMs === null ? undefined : String(holdMs / minute)),
  preferences_origins: ({ frameOrigins }: Preferences) => frameOrigins.join(' '),
} as const satisfies Partial<Record<keyof PreferencesMessages, (of: Preferences) => string | undefined>>

/** The changes as the notification email lists them, one per line; empty if none of these settings changed. */
export function describeChanges(text: PreferencesMessages, before: Preferences, after: Preferences): string {
  const names = Object.keys(changeFormatters) as (keyof typeof changeFormatters)[]
  const lines = names.flatMap((name) => {
    const [was, is] = [changeFormatters[name](before), changeFormatters[name](after)]
    return was === is
      ? []
      : [line(text, { what: text[name], after: shown(text, is), before: shown(text, was) })]
  })
  return lines.join('\n')
}

const shown = (text: PreferencesMessages, value: string | undefined): string =>
  value === undefined ? text.preferences_change_default : value || text.preferences_change_none

const line = (
  text: PreferencesMessages,
  values: Readonly<Record<'what' | 'after' | 'before', string>>,
): string =>
  text.preferences_change.replaceAll(/\{(\w+)\}/g, (_whole, place: keyof typeof values) => values[place])
