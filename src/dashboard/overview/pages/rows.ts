import { iso } from '../../../kernel/clock.ts'
import { type Html, html, type Part } from '../../../platform/web/html.ts'
import type { Span } from '../../days.ts'
import type { Scene, Viewed } from '../../pages/scene.ts'
import type { Takings } from '../figures.ts'

/** Whose overview is drawn, and in what. */
export interface Drawing extends Scene {
  readonly of: Viewed
  /** The account that is looked at, when it is not the reader's own. */
  readonly viewed: Viewed | null
}

interface Rows {
  readonly currency: string
  readonly coin?: string
  readonly span: Span
  /** The list ends there too: it does not otherwise end before now. */
  readonly isPast?: boolean
}

/**
 * A figure, and the way to its rows. Lists go by the time of creation: theirs begins where the first of these invoices was created, if that
 * was before the days that are counted.
 */
export function rowsLink(drawing: Drawing, { earliest }: Takings, rows: Rows, figure: Part): Html | Part {
  if (earliest === null) return figure
  const { currency, coin, span, isPast = false } = rows
  const query = {
    status: 'paid',
    currency,
    ...(coin !== undefined && { coin }),
    created_from: iso(Math.min(earliest, span.from)),
    ...(isPast && { created_to: iso(span.to) }),
  }
  return html`<a class="to-rows" href="${listHref(drawing, query)}">${figure}</a>`
}

/** The list of invoices, so narrowed. */
export function listHref({ prefix, viewed }: Drawing, query: Readonly<Record<string, string>> = {}): string {
  const whose = viewed ? { account: String(viewed.accountId) } : {}
  const search = new URLSearchParams({ ...query, ...whose }).toString()
  return `${prefix}/dashboard/invoices${search && `?${search}`}`
}

export interface TallyColumn {
  readonly label: string
  readonly isNumber?: true
}

/** A small table that stays one where there is little room. The first cell of a row names it. */
export function tally(
  caption: string,
  columns: readonly TallyColumn[],
  rows: readonly (readonly Part[])[],
): Html {
  const kind = (place: number): Html | null => (columns[place]?.isNumber ? html` class="number"` : null)
  const cell = (part: Part, place: number): Html =>
    place === 0 ? html`<th scope="row">${part}</th>` : html`<td${kind(place)}>${part}</td>`
  return html`<table class="tally"><caption class="unseen">${caption}</caption>
<thead><tr>${columns.map(({ label }, place) => html`<th scope="col"${kind(place)}>${label}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody></table>`
}
