// @ts-check
// Counts down to the end of the price by the server's clock.

import { announce, getPanel, language, now, page, setText } from './page.js'

const minuteMs = 60_000
let lastAnnounced = Number.POSITIVE_INFINITY
/** The end of the running countdown. @type {string | undefined} */
let countedUntil
/** @param {'short' | 'long'} unitDisplay */
const createMinutesFormat = (unitDisplay) =>
  new Intl.NumberFormat(language === 'ar' ? 'ar-u-nu-latn' : language, {
    style: 'unit',
    unit: 'minute',
    unitDisplay,
  })
const [longMinutes, shortMinutes] = [createMinutesFormat('long'), createMinutesFormat('short')]

/** @param {() => void} refresh fetches the current state from the server */
export function updateCountdown(refresh) {
  const { until, state } = getPanel().dataset
  if (!until || state === 'over') return
  if (until !== countedUntil) {
    countedUntil = until
    lastAnnounced = Number.POSITIVE_INFINITY
  }
  const left = Number(until) - now()
  if (left <= 0) {
    countedUntil = undefined
    void refresh()
    return
  }
  setText('[data-left]', formatTimeLeft(left))
  setText(
    '[data-left-long]',
    left < 2 * minuteMs ? formatClock(left) : longMinutes.format(Math.ceil(left / minuteMs)),
  )
  announceTimeLeft(left)
  // The server switches to `ending` now too, and renders the notice.
  if (state === 'waiting' && left <= 2 * minuteMs && lastAnnounced === 2) void refresh()
}

/** @param {number} left */
function formatTimeLeft(left) {
  const { timeLeft = '' } = page.dataset
  if (left < 2 * minuteMs) return timeLeft.replace('{time}', formatClock(left))
  return timeLeft.replace('{time}', shortMinutes.format(Math.floor(left / minuteMs)))
}

/** Example: `1:09`. @param {number} left */
function formatClock(left) {
  const seconds = Math.max(0, Math.ceil(left / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Screen readers get two announcements, not one per second. @param {number} left */
function announceTimeLeft(left) {
  const { minutes = '', seconds = '' } = page.dataset
  if (left <= minuteMs / 2 && lastAnnounced > 1) {
    lastAnnounced = 1
    announce(seconds)
  } else if (left <= 2 * minuteMs && left > minuteMs / 2 && lastAnnounced > 2) {
    lastAnnounced = 2
    announce(minutes.replace('{time}', longMinutes.format(Math.ceil(left / minuteMs))))
  }
}
