import { type Html, html, type Part } from '../../platform/web/html.ts'
import type { CurrentAccount, PageContext } from './page-context.ts'
import type { DashboardTranslator } from './translator.ts'

// Building blocks of pages, apart from forms. `quittance.css` and `dashboard.css` style these classes, so pages should rarely need others.

/** An instant in the account's time zone, with UTC as a tooltip. */
export const renderInstant = (
  translator: DashboardTranslator,
  at: number,
  { timeZone }: Pick<CurrentAccount, 'timeZone'>,
): Html =>
  html`<time datetime="${new Date(at).toISOString()}" title="${translator.formatDateTime(at)}">${translator.formatDateTimeIn(at, timeZone)}</time>`

export interface Column {
  readonly label: string
  /** Aligns numbers to the end of the cell. */
  readonly isNumber?: true
  /** Link that sorts the rows by this column. */
  readonly sort?: SortLink
}

export interface SortLink {
  readonly href: string
  /** Current sort direction; null if the rows aren't sorted by this column. */
  readonly direction: 'asc' | 'desc' | null
}

/** A column heading as a link, with an arrow if the rows are sorted by it. */
export const renderSortLink = (label: string, { href, direction }: SortLink): Html =>
  html`<a class="sort" href="${href}">${label}${direction && html`<span aria-hidden="true">${direction === 'asc' ? '↑' : '↓'}</span>`}</a>`

/**
 * A table that turns into a list of cards on narrow screens.
 * @param rows one cell per column; the first is the row's header
 */
export const renderTable = (
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Part[])[],
): Html => {
  const renderKind = ({ isNumber }: Column): Html | null => (isNumber ? html` class="number"` : null)
  const renderHeading = (column: Column): Html => {
    const { label, sort } = column
    const order = sort?.direction ? html` aria-sort="${sort.direction}ending"` : null
    return html`<th scope="col"${renderKind(column)}${order}>${sort ? renderSortLink(label, sort) : label}</th>`
  }
  const renderCell = (part: Part, index: number): Html | null => {
    const column = columns[index]
    if (!column) return null
    return index === 0
      ? html`<th scope="row">${part}</th>`
      : html`<td${renderKind(column)} data-label="${column.label}">${part}</td>`
  }
  return html`<table class="table"><caption class="visually-hidden">${caption}</caption>
<thead><tr>${columns.map(renderHeading)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(renderCell)}</tr>`)}</tbody></table>`
}

/** A cell without a value. Cards on narrow screens leave it out. */
export const emptyCell = html`<span class="empty-value">–</span>`

/** A description list. Null entries are omitted. */
export const renderDescriptionList = (
  entries: readonly (readonly [term: string, description: Part] | null)[],
): Html =>
  html`<dl class="description-list">${entries.map((entry) => entry && html`<div><dt>${entry[0]}</dt><dd>${entry[1]}</dd></div>`)}</dl>`

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'busy'

/** A status label. Its text carries the meaning, not only its colour. */
export const renderBadge = (tone: Tone, text: Part): Html =>
  html`<span class="badge" data-tone="${tone}">${text}</span>`

/** Explains that a list is empty, and how to add to it. */
export const renderEmptyState = (title: Part, text: Part): Html =>
  html`<div class="empty"><h2>${title}</h2><div>${text}</div></div>`

/** A command to copy, on one or more lines. */
export const renderCommand = (text: string): Html =>
  html`<pre class="command" dir="ltr" tabindex="0"><code>${text}</code></pre>`

/** Links to the next and the first page of a list, if any. */
export const renderPager = (
  { translator }: Pick<PageContext, 'translator'>,
  next: string | null,
  first: string | null,
): Html | null =>
  next === null && first === null
    ? null
    : html`<nav class="pager" aria-label="${translator.text.pagination}">${
        first && html`<a class="button small" href="${first}">${translator.text.first_page}</a>`
      }${next && html`<a class="button small" rel="next" href="${next}">${translator.text.next_page}</a>`}</nav>`
