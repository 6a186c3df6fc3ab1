// @ts-check
// Actions on the checkout page: copying text, and going back to the shop.

import { copyFrom } from './copy-button.js'
import { announce, find, page, setText } from './page.js'

/** Shows the text where the clipboard is unavailable. @param {HTMLElement} button */
export async function copy(button) {
  const { copy: text = '', copied = '' } = button.dataset
  let isCopied = true
  await copyFrom(button, () => {
    isCopied = false
    window.prompt(button.ariaLabel ?? button.textContent ?? '', text)
  })
  if (isCopied) announce(copied)
}

/** @type {ReturnType<typeof setInterval> | undefined} */
let countdown
let mayRedirect = true

/** Redirects to the shop after five seconds, unless the user cancels. A framed page stays, since the shop's page is around it. */
export function startRedirect() {
  if (!mayRedirect || countdown !== undefined || window.parent !== window) return
  const line = find('returning')
  const link = /** @type {HTMLAnchorElement | null} */ (find('return'))
  if (!line || !link || page.dataset.embed) return
  line.hidden = false
  // Only once: an announcement every second would drown out everything else.
  announce(line.dataset.announcement ?? '')
  let seconds = 5
  countdown = setInterval(() => {
    const current = find('returning')
    if (!current) return cancelRedirect()
    current.hidden = false
    seconds--
    setText('[data-seconds]', String(seconds))
    if (seconds > 0) return
    cancelRedirect()
    // Going back from the shop must not start the countdown again.
    location.replace(link.href)
  }, 1_000)
}

/** Stops the countdown: the user cancelled it, or it has ended. */
export function cancelRedirect() {
  clearInterval(countdown)
  countdown = undefined
  mayRedirect = false
  const line = find('returning')
  if (line) line.hidden = true
}
