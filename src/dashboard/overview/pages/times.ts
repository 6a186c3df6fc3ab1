import { scaleLinear } from 'd3-scale'
import { type Html, html } from '../../../platform/web/html.ts'
import { directions } from '../../../platform/web/language.ts'
import type { Pictures } from '../overview.ts'
import type { TimeClass } from '../payment-times.ts'
import { duration } from './formats.ts'
import { type OverviewContext, tally } from './rows.ts'

/** How long payers take: the median, and a bar per class. The table is the chart: each bar is beside its count. */
export function timesPicture({ words }: OverviewContext, { times, timesCut }: Pictures): Html | null {
  const { language, text } = words
  const { medianMs, classes, count } = times
  if (medianMs === null) return null
  const along = scaleLinear([0, Math.max(1, ...classes.map((each) => each.count))], [0, 100])
  const isRightToLeft = directions[language] === 'rtl'
  const row = ({ overMs, withinMs, count }: TimeClass) => {
    const width = Math.round(along(count))
    const over = duration(language, overMs)
    return [
      withinMs === null
        ? words.say('overview_over', { time: over })
        : overMs === 0
          ? words.say('overview_up_to', { time: duration(language, withinMs) })
          : words.say('overview_between', { over, time: duration(language, withinMs) }),
      html`<svg class="meter" aria-hidden="true"><rect class="bar" x="${isRightToLeft ? 100 - width : 0}%" width="${width}%" height="100%" rx="3"/></svg>`,
      words.count(count),
    ]
  }
  const median = html`<strong>${duration(language, medianMs)}</strong>`
  return html`<p>${words.say('overview_times_text', { time: median })}${timesCut && html` ${words.say('overview_times_sample', { count: words.count(count) })}`}</p>
${tally(
  text.overview_times,
  [
    { label: text.overview_time },
    { label: text.overview_share },
    { label: text.overview_count, isNumber: true },
  ],
  classes.map(row),
)}`
}
