// @ts-check
// Counts down to the time when the price expires, by the server's clock.

import { announce, getPanel, language, now, page, setText } from './page.js'

const minuteMs = 60_000
/** The clock appears, and the server renders the notice, when this much time is left. */
const endingMs = Number(page.dataset.endingMs)
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
  const leftMs = Number(until) - now()
  if (leftMs <= 0) {
    countedUntil = undefined
    void refresh()
    return
  }
  setText('[data-left]', formatTimeLeft(leftMs))
  setText(
    '[data-left-long]',
    leftMs < endingMs ? formatClock(leftMs) : longMinutes.format(Math.ceil(leftMs / minuteMs)),
  )
  announceTimeLeft(leftMs)
  // The server switches to `ending` now too.
  if (state === 'waiting' && leftMs <= endingMs) void refresh()
}

/** @param {number} leftMs */
function formatTimeLeft(leftMs) {
  const { timeLeft = '' } = page.dataset
  if (leftMs < endingMs) return timeLeft.replace('{time}', formatClock(leftMs))
  return timeLeft.replace('{time}', shortMinutes.format(Math.floor(leftMs / minuteMs)))
}

/** Example: `1:09`. @param {number} leftMs */
function formatClock(leftMs) {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Screen readers get two announcements, not one per second. @param {number} leftMs */
function announceTimeLeft(leftMs) {
  const { minutes = '', seconds = '' } = page.dataset
  if (leftMs <= minuteMs / 2 && lastAnnounced > 1) {
    lastAnnounced = 1
    announce(seconds)
  } else if (leftMs <= endingMs && leftMs > minuteMs / 2 && lastAnnounced > 2) {
    lastAnnounced = 2
    announce(minutes.replace('{time}', longMinutes.format(Math.ceil(leftMs / minuteMs))))
  }
}
