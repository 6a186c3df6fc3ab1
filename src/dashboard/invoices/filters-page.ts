import { coins } from '../../coins/index.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { choice, field, hidden } from '../pages/form.ts'
import { marks } from '../pages/marks.ts'
import type { Scene } from '../pages/scene.ts'
import { leftToRight, type Words } from '../pages/words.ts'
import {
  type Asked,
  activeFilters,
  type BoundName,
  dayFields,
  dayOfBound,
  type FilterName,
  filterNames,
  isBound,
  queryOf,
} from './filters.ts'
import { listPath } from './shown-page.ts'

export interface FiltersScene {
  /** What the address of the page says. */
  readonly asked: Asked
  readonly timeZone: string
  /** Why it was not understood. */
  readonly error: Html | null
}

const textOf = (asked: Asked, name: string): string => {
  const value = asked[name]
  return typeof value === 'string' ? value : ''
}

/** The search, and the filters below it: folded, as those in use stand beside what they let through. It is sent as the address of a page. */
export function filtersForm({ words, prefix }: Scene, { asked, timeZone, error }: FiltersScene): Html {
  const { text } = words
  const q = field({
    name: 'q',
    type: 'search',
    label: text.invoices_search,
    hint: text.invoices_search_hint,
    autocomplete: 'off',
    value: textOf(asked, 'q'),
    verbatim: true,
    optional: true,
  })
  return html`<form class="filters invoice-filters" method="get" action="${prefix}${listPath}" role="search">
${error && html`<div class="notice bad" role="alert">${marks.alert}<div><p>${error}</p></div></div>`}
${hidden('account', textOf(asked, 'account') || null)}
<div class="search">${q}<button class="button">${text.invoices_search}</button></div>
<details${error === null ? null : html` open`}><summary>${text.invoices_filters}</summary>
<div class="row-of-fields">${choices(words, asked)}${texts(words, asked)}${days(words, asked, timeZone)}</div>
<div class="buttons"><button class="button small">${text.invoices_apply}</button></div></details>
</form>`
}

function choices({ text }: Words, asked: Asked): Html[] {
  const any = { value: '', text: text.invoices_any }
  const statuses = (['unpaid', 'paid', 'cancelled', 'expired', 'reversed'] as const).map((value) => ({
    value,
    text: text[`invoices_status_${value}`],
  }))
  const codes = [...coins.keys()].map((value) => ({ value, text: value }))
  return [
    choice({
      name: 'status',
      label: text.invoices_status,
      options: [any, ...statuses],
      value: textOf(asked, 'status'),
      optional: true,
    }),
    choice({
      name: 'coin',
      label: text.invoices_coin,
      options: [any, ...codes],
      value: textOf(asked, 'coin').toUpperCase(),
      optional: true,
    }),
  ]
}

const texts = ({ text }: Words, asked: Asked): Html[] =>
  (['currency', 'external_id'] as const).map((name) =>
    field({
      name,
      label: text[`invoices_${name}`],
      autocomplete: 'off',
      value: textOf(asked, name),
      ...(name === 'currency' && { placeholder: 'USD' }),
      verbatim: true,
      optional: true,
    }),
  )

/** Days of the account's calendar. A moment within a day, which a program may have asked for, goes along unseen. */
function days({ text, say }: Words, asked: Asked, timeZone: string): Html[] {
  const hint = say('invoices_days_hint', { zone: leftToRight(timeZone) })
  return filterNames.filter(isBound).map((name) => {
    const typed = textOf(asked, name)
    const value = dayOfBound(name, typed, timeZone)
    return html`${field({ name: dayFields[name], type: 'date', label: text[`invoices_${name}`], autocomplete: 'off', value: value ?? '', optional: true, ...(name.endsWith('_from') && { hint }) })}${
      value === null && hidden(name, typed || null)
    }`
  })
}

/** Each filter that is in use, with a link that leaves it out. */
export function activeList({ words, prefix }: Scene, { asked, timeZone, error }: FiltersScene): Html | null {
  const { text } = words
  const active = activeFilters(asked)
  // What was not understood may be no filter at all.
  if (active.length === 0 && error === null) return null
  const names = ['account', ...filterNames]
  const item = ([name, value]: (typeof active)[number]): Html =>
    html`<li><a class="chip" href="${prefix}${listPath}${queryOf(asked, names, { [name]: null })}"><span>${written(words, name, value, timeZone)}</span><span class="unseen">${text.invoices_filter_remove}</span></a></li>`
  return html`<nav class="active-filters" aria-label="${text.invoices_active}"><ul>${active.map(item)}
<li><a href="${prefix}${listPath}${queryOf(asked, ['account'])}">${text.invoices_clear}</a></li></ul></nav>`
}

/** A moment is the first one that is left out, where a day is the last one that is let through. */
const momentWords = {
  created_from: 'invoices_filter_created_from',
  created_to: 'invoices_filter_created_before',
  paid_from: 'invoices_filter_paid_from',
  paid_to: 'invoices_filter_paid_before',
} as const satisfies Record<BoundName, string>

function written(words: Words, name: FilterName, value: string, timeZone: string): Html {
  if (isBound(name)) {
    const day = dayOfBound(name, value, timeZone)
    if (day !== null) return words.say(`invoices_filter_${name}`, { value: leftToRight(day) })
    const at = Date.parse(value)
    const moment = Number.isNaN(at) ? value : words.dateTimeIn(at, timeZone)
    return words.say(momentWords[name], { value: moment })
  }
  const status = name === 'status' ? words.text[`invoices_status_${value}` as 'invoices_status_paid'] : null
  return words.say(`invoices_filter_${name}`, { value: status ?? html`<bdi>${value}</bdi>` })
}
