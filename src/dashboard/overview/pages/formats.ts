import { hour, minute, second } from '../../../kernel/clock.ts'
import { directions, type Language, languageTags } from '../../../platform/web/language.ts'

// Formats that only these charts use: days, durations and shares. They use the same digits as the rest of the page.

const dateForms = {
  /** Label of a bar. */
  short: { month: 'short', day: 'numeric' },
  /** Row of a table. */
  long: { weekday: 'short', month: 'short', day: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const

type DateForm = keyof typeof dateForms

/** Returns a function that formats instants in the time zone. */
export function createDateFormatter(
  language: Language,
  form: DateForm,
  timeZone: string,
): (at: number) => string {
  const format = new Intl.DateTimeFormat(languageTags[language], { ...dateForms[form], timeZone })
  return (at) => format.format(at)
}

/** Example: `2 min 5 sec`. The two largest units, down to seconds. */
export function formatShortDuration(language: Language, ms: number): string {
  const seconds = Math.round(ms / second)
  const parts = units
    .map(({ unit, size, max }) => ({ unit, count: Math.floor(seconds / size) % max }))
    .filter(({ count }, index) => count > 0 || (index === units.length - 1 && seconds === 0))
    .slice(0, 2)
    .map(({ unit, count }) =>
      new Intl.NumberFormat(languageTags[language], { style: 'unit', unit, unitDisplay: 'short' }).format(
        count,
      ),
    )
  return new Intl.ListFormat(languageTags[language], { type: 'unit', style: 'narrow' }).format(parts)
}

const units = [
  { unit: 'day', size: (24 * hour) / second, max: Number.POSITIVE_INFINITY },
  { unit: 'hour', size: hour / second, max: 24 },
  { unit: 'minute', size: minute / second, max: 60 },
  { unit: 'second', size: 1, max: 60 },
] as const

/** Formats thousandths as a percentage. */
export function formatPercent(language: Language, thousandths: number): string {
  const options = { style: 'percent', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(languageTags[language], options).format(thousandths / 1_000)
}

/** Returns a function that formats axis labels, rounded: `$1.5K`. */
export function createAxisFormatter(language: Language, currency: string): (value: number) => string {
  const format = new Intl.NumberFormat(languageTags[language], {
    style: 'currency',
    currency,
    notation: 'compact',
  })
  // In right-to-left text, the sign of `US$` would move before its letters, so the symbol is isolated (UAX #9).
  const isolateSymbol = ({ type, value }: Intl.NumberFormatPart): string =>
    type === 'currency' && directions[language] === 'rtl' ? `\u2066${value}\u2069` : value
  return (value) => format.formatToParts(value).map(isolateSymbol).join('')
}
