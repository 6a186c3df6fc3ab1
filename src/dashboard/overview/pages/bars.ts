import { scaleBand, scaleLinear } from 'd3-scale'
import { formatDecimal } from '../../../kernel/money.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { directions } from '../../../platform/web/language.ts'
import { renderMoney } from '../../pages/translator.ts'
import type { Bar, Charts } from '../overview.ts'
import { createAxisFormatter, createDateFormatter } from './formats.ts'
import { linkToInvoices, type OverviewContext, renderTable } from './rows.ts'

/** Positions in percent of the chart's height, with the labels below the bars. The stylesheet sets the chart's size. */
const plot = { top: 4, bottom: 86, labels: 97 }

/** A bar per day, or per hour of today. All positions are percentages, so text keeps its size on every screen. */
export function renderBarChart(context: OverviewContext, { bars, period }: Charts): Html | null {
  const { translator, owner } = context
  const { language, text } = translator
  const formatSum = ({ sum }: Bar): string => translator.formatMoney(formatDecimal(sum), owner.currency)
  const isToday = period === 'today'
  const formatDate = createDateFormatter(language, isToday ? 'time' : 'short', owner.timeZone)
  const indexes = bars.map((_bar, index) => index)
  const isRightToLeft = directions[language] === 'rtl'
  const xScale = scaleBand<number>(indexes, isRightToLeft ? [100, 0] : [0, 100])
    .paddingInner(bars.length > 7 ? 0.25 : 0.45)
    .paddingOuter(bars.length > 7 ? 0.2 : 0.25)
  const peak = Math.max(...bars.map(getHeight))
  const highest = bars.find((bar) => getHeight(bar) === peak)
  if (!highest) return null
  const yScale = scaleLinear([0, peak], [plot.bottom, plot.top]).nice(3)
  const toY = (value: number): number => roundToHundredths(yScale(value))
  const barWidth = roundToHundredths(xScale.bandwidth())
  const formatTick = createAxisFormatter(language, owner.currency)

  const renderLine = (value: number): Html =>
    html`<line class="${value === 0 ? 'baseline' : 'grid-line'}" x1="0" x2="100%" y1="${toY(value)}%" y2="${toY(value)}%"/>`
  const renderAmount = (value: number): Html =>
    html`<text class="axis" x="${isRightToLeft ? '0' : '100%'}" y="${toY(value)}%" dy="0.35em" text-anchor="end">${formatTick(value)}</text>`
  const renderBar = (bar: Bar, index: number): Html | null => {
    if (bar.count === 0) return null
    const y = Math.min(toY(getHeight(bar)), plot.bottom - 1)
    return html`<g><title>${formatDate(bar.span.from)}: ${formatSum(bar)}</title><rect class="bar" x="${roundToHundredths(xScale(index) ?? 0)}%" y="${y}%" width="${barWidth}%" height="${roundToHundredths(plot.bottom - y)}%" rx="3"/></g>`
  }
  const labelledIndexes = indexes.filter((index) => index % getLabelInterval(bars.length) === 0)
  // A phone has room for every third daily label, or every second weekly one.
  const isHiddenOnPhones = (index: number): boolean =>
    bars.length <= 7 ? index % 3 > 0 : bars.length > 26 && index % 14 > 0
  const renderLabel = (index: number): Html =>
    html`<text class="axis${isHiddenOnPhones(index) && html` hidden-on-phones`}" x="${roundToHundredths((xScale(index) ?? 0) + barWidth / 2)}%" y="${plot.labels}%" text-anchor="middle">${formatDate(bars[index]?.span.from ?? 0)}</text>`

  const title = isToday ? text.overview_per_hour : text.overview_per_day
  const [first, last] = [bars[0], bars.at(-1)]
  const description = {
    from: formatDate(first?.span.from ?? 0),
    to: formatDate(last?.span.from ?? 0),
    sum: formatSum(highest),
    period: formatDate(highest.span.from),
  }
  return html`<div class="plot"><svg class="chart bars" aria-hidden="true">${yScale.ticks(3).map(renderAmount)}</svg>
<svg class="chart bars" role="img" aria-labelledby="bars-title bars-desc">
<title id="bars-title">${title}</title><desc id="bars-desc">${translator.format('overview_bars_desc', description)}</desc>
${yScale.ticks(3).map(renderLine)}${bars.map(renderBar)}${labelledIndexes.map(renderLabel)}</svg></div>`
}

/** The same data as a table, newest first, with links to the invoices. */
export function renderBarTable(context: OverviewContext, { bars, period, now }: Charts): Html {
  const { translator, owner } = context
  const { language, text } = translator
  const isToday = period === 'today'
  const formatDate = createDateFormatter(language, isToday ? 'time' : 'long', owner.timeZone)
  const renderRow = (bar: Bar) => {
    const filters = { currency: owner.currency, span: bar.span }
    return [
      html`<time datetime="${new Date(bar.span.from).toISOString()}">${formatDate(bar.span.from)}</time>`,
      linkToInvoices(context, bar, filters, renderMoney(translator, formatDecimal(bar.sum), owner.currency)),
      linkToInvoices(context, bar, filters, translator.formatCount(bar.count)),
    ]
  }
  return renderTable(
    isToday ? text.overview_per_hour : text.overview_per_day,
    [
      { label: isToday ? text.overview_hour : text.overview_day },
      { label: text.overview_sum, isNumber: true },
      { label: text.overview_count, isNumber: true },
    ],
    bars
      .filter(({ span }) => span.from <= now)
      .map(renderRow)
      .reverse(),
  )
}

/** A float is precise enough for a bar's height. Displayed amounts are exact. */
const getHeight = ({ sum }: Bar): number => Number(formatDecimal(sum))

/** 0.01 percent is finer than any screen. */
const roundToHundredths = (value: number): number => Math.round(value * 100) / 100

/** Spacing of the labels, so that they don't touch on a phone. */
const getLabelInterval = (bars: number): number => (bars <= 7 ? 1 : bars <= 26 ? 6 : 7)
