// @ts-check
// What every part of the checkout page's script needs of the page.

export const page = /** @type {HTMLElement} */ (document.getElementById('checkout'))
export const language = document.documentElement.lang
/** What the server's clock is ahead of this one. */
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

/** Times in the reader's own zone. @param {ParentNode} root */
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
