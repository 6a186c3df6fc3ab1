import { createBoundedMap } from '../../kernel/bounded-map.ts'

/** Supported languages, in the order of the links to them. The first is the fallback. */
export const languages = ['en', 'de', 'es', 'fr', 'pt', 'ja', 'ar'] as const

export type Language = (typeof languages)[number]

export const directions: Readonly<Record<Language, 'ltr' | 'rtl'>> = {
  en: 'ltr',
  de: 'ltr',
  es: 'ltr',
  fr: 'ltr',
  pt: 'ltr',
  ja: 'ltr',
  ar: 'rtl',
}

/** Each language's own name. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  ja: '日本語',
  ar: 'العربية',
}

const maxHeaderLength = 1_000

/** The best match for `Accept-Language` (RFC 9110 §12.5.4). `preferred`, the user's own choice, takes precedence. */
export function chooseLanguage(header: string | undefined, preferred?: string): Language {
  const exactMatch = languages.find((language) => language === preferred)
  if (exactMatch) return exactMatch
  const ranges = (header ?? '').slice(0, maxHeaderLength).split(',').map(parseLanguageRange)
  const best = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  for (const { primary } of best) {
    const language = primary === '*' ? languages[0] : languages.find((language) => language === primary)
    if (language) return language
  }
  return languages[0]
}

function parseLanguageRange(text: string): { primary: string; weight: number } {
  const [range = '', ...parameters] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { primary: range.split('-', 1)[0] ?? '', weight: weight === undefined ? 1 : Number(weight) || 0 }
}

/** Formats for amounts and times. */
export interface Formats {
  /** An exact decimal in a currency: `12.5`, `USD` → `$12.50`. */
  formatMoney(decimal: string, currency: string): string
  /** The price of one coin, with all its decimals. */
  formatPrice(decimal: string, currency: string): string
  /** A decimal number of coins, with all its digits. */
  formatCoins(decimal: string): string
  formatCount(number: number): string
  formatMinutes(number: number, form?: 'short' | 'long'): string
  /** Time of day in UTC, labelled as such. Scripts convert it to the user's time zone. */
  formatTime(instant: number): string
  formatDateTime(instant: number): string
  /** Date and time in an IANA time zone, without the zone's name. */
  formatDateTimeIn(instant: number, zone: string): string
}

/** Language tags for `Intl`, with Latin digits in every language: payers compare amounts with their wallet's screen. */
export const languageTags: Readonly<Record<Language, string>> = {
  en: 'en',
  de: 'de',
  es: 'es',
  fr: 'fr',
  pt: 'pt-BR',
  ja: 'ja',
  ar: 'ar-u-nu-latn',
}

/** For each language. A format takes 30 KB outside the heap, and a user can choose any of 400 time zones, one after another. */
const maxZonedFormats = 50

const formatsByLanguage = new Map<Language, Formats>()

export function getFormats(language: Language): Formats {
  const cached = formatsByLanguage.get(language) ?? createFormats(language)
  formatsByLanguage.set(language, cached)
  return cached
}

function createFormats(language: Language): Formats {
  const tag = languageTags[language]
  const formatNumber = directions[language] === 'rtl' ? formatIsolated : formatPlain
  const currencyFormats = new Map<string, Intl.NumberFormat>()
  const coinFormat = new Intl.NumberFormat(tag, { maximumFractionDigits: 8 })
  const wholeFormat = new Intl.NumberFormat(tag, { maximumFractionDigits: 0 })
  const minuteFormats = { short: createMinutesFormat(tag, 'short'), long: createMinutesFormat(tag, 'long') }
  const utcOptions = { timeZone: 'UTC', timeZoneName: 'short' } as const
  const clockOptions = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit' } as const
  const dateOptions = { ...clockOptions, year: 'numeric', month: 'short', day: 'numeric' } as const
  const timeFormat = new Intl.DateTimeFormat(tag, { ...utcOptions, ...clockOptions })
  const dateTimeFormat = new Intl.DateTimeFormat(tag, { ...utcOptions, ...dateOptions })
  // By lower-cased zone name, because a name can be capitalised in thousands of ways.
  const zonedFormats = createBoundedMap<string, Intl.DateTimeFormat>(maxZonedFormats)
  return {
    formatMoney: (decimal, currency) => formatNumber(getMoneyFormat(currency), decimal),
    formatPrice: (decimal, currency) =>
      formatNumber(new Intl.NumberFormat(tag, getPriceOptions(currency)), decimal),
    formatCoins: (decimal) => coinFormat.format(toNumeric(decimal)),
    formatCount: (number) => wholeFormat.format(number),
    formatMinutes: (number, form = 'long') => minuteFormats[form].format(number),
    formatTime: (instant) => timeFormat.format(instant),
    formatDateTime: (instant) => dateTimeFormat.format(instant),
    formatDateTimeIn: (instant, zone) => getZonedFormat(zone).format(instant),
  }

  function getZonedFormat(timeZone: string): Intl.DateTimeFormat {
    const name = timeZone.toLowerCase()
    const cached = zonedFormats.get(name) ?? new Intl.DateTimeFormat(tag, { ...dateOptions, timeZone })
    zonedFormats.set(name, cached)
    return cached
  }

  function getMoneyFormat(currency: string): Intl.NumberFormat {
    const cached =
      currencyFormats.get(currency) ?? new Intl.NumberFormat(tag, { style: 'currency', currency })
    currencyFormats.set(currency, cached)
    return cached
  }
}

/** In right-to-left text, the `$` of `US$` would move before its letters, so the currency symbol is isolated (UAX #9). */
function formatIsolated(format: Intl.NumberFormat, decimal: string): string {
  const isolateCurrency = ({ type, value }: Intl.NumberFormatPart): string =>
    type === 'currency' ? `\u2066${value}\u2069` : value
  return format.formatToParts(toNumeric(decimal)).map(isolateCurrency).join('')
}

const formatPlain = (format: Intl.NumberFormat, decimal: string): string => format.format(toNumeric(decimal))

const createMinutesFormat = (tag: string, unitDisplay: 'short' | 'long') =>
  new Intl.NumberFormat(tag, { style: 'unit', unit: 'minute', unitDisplay })

/** Cheap coins cost fractions of a cent. */
const getPriceOptions = (currency: string) =>
  ({ style: 'currency', currency, maximumFractionDigits: 8 }) as const

/** `format` accepts decimal strings and formats them exactly, but its type only allows numeric literals. */
const toNumeric = (decimal: string) => decimal as `${number}`
