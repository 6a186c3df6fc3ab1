// @ts-check
// Counts down to the end of the price by the server's clock.

import { language, now, page, panel, say, write } from './page.js'

const minuteMs = 60_000
let announced = Number.POSITIVE_INFINITY
/** @type {string | undefined} */
let countedFor
/** @param {'short' | 'long'} unitDisplay */
const minutesIn = (unitDisplay) =>
  new Intl.NumberFormat(language === 'ar' ? 'ar-u-nu-latn' : language, {
    style: 'unit',
    unit: 'minute',
    unitDisplay,
  })
const [minutesText, minutesShort] = [minutesIn('long'), minutesIn('short')]

/** @param {() => void} look fetches the current state from the server */
export function count(look) {
  const { until, state } = panel().dataset
  if (!until || state === 'over') return
  if (until !== countedFor) {
    countedFor = until
    announced = Number.POSITIVE_INFINITY
  }
  const left = Number(until) - now()
  if (left <= 0) {
    countedFor = undefined
    void look()
    return
  }
  write('[data-left]', leftText(left))
  write(
    '[data-left-long]',
    left < 2 * minuteMs ? clockText(left) : minutesText.format(Math.ceil(left / minuteMs)),
  )
  announce(left)
  // The server switches to `ending` now too, and renders the notice.
  if (state === 'waiting' && left <= 2 * minuteMs && announced === 2) void look()
}

/** @param {number} left */
function leftText(left) {
  const { timeLeft = '', moments = '' } = page.dataset
  if (left < 2 * minuteMs) return timeLeft.replace('{time}', clockText(left))
  const minutes = Math.floor(left / minuteMs)
  return minutes < 1 ? moments : timeLeft.replace('{time}', minutesShort.format(minutes))
}

/** Example: `1:09`. @param {number} left */
function clockText(left) {
  const seconds = Math.max(0, Math.ceil(left / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Screen readers get two announcements, not one per second. @param {number} left */
function announce(left) {
  const { minutes = '', seconds = '' } = page.dataset
  if (left <= minuteMs / 2 && announced > 1) {
    announced = 1
    say(seconds)
  } else if (left <= 2 * minuteMs && left > minuteMs / 2 && announced > 2) {
    announced = 2
    say(minutes.replace('{time}', minutesText.format(Math.ceil(left / minuteMs))))
  }
}
