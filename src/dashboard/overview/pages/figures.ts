import { formatDecimal } from '../../../kernel/money.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { emptyState } from '../../pages/parts.ts'
import { leftToRight, moneyOf } from '../../pages/words.ts'
import type { TakingsIn } from '../figures.ts'
import {
  defaultPeriod,
  type PeriodFigures,
  type PeriodName,
  type Pictures,
  periodNames,
} from '../overview.ts'
import { barsPicture, barsTable } from './bars.ts'
import { type OverviewContext, rowsLink } from './rows.ts'
import { sharesPicture, sharesTable } from './shares.ts'
import { timesPicture } from './times.ts'

/** Revenue of today, the last 7 and the last 30 days: large for the account's own currency, one line for each other currency. */
export function figureCards(drawing: OverviewContext, figures: readonly PeriodFigures[]): Html {
  const { words, owner } = drawing
  const { text } = words
  const card = ({ name, span, takings: [own, ...others] }: PeriodFigures): Html => {
    const money = ({ sum, currency }: TakingsIn): Html => moneyOf(words, formatDecimal(sum), currency)
    const counted = ({ count }: TakingsIn): Html =>
      words.say('overview_invoices', { count: words.count(count) })
    const linked = (takings: TakingsIn, figure: string | Html) =>
      rowsLink(drawing, takings, { currency: takings.currency, span }, figure)
    const line = (other: TakingsIn): Html =>
      html`<li>${linked(other, money(other))} · ${linked(other, counted(other))}</li>`
    return html`<li class="card figure"><h3 class="name">${text[`overview_${name}`]}</h3>
<p class="value">${linked(own, money(own))}</p><p class="name">${linked(own, counted(own))}</p>
${others.length > 0 && html`<ul class="others">${others.map(line)}</ul>`}</li>`
  }
  return html`<h2>${text.overview_figures}</h2><ul class="cards takings">${figures.map(card)}</ul>
<p class="hint">${words.say('overview_figures_hint', { zone: leftToRight(owner.timeZone) })}</p>`
}

/** Selects the period of the charts: one URL for each. */
export function periodLinks({ words, prefix, viewed }: OverviewContext, chosen: PeriodName): Html {
  const href = (name: PeriodName): string => {
    const query = new URLSearchParams({
      ...(viewed && { account: String(viewed.accountId) }),
      ...(name !== defaultPeriod && { period: name }),
    }).toString()
    return `${prefix}/dashboard${query && `?${query}`}`
  }
  const link = (name: PeriodName): Html =>
    html`<li><a href="${href(name)}"${name === chosen && html` aria-current="true"`}>${words.text[`overview_${name}`]}</a></li>`
  return html`<nav class="places periods" aria-label="${words.text.overview_period}"><ul>${periodNames.map(link)}</ul></nav>`
}

/** Charts of one period. Only the contents of permanent elements update, so details that the reader has opened stay open. */
export function picturesOf(drawing: OverviewContext, pictures: Pictures): Html {
  const { words, owner } = drawing
  const { text } = words
  const isEmpty = pictures.shares.length === 0
  const title = pictures.period === 'today' ? text.overview_per_hour : text.overview_per_day
  const nothing = words.say('overview_nothing', { currency: owner.currency })
  const shares = html`${sharesPicture(drawing, pictures)}${sharesTable(drawing, pictures)}`
  return html`<section class="card wide drawn"><h3>${title}</h3>
<div data-live="bars">${isEmpty ? emptyState(nothing, html`<p>${text.overview_nothing_text}</p>`) : barsPicture(drawing, pictures)}</div>
<details><summary>${text.overview_show_table}</summary><div data-live="bars-table">${barsTable(drawing, pictures)}</div></details></section>
<div class="sides"><section class="card wide drawn"><h3>${text.overview_shares}</h3>
<div class="shares" data-live="shares">${isEmpty ? null : shares}</div></section>
<section class="card wide drawn"><h3>${text.overview_times}</h3><div class="times" data-live="times">${timesPicture(drawing, pictures)}</div></section></div>`
}
