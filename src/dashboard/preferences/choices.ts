interface Option {
  readonly value: string
  readonly text: string
}

const zones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

/** All named time zones, and the account's own. */
export const listZoneOptions = (own: string): Option[] =>
  [...(zones.includes(own) ? [] : [own]), ...zones].map((zone) => ({
    value: zone,
    text: zone.replaceAll('_', ' '),
  }))

/** Currencies with their names: those that have rates, and the account's own. */
export function listCurrencyOptions(
  ratedCurrencies: readonly string[],
  own: string,
  language: string,
): Option[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return [...new Set([...ratedCurrencies, own])].sort().map((code) => {
    const name = names.of(code) ?? code
    return { value: code, text: name === code ? code : `${code} · ${name}` }
  })
}
