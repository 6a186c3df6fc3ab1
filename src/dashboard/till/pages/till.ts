import { minorUnits } from '../../../kernel/currencies.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { alertOf, type Filled, field, hidden } from '../../pages/form.ts'
import { dashboardPage } from '../../pages/frame.ts'
import type { Host, Scene } from '../../pages/scene.ts'
import { moneyOf, type Words } from '../../pages/words.ts'
import type { Sale } from '../sales.ts'
import { amountField, noDestination, signOf } from './pieces.ts'
import { refreshAfterOf, standingPiece, titleOf } from './standing.ts'

export const tillPath = '/dashboard/till'

/** What a till is known by: it goes with every invoice that the till creates. */
export const placeFields = ['business_id', 'location_id', 'register_id'] as const
export type Places = Readonly<Partial<Record<(typeof placeFields)[number], string>>>

/** Where the till is found again, with what it is known by. */
export function tillAddress(places: Places): string {
  const query = new URLSearchParams()
  for (const name of placeFields) if (places[name]) query.set(name, places[name])
  return `${tillPath}${query.size > 0 ? `?${query}` : ''}`
}

/** The till: an amount, and an invoice of it. `key`: what makes a form that is sent twice one invoice. */
export function tillPage(
  scene: Scene,
  host: Host,
  { filled, key, isReady }: { filled: Filled; key: string; isReady: boolean },
): string {
  const { words } = scene
  return dashboardPage(scene, host, {
    path: tillPath,
    title: words.text.till,
    scripts: isReady ? ['till.js'] : [],
    body: isReady || filled.error ? tillForm(scene, host, { filled, key }) : noDestination(scene),
  })
}

function tillForm(
  { words, prefix }: Scene,
  { currency }: Host,
  { filled, key }: { filled: Filled; key: string },
): Html {
  const decimals = minorUnits(currency) ?? 0
  return html`<section class="card till" id="till" data-sign="${signOf(words)}" data-decimals="${decimals}" data-currency="${currency}">
<form class="form" method="post" action="${prefix}${tillPath}">
${alertOf(filled)}
${amountField(words, { value: filled.values.amount, unit: currency, isFirst: true })}
<p class="unseen" id="till-told" role="status"></p>
${keys(words, decimals > 0)}
<button class="button primary">${words.text.till_create}</button>
${placesOf(words, filled.values)}
${hidden('key', key)}
</form>
</section>`
}

/** In the order of every telephone, whatever the direction of the language. They only work where scripts run. */
function keys(words: Words, hasDecimals: boolean): Html {
  const { text } = words
  const key = (name: string, shown: string, label: string | null = null): Html =>
    html`<button class="key" type="button" data-key="${name}"${label && html` aria-label="${label}"`}>${shown}</button>`
  const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => key(digit, digit))
  const sign = hasDecimals
    ? key('sign', signOf(words), text.till_key_sign)
    : key('clear', 'C', text.till_key_clear)
  return html`<div class="keys scripted" dir="ltr" role="group" aria-label="${text.till_keys}">${digits}${sign}${key('0', '0')}${key('back', '⌫', text.till_key_back)}</div>`
}

function placesOf({ text }: Words, values: Filled['values']): Html {
  const given = placeFields.map((name) => values[name] ?? '').filter((value) => value !== '')
  const place = (name: (typeof placeFields)[number]): Html =>
    field({
      name,
      label: text[`till_${name}`],
      value: values[name] ?? '',
      autocomplete: 'off',
      optional: true,
      verbatim: true,
    })
  const known = given.length > 0 && html`<span class="known"><bdi>${given.join(' · ')}</bdi></span>`
  return html`<details class="more" id="places"><summary>${text.till_places}${known}</summary>
<div class="fields">${placeFields.map(place)}<p class="hint">${text.till_places_text}</p></div></details>`
}

/** An amount of more digits is written smaller, so that it stays in one line of a telephone. */
const longAmount = 9

/** One sale, before the customer. */
export function salePage(scene: Scene, host: Host, sale: Sale): string {
  const { words, prefix } = scene
  const { invoice, checkout } = sale
  const next = tillAddress({
    business_id: invoice.businessId ?? '',
    location_id: invoice.locationId ?? '',
    register_id: invoice.registerId ?? '',
  })
  return dashboardPage(scene, host, {
    path: tillPath,
    title: titleOf(words, sale),
    heading: html`<span${checkout.amount.length > longAmount && html` class="long"`}>${moneyOf(words, checkout.amount, checkout.currency)}</span>`,
    live: true,
    refreshAfter: refreshAfterOf(sale),
    body: html`<div class="counter">${standingPiece(scene, sale)}
<p class="buttons"><a class="button primary" href="${prefix}${next}">${words.text.till_next}</a>
<a class="button" href="${prefix}/dashboard/invoices/${invoice.uid}">${words.text.till_invoice}</a></p></div>`,
  })
}
