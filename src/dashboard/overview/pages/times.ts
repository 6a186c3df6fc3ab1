import { scaleLinear } from 'd3-scale'
import { type Html, html } from '../../../platform/web/html.ts'
import { directions } from '../../../platform/web/language.ts'
import type { Pictures } from '../overview.ts'
import type { TimeClass } from '../payment-times.ts'
import { duration } from './formats.ts'
import { type Drawing, tally } from './rows.ts'

/** How long payers take: the median, and a bar for each class. The table is the picture: its bars are beside their numbers. */
export function timesPicture({ words }: Drawing, { times, timesCut }: Pictures): Html | null {
  const { language, text } = words
  const { medianMs, classes, count } = times
  if (medianMs === null) return null
  const along = scaleLinear([0, Math.max(1, ...classes.map((each) => each.count))], [0, 100])
  const isRightToLeft = directions[language] === 'rtl'
  const row = ({ withinMs, count }: TimeClass) => {
    const width = Math.round(along(count))
    return [
      withinMs === null
        ? text.overview_longer
        : words.say('overview_within', { time: duration(language, withinMs) }),
      html`<svg class="meter" aria-hidden="true"><rect class="bar" x="${isRightToLeft ? 100 - width : 0}%" width="${width}%" height="100%" rx="3"/></svg>`,
      words.count(count),
    ]
  }
  const median = html`<strong>${duration(language, medianMs)}</strong>`
  return html`<p>${words.say('overview_times_text', { time: median })}${timesCut && html` ${words.say('overview_times_cut', { count: words.count(count) })}`}</p>
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
