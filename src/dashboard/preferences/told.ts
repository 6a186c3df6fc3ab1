import type { Preferences } from '../../accounts/preferences.ts'
import { minute } from '../../kernel/clock.ts'
import type { Messages } from './messages/en.ts'

/** What decides which payments are taken and where payers see them: the owner is told of changes. */
const toldOf = {
  preferences_coins: ({ coins }: Preferences) => coins?.join(', '),
  preferences_confirmations: ({ confirmations }: Preferences) =>
    [...confirmations].map(([coin, count]) => `${coin} ${count}`).join(', ') || undefined,
  preferences_hold: ({ holdMs }: Preferences) => (holdMs === null ? undefined : String(holdMs / minute)),
  preferences_origins: ({ frameOrigins }: Preferences) => frameOrigins.join(' '),
} as const satisfies Partial<Record<keyof Messages, (of: Preferences) => string | undefined>>

/** The changes as their letter lists them, a line each: empty when there are none of these. */
export function toldChanges(text: Messages, before: Preferences, after: Preferences): string {
  const names = Object.keys(toldOf) as (keyof typeof toldOf)[]
  const lines = names.flatMap((name) => {
    const [was, is] = [toldOf[name](before), toldOf[name](after)]
    return was === is
      ? []
      : [line(text, { what: text[name], after: shown(text, is), before: shown(text, was) })]
  })
  return lines.join('\n')
}

const shown = (text: Messages, value: string | undefined): string =>
  value === undefined ? text.preferences_change_usual : value || text.preferences_change_none

const line = (text: Messages, values: Readonly<Record<'what' | 'after' | 'before', string>>): string =>
  text.preferences_change.replaceAll(/\{(\w+)\}/g, (_whole, place: keyof typeof values) => values[place])
