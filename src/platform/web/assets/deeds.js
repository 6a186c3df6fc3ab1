// @ts-check
// What the page does for its reader: copies, and goes back to the shop.

import { find, page, say, write } from './page.js'

/** @param {HTMLElement} button */
export async function copy(button) {
  const label = button.querySelector('span')
  if (!label) return
  const before = label.textContent
  try {
    await navigator.clipboard.writeText(button.dataset.copy ?? '')
  } catch {
    return choose(button.dataset.copy ?? '')
  }
  label.textContent = button.dataset.copied ?? ''
  say(button.dataset.copied ?? '')
  setTimeout(() => {
    label.textContent = before
  }, 2_000)
}

/** Where the clipboard is closed to us, the reader's own hand copies. @param {string} text */
function choose(text) {
  window.prompt(find('copy-link')?.textContent ?? '', text)
}

/** @type {ReturnType<typeof setInterval> | undefined} */
let leaving
let mayLeave = true

/** Back to the shop after a while, for who has seen the payment come and does nothing. */
export function leave() {
  if (!mayLeave || leaving !== undefined) return
  const line = find('returning')
  const link = /** @type {HTMLAnchorElement | null} */ (find('return'))
  if (!line || !link || page.dataset.embed) return
  line.hidden = false
  let seconds = 5
  leaving = setInterval(() => {
    const current = find('returning')
    if (!current) return stay()
    current.hidden = false
    seconds--
    write('[data-seconds]', String(seconds))
    if (seconds > 0) return
    stay()
    location.assign(link.href)
  }, 1_000)
}

/** The reader, or the end of the countdown, has decided. */
export function stay() {
  clearInterval(leaving)
  leaving = undefined
  mayLeave = false
  const line = find('returning')
  if (line) line.hidden = true
}
