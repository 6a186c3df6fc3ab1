import { type Html, html, type Part } from '../../platform/web/html.ts'
import type { Host, Scene } from './scene.ts'
import type { Words } from './words.ts'

// What pages are made of beside forms. `quittance.css` and `dashboard.css` know these classes, and no others should be needed often.

/** A moment in the account's time zone; UTC on hover. */
export const momentOf = (words: Words, at: number, { timeZone }: Pick<Host, 'timeZone'>): Html =>
  html`<time datetime="${new Date(at).toISOString()}" title="${words.dateTime(at)}">${words.dateTimeIn(at, timeZone)}</time>`

export interface Column {
  readonly label: string
  /** Numbers stand at the end of their cell. */
  readonly isNumber?: true
}

/** A table that is read as a list of cards where it has no room. `rows`: a cell for each column; the first names its row. */
export const table = (
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Part[])[],
): Html => {
  const kind = ({ isNumber }: Column): Html | null => (isNumber ? html` class="number"` : null)
  const head = (column: Column): Html => html`<th scope="col"${kind(column)}>${column.label}</th>`
  const cell = (part: Part, place: number): Html | null => {
    const column = columns[place]
    if (!column) return null
    return place === 0
      ? html`<th scope="row">${part}</th>`
      : html`<td${kind(column)} data-label="${column.label}">${part}</td>`
  }
  return html`<table class="table"><caption class="unseen">${caption}</caption>
<thead><tr>${columns.map(head)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody></table>`
}

/** Terms and what they are. What is null is left out. */
export const facts = (entries: readonly (readonly [term: string, what: Part] | null)[]): Html =>
  html`<dl class="facts">${entries.map((entry) => entry && html`<div><dt>${entry[0]}</dt><dd>${entry[1]}</dd></div>`)}</dl>`

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'busy'

/** A word about a state; the colour is never alone in saying it. */
export const badge = (tone: Tone, text: Part): Html =>
  html`<span class="badge" data-tone="${tone}">${text}</span>`

/** There is nothing yet, and how something comes. */
export const emptyState = (title: Part, text: Part): Html =>
  html`<div class="empty"><h2>${title}</h2><div>${text}</div></div>`

/** A command to be copied, in one line or several. */
export const command = (text: string): Html =>
  html`<pre class="command" dir="ltr" tabindex="0"><code>${text}</code></pre>`

/** The way to the next page of a list, where there is one. */
export const pager = (
  { words }: Pick<Scene, 'words'>,
  next: string | null,
  first: string | null,
): Html | null =>
  next === null && first === null
    ? null
    : html`<nav class="pager" aria-label="${words.text.pages}">${
        first && html`<a class="button small" href="${first}">${words.text.first_page}</a>`
      }${next && html`<a class="button small" rel="next" href="${next}">${words.text.next_page}</a>`}</nav>`

/** A figure with its name below. `href`: where its rows are. */
export const figure = (name: Part, value: Part, href: string | null = null): Html =>
  html`<div class="figure"><p class="value">${href === null ? value : html`<a href="${href}">${value}</a>`}</p><p class="name">${name}</p></div>`
