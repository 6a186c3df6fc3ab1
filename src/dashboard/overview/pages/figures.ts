import { formatDecimal } from '../../../kernel/money.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { renderEmptyState } from '../../pages/components.ts'
import { isolateLeftToRight, renderMoney } from '../../pages/translator.ts'
import type { CurrencyRevenue } from '../figures.ts'
import { type Charts, defaultPeriod, type PeriodFigures, type PeriodName, periodNames } from '../overview.ts'
import { renderBarChart, renderBarTable } from './bars.ts'
import { linkToInvoices, type OverviewContext } from './rows.ts'
import { renderSharesChart, renderSharesTable } from './shares.ts'
import { renderPaymentTimesChart } from './times.ts'

/** Revenue of today, the last 7 and the last 30 days: large for the account's own currency, one line for each other currency. */
export function renderFigureCards(context: OverviewContext, figures: readonly PeriodFigures[]): Html {
  const { translator, owner } = context
  const { text } = translator
  const renderCard = ({ name, span, revenue: [mainRevenue, ...others] }: PeriodFigures): Html => {
    const renderRevenue = ({ sum, currency }: CurrencyRevenue): Html =>
      renderMoney(translator, formatDecimal(sum), currency)
    const renderCount = ({ count }: CurrencyRevenue): Html =>
      translator.format('overview_invoices', { count: translator.formatCount(count) })
    const renderLink = (revenue: CurrencyRevenue, figure: Html) =>
      linkToInvoices(context, revenue, { currency: revenue.currency, span }, figure)
    const renderLine = (other: CurrencyRevenue): Html =>
      html`<li>${renderLink(other, renderRevenue(other))} · ${renderLink(other, renderCount(other))}</li>`
    return html`<li class="card figure"><h3 class="name">${text[`overview_${name}`]}</h3>
<p class="value">${renderLink(mainRevenue, renderRevenue(mainRevenue))}</p><p class="name">${renderLink(mainRevenue, renderCount(mainRevenue))}</p>
${others.length > 0 && html`<ul class="other-figures">${others.map(renderLine)}</ul>`}</li>`
  }
  return html`<h2>${text.overview_figures}</h2><ul class="cards revenue-cards">${figures.map(renderCard)}</ul>
<p class="hint">${translator.format('overview_figures_hint', { zone: isolateLeftToRight(owner.timeZone) })}</p>`
}

/** Selects the period of the charts: one URL for each. */
export function renderPeriodLinks(
  { translator, prefix, grantedAccount }: OverviewContext,
  selected: PeriodName,
): Html {
  const buildHref = (name: PeriodName): string => {
    const query = new URLSearchParams({
      ...(grantedAccount && { account: String(grantedAccount.accountId) }),
      ...(name !== defaultPeriod && { period: name }),
    }).toString()
    return `${prefix}/dashboard${query && `?${query}`}`
  }
  const renderLink = (name: PeriodName): Html =>
    html`<li><a href="${buildHref(name)}"${name === selected && html` aria-current="true"`}>${translator.text[`overview_${name}`]}</a></li>`
  return html`<nav class="nav-links periods" aria-label="${translator.text.overview_period}"><ul>${periodNames.map(renderLink)}</ul></nav>`
}

/** Charts of one period. Only the contents of permanent elements update, so opened details stay open. */
export function renderCharts(context: OverviewContext, charts: Charts): Html {
  const { translator, owner } = context
  const { text } = translator
  const isEmpty = charts.shares.length === 0
  const title = charts.period === 'today' ? text.overview_per_hour : text.overview_per_day
  const emptyTitle = translator.format('overview_nothing', { currency: owner.currency })
  const shares = html`${renderSharesChart(context, charts)}${renderSharesTable(context, charts)}`
  return html`<section class="card wide chart-card"><h3>${title}</h3>
<div data-live="bars">${isEmpty ? renderEmptyState(emptyTitle, html`<p>${text.overview_nothing_text}</p>`) : renderBarChart(context, charts)}</div>
<details><summary>${text.overview_show_table}</summary><div data-live="bars-table">${renderBarTable(context, charts)}</div></details></section>
<div class="columns"><section class="card wide chart-card"><h3>${text.overview_shares}</h3>
<div class="shares" data-live="shares">${isEmpty ? null : shares}</div></section>
<section class="card wide chart-card"><h3>${text.overview_times}</h3><div class="payment-times" data-live="times">${renderPaymentTimesChart(context, charts)}</div></section></div>`
}
