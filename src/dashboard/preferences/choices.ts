interface Option {
  readonly value: string
  readonly text: string
}

const timeZones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

/** All named time zones, and the account's. */
export const listZoneOptions = (accountTimeZone: string): Option[] =>
  [...(timeZones.includes(accountTimeZone) ? [] : [accountTimeZone]), ...timeZones].map((zone) => ({
    value: zone,
    text: zone.replaceAll('_', ' '),
  }))

/** Currencies with their names: those that have rates, and the account's. */
export function listCurrencyOptions(
  ratedCurrencies: readonly string[],
  accountCurrency: string,
  language: string,
): Option[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return [...new Set([...ratedCurrencies, accountCurrency])].sort().map((code) => {
    const name = names.of(code) ?? code
    return { value: code, text: name === code ? code : `${code} · ${name}` }
  })
}
