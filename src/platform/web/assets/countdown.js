// @ts-check
// Counts down to the time when the price expires, by the server's clock.

import { announce, getPanel, language, now, page, setText } from './page.js'

const minuteMs = 60_000
/** The clock appears, and the server renders the notice, when this much time is left. */
const endingMs = Number(page.dataset.endingMs)
/** The announcement made last. @type {'none' | 'minutes' | 'seconds'} */
let lastAnnounced = 'none'
/** When the running countdown ends. @type {string | undefined} */
let currentDeadline
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
  const { until: expiresAt, state } = getPanel().dataset
  if (!expiresAt || state === 'over') return
  if (expiresAt !== currentDeadline) {
    currentDeadline = expiresAt
    lastAnnounced = 'none'
  }
  const leftMs = Number(expiresAt) - now()
  if (leftMs <= 0) {
    currentDeadline = undefined
    void refresh()
    return
  }
  setText('[data-left]', formatTimeLeft(leftMs))
  setText(
    '[data-left-long]',
    leftMs < endingMs ? formatClock(leftMs) : longMinutes.format(Math.ceil(leftMs / minuteMs)),
  )
  announceTimeLeft(leftMs)
  // The server also switches to `ending` now.
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
  const { minutesMessage = '', secondsMessage = '' } = page.dataset
  if (leftMs <= minuteMs / 2 && lastAnnounced !== 'seconds') {
    lastAnnounced = 'seconds'
    announce(secondsMessage)
  } else if (leftMs <= endingMs && leftMs > minuteMs / 2 && lastAnnounced === 'none') {
    lastAnnounced = 'minutes'
    announce(minutesMessage.replace('{time}', longMinutes.format(Math.ceil(leftMs / minuteMs))))
  }
}
