import { scaleLinear } from 'd3-scale'
import { type Html, html } from '../../../platform/web/html.ts'
import { directions } from '../../../platform/web/language.ts'
import type { Charts } from '../overview.ts'
import type { TimeBucket } from '../payment-times.ts'
import { formatShortDuration } from './formats.ts'
import { type OverviewContext, renderTable } from './rows.ts'

/** Renders time to payment: the median and a histogram. Each table row shows a bucket's bar and count. */
export function renderPaymentTimesChart(
  { translator }: OverviewContext,
  { times, areTimesPartial }: Charts,
): Html | null {
  const { language, text } = translator
  const { medianMs, buckets, count } = times
  if (medianMs === null) return null
  const scale = scaleLinear([0, Math.max(1, ...buckets.map((each) => each.count))], [0, 100])
  const isRightToLeft = directions[language] === 'rtl'
  const renderRow = ({ overMs, withinMs, count }: TimeBucket) => {
    const width = Math.round(scale(count))
    const over = formatShortDuration(language, overMs)
    return [
      withinMs === null
        ? translator.format('overview_over', { time: over })
        : overMs === 0
          ? translator.format('overview_up_to', { time: formatShortDuration(language, withinMs) })
          : translator.format('overview_between', { over, time: formatShortDuration(language, withinMs) }),
      html`<svg class="meter" aria-hidden="true"><rect class="bar" x="${isRightToLeft ? 100 - width : 0}%" width="${width}%" height="100%" rx="3"/></svg>`,
      translator.formatCount(count),
    ]
  }
  const median = html`<strong>${formatShortDuration(language, medianMs)}</strong>`
  return html`<p>${translator.format('overview_times_text', { time: median })}${areTimesPartial && html` ${translator.format('overview_times_sample', { count: translator.formatCount(count) })}`}</p>
${renderTable(
  text.overview_times,
  [
    { label: text.overview_time },
    { label: text.overview_share },
    { label: text.overview_count, isNumber: true },
  ],
  buckets.map(renderRow),
)}`
}
