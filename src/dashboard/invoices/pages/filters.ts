import { coins } from '../../../coins/index.ts'
import { type Instant, toIsoString } from '../../../kernel/clock.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { listLastDays } from '../../days.ts'
import { renderField, renderHiddenField, renderSelect } from '../../pages/form.ts'
import { icons } from '../../pages/icons.ts'
import type { PageContext } from '../../pages/page-context.ts'
import { type DashboardTranslator, isolateLeftToRight } from '../../pages/translator.ts'
import {
  type BoundName,
  dayFields,
  type FilterName,
  filterNames,
  formatInvoiceQuery,
  formatSort,
  getBoundDay,
  type InvoiceListQuery,
  isBound,
  listActiveFilters,
  listParamNames,
  parseSort,
} from '../filters.ts'
import { listPath } from './components.ts'

interface FilterFormData {
  /** Query of the page's URL. */
  readonly query: InvoiceListQuery
  readonly timeZone: string
  /** Why the query is invalid. */
  readonly error: Html | null
  /** Currencies to choose from. */
  readonly currencies: readonly string[]
  readonly now: Instant
}

const getText = (query: InvoiceListQuery, name: string): string => {
  const value = query[name]
  return typeof value === 'string' ? value : ''
}

/**
 * The search field and the filters below it, as a GET form. The filters start collapsed, because the active ones are listed next to the
 * results.
 */
export function renderFiltersForm({ translator, prefix }: PageContext, data: FilterFormData): Html {
  const { query, timeZone, error, currencies } = data
  const sort = parseSort(query)
  const { text } = translator
  const q = renderField({
    name: 'q',
    type: 'search',
    label: text.invoices_search,
    hint: text.invoices_search_hint,
    autocomplete: 'off',
    value: getText(query, 'q'),
    isVerbatim: true,
    isOptional: true,
  })
  return html`<form class="filters invoice-filters" method="get" action="${prefix}${listPath}" role="search">
${error && html`<div class="notice bad" role="alert">${icons.alert}<div><p>${error}</p></div></div>`}
${renderHiddenField('account', getText(query, 'account') || null)}${renderHiddenField('sort', sort && formatSort(sort))}
<div class="search">${q}<button class="button">${text.invoices_search}</button></div>
<details${error === null ? null : html` open`}><summary>${text.invoices_filters}</summary>
<div class="field-row">${renderSelectFields(translator, query, currencies)}${renderExternalIdField(translator, query)}${renderDateFields(translator, query, timeZone)}</div>
<div class="buttons"><button class="button small">${text.invoices_apply}</button></div></details>
${renderPresets({ translator, prefix }, data)}
</form>`
}

const presetDays = { today: 1, week: 7, month: 30 } as const

/** Presets for the creation date: days up to today. */
function renderPresets(
  { translator, prefix }: Pick<PageContext, 'translator' | 'prefix'>,
  { query, timeZone, now }: FilterFormData,
): Html {
  const { text } = translator
  const renderLink = (name: keyof typeof presetDays): Html => {
    const from = toIsoString(listLastDays(now, timeZone, presetDays[name])[0]?.from ?? now)
    const search = formatInvoiceQuery(query, listParamNames, { created_from: from, created_to: null })
    const isCurrent = query.created_from === from && query.created_to === undefined
    return html`<li><a class="date-preset" href="${prefix}${listPath}${search}"${isCurrent && html` aria-current="true"`}>${text[`invoices_preset_${name}`]}</a></li>`
  }
  return html`<nav aria-label="${text.invoices_created}"><ul class="date-presets">${(['today', 'week', 'month'] as const).map(renderLink)}</ul></nav>`
}

