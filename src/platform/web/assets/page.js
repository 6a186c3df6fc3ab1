// @ts-check
// Helpers shared by the checkout page's scripts.

export const page = /** @type {HTMLElement} */ (document.getElementById('checkout'))
export const language = document.documentElement.lang
/** The server's clock minus this one, in milliseconds. */
let clockOffsetMs = Number(page.dataset.now) - Date.now()
export const now = () => Date.now() + clockOffsetMs

export const getPanel = () => /** @type {HTMLElement} */ (document.getElementById('panel'))
/** @param {string} id */
export const find = (id) => document.getElementById(id)

/** Adjusts `now` to the server's clock. @param {Response} response */
export function syncClock(response) {
  const time = Number(response.headers.get('x-server-time'))
  if (time > 0) clockOffsetMs = time - Date.now()
}

/** Shows times in the user's time zone. @param {ParentNode} root */
export function localise(root) {
  const clock = /** @type {const} */ ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = /** @type {const} */ ({ year: 'numeric', month: 'short', day: 'numeric', ...clock })
  const locale = language === 'ar' ? 'ar-u-nu-latn' : language
  for (const element of root.querySelectorAll('time[data-local]')) {
    const time = /** @type {HTMLTimeElement} */ (element)
    const format = new Intl.DateTimeFormat(locale, time.dataset.local === 'time' ? clock : day)
    time.textContent = format.format(new Date(time.dateTime))
  }
}

/** Announces text to screen readers. @param {string} text */
export function announce(text) {
  const line = find('announce')
  if (line) line.textContent = text
}

/** @param {string} selector @param {string} text */
export function setText(selector, text) {
  const element = getPanel().querySelector(selector)
  if (element && element.textContent !== text) element.textContent = text
}
