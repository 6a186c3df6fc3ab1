import { day, hour, minute, second } from '../../kernel/clock.ts'
import { type Language, languageTags } from '../../platform/web/language.ts'

const units = [
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const

/** A duration in its largest unit, rounded down: `3 minutes`. */
export function formatDuration(language: Language, ms: number): string {
  const [unit, length] = units.find(([, each]) => ms >= each) ?? ['second', second]
  const count = Math.max(0, Math.floor(ms / length))
  return new Intl.NumberFormat(languageTags[language], { style: 'unit', unit, unitDisplay: 'long' }).format(
    count,
  )
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Example: `1.3 MB`. */
export function formatBytes(language: Language, bytes: number): string {
  const power = Math.min(sizes.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const options = { style: 'unit', unit: sizes[power] ?? 'byte', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(languageTags[language], options).format(bytes / 1_000 ** power)
}
