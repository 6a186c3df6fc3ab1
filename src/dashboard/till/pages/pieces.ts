import { type Html, html, type Part } from '../../../platform/web/html.ts'
import type { Language } from '../../../platform/web/language.ts'
import { emptyState } from '../../pages/parts.ts'
import type { Scene } from '../../pages/scene.ts'
import type { Words } from '../../pages/words.ts'
import type { DecimalSign } from '../typed-amount.ts'

/** Digits are those that wallets show. */
const tags: Readonly<Record<Language, string>> = { en: 'en', de: 'de', ar: 'ar-u-nu-latn' }

/** How the reader's language writes decimals. */
export const signOf = (words: Pick<Words, 'coins'>): DecimalSign =>
  words.coins('0.5').includes(',') ? ',' : '.'

/** The field of the amount, with its unit beside it. */
export function amountField(
  { text }: Words,
  {
    value = '',
    unit = null,
    isFirst = false,
  }: { value?: string | undefined; unit?: string | null; isFirst?: boolean },
): Html {
  const described = unit === null ? null : html` aria-describedby="amount-unit"`
  return html`<div class="field"><label for="amount">${text.till_amount}</label>
<div class="with-unit" dir="ltr"><input class="sum" id="amount" name="amount" type="text" inputmode="decimal" autocomplete="off" aria-required="true" placeholder="0" value="${value}"${described}${
    isFirst ? html` autofocus` : null
  }>${unit === null ? null : html`<span class="unit" id="amount-unit">${unit}</span>`}</div></div>`
}

/** Nothing can be paid before there is somewhere for it to go. */
export const noDestination = (scene: Scene): Html =>
  emptyState(
    scene.words.text.till_no_destination_title,
    html`<p>${scene.words.text.till_no_destination}</p>
<p class="buttons">${destinationsLink(scene, html` class="button primary"`)}</p>`,
  )

export const destinationsLink = ({ words, prefix }: Scene, kind: Part = null): Html =>
  html`<a${kind} href="${prefix}/dashboard/settings/destinations">${words.text.till_no_destination_link}</a>`

/** `EUR · Euro`. */
export function currencyNames(language: Language): (code: string) => string {
  const names = new Intl.DisplayNames(tags[language], { type: 'currency' })
  return (code) => {
    const name = names.of(code)
    return name === undefined || name === code ? code : `${code} · ${name}`
  }
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** `3 days`. */
export function durationOf(language: Language, seconds: number): string {
  const [unit, size] = units.find(([, each]) => seconds % each === 0) ?? units[2]
  const format = new Intl.NumberFormat(tags[language], { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(seconds / size)
}