function renderSelectFields(
  { text }: DashboardTranslator,
  query: InvoiceListQuery,
  currencies: readonly string[],
): Html[] {
  const anyOption = { value: '', text: text.invoices_any }
  const statuses = (['unpaid', 'paid', 'cancelled', 'expired', 'reversed'] as const).map((value) => ({
    value,
    text: text[`invoices_status_${value}`],
  }))
  const codes = [...coins.keys()].map((value) => ({ value, text: value }))
  const currency = getText(query, 'currency')
  const currencyCodes =
    currency === '' || currencies.includes(currency) ? currencies : [currency, ...currencies]
  return [
    renderSelect({
      name: 'status',
      label: text.invoices_status,
      options: [anyOption, ...statuses],
      value: getText(query, 'status'),
      isOptional: true,
    }),
    renderSelect({
      name: 'coin',
      label: text.invoices_coin,
      options: [anyOption, ...codes],
      value: getText(query, 'coin').toUpperCase(),
      isOptional: true,
    }),
    renderSelect({
      name: 'currency',
      label: text.invoices_currency,
      options: [anyOption, ...currencyCodes.map((value) => ({ value, text: value }))],
      value: currency,
      isOptional: true,
    }),
  ]
}

const renderExternalIdField = ({ text }: DashboardTranslator, query: InvoiceListQuery): Html =>
  renderField({
    name: 'external_id',
    label: text.invoices_external_id,
    autocomplete: 'off',
    value: getText(query, 'external_id'),
    isVerbatim: true,
    isOptional: true,
  })

/** Days in the account's time zone. A bound within a day, as in an API client's link, goes into a hidden field. */
function renderDateFields(
  { text, format }: DashboardTranslator,
  query: InvoiceListQuery,
  timeZone: string,
): Html[] {
  const hint = format('invoices_days_hint', { zone: isolateLeftToRight(timeZone) })
  return filterNames.filter(isBound).map((name) => {
    const rawValue = getText(query, name)
    const value = getBoundDay(name, rawValue, timeZone)
    return html`${renderField({ name: dayFields[name], type: 'date', label: text[`invoices_${name}`], autocomplete: 'off', value: value ?? '', isOptional: true, ...(name.endsWith('_from') && { hint }) })}${
      value === null && renderHiddenField(name, rawValue || null)
    }`
  })
}

/** Each active filter, with a link that removes it. */
export function renderActiveFilterList(
  { translator, prefix }: PageContext,
  { query, timeZone, error }: FilterFormData,
): Html | null {
  const { text } = translator
  const active = listActiveFilters(query)
  // An invalid query always gets the link that clears it, since the invalid part may not be a filter.
  if (active.length === 0 && error === null) return null
  const renderItem = ([name, value]: (typeof active)[number]): Html =>
    html`<li><a class="chip" href="${prefix}${listPath}${formatInvoiceQuery(query, listParamNames, { [name]: null })}"><span>${formatFilter(translator, name, value, timeZone)}</span><span class="visually-hidden">${text.invoices_filter_remove}</span></a></li>`
  return html`<nav class="active-filters" aria-label="${text.invoices_active}"><ul>${active.map(renderItem)}
<li><a href="${prefix}${listPath}${formatInvoiceQuery(query, ['account'])}">${text.invoices_clear}</a></li></ul></nav>`
}

/** Messages for bounds that aren't whole days. An end instant is excluded, while an end day is included. */
const instantMessageKeys = {
  created_from: 'invoices_filter_created_from',
  created_to: 'invoices_filter_created_before',
  paid_from: 'invoices_filter_paid_from',
  paid_to: 'invoices_filter_paid_before',
} as const satisfies Record<BoundName, string>

function formatFilter(
  translator: DashboardTranslator,
  name: FilterName,
  value: string,
  timeZone: string,
): Html {
  if (isBound(name)) {
    const day = getBoundDay(name, value, timeZone)
    if (day !== null) return translator.format(`invoices_filter_${name}`, { value: isolateLeftToRight(day) })
    const at = Date.parse(value)
    const instant = Number.isNaN(at) ? value : translator.formatDateTimeIn(at, timeZone)
    return translator.format(instantMessageKeys[name], { value: instant })
  }
  const status =
    name === 'status' ? translator.text[`invoices_status_${value}` as 'invoices_status_paid'] : null
  return translator.format(`invoices_filter_${name}`, { value: status ?? html`<bdi>${value}</bdi>` })
}
