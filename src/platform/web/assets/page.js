// @ts-check
// Page access shared by the checkout page's scripts.

export const page = /** @type {HTMLElement} */ (document.getElementById('checkout'))
export const language = document.documentElement.lang
/** How far the server's clock is ahead of this one, in milliseconds. */
let ahead = Number(page.dataset.now) - Date.now()
export const now = () => Date.now() + ahead

export const panel = () => /** @type {HTMLElement} */ (document.getElementById('panel'))
/** @param {string} id */
export const find = (id) => document.getElementById(id)

/** @param {Response} answer */
export function noteClock(answer) {
  const time = Number(answer.headers.get('x-server-time'))
  if (time > 0) ahead = time - Date.now()
}

/** Shows times in the reader's own time zone. @param {ParentNode} root */
export function localise(root) {
  const clock = /** @type {const} */ ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = /** @type {const} */ ({ year: 'numeric', month: 'short', day: 'numeric', ...clock })
  const tagOf = language === 'ar' ? 'ar-u-nu-latn' : language
  for (const each of root.querySelectorAll('time[data-local]')) {
    const time = /** @type {HTMLTimeElement} */ (each)
    const format = new Intl.DateTimeFormat(tagOf, time.dataset.local === 'time' ? clock : day)
    time.textContent = format.format(new Date(time.dateTime))
  }
}

/** @param {string} text */
export function say(text) {
  const line = find('announce')
  if (line) line.textContent = text
}

/** @param {string} selector @param {string} text */
export function write(selector, text) {
  const place = panel().querySelector(selector)
  if (place && place.textContent !== text) place.textContent = text
}
