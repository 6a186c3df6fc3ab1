// @ts-check
// Keeps parts of a page as they are on the server: those with `data-live="<name>"`, read again from the page's own address when something
// happens to the account. Without this script a page shows what was so when it came.
// `data-say`: a part's state in words, read out when it changes. `data-look`: seconds after which the page is looked at anyway, for what
// is no event.

import { sync } from './sync.js'

const main = /** @type {HTMLElement} */ (document.getElementById('content'))
const address = main.dataset.events ?? ''

/* Looking */

/** Many events at once are one look. */
const gatherMs = 150
const patienceMs = 10_000
const shortestWaitMs = 2_000
const longestWaitMs = 60_000
/** Nobody sees more of it than its title. */
const hiddenFactor = 10

/** @type {ReturnType<typeof setTimeout> | undefined} */
let planned
let plannedFor = Number.POSITIVE_INFINITY
let looking = false
let again = false
let over = false
/** Was the page's address answered with such a page? What stands behind a form that was not taken has none of its own. */
let seen = false
let failedWaitMs = shortestWaitMs

/** @param {number} [afterMs] */
function look(afterMs = gatherMs) {
  if (over) return
  if (looking && afterMs === gatherMs) {
    again = true
    return
  }
  const at = Date.now() + afterMs
  if (at >= plannedFor) return
  clearTimeout(planned)
  plannedFor = at
  planned = setTimeout(draw, afterMs)
}

async function draw() {
  plannedFor = Number.POSITIVE_INFINITY
  looking = true
  again = false
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const answer = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store', signal })
    if (answer.redirected || [401, 403, 404].includes(answer.status)) return close(answer.redirected)
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    show(await answer.text())
    seen = true
    failedWaitMs = shortestWaitMs
    const seconds = Math.min(...lookAfter())
    if (Number.isFinite(seconds)) look(seconds * 1_000 * (document.hidden ? hiddenFactor : 1))
  } catch {
    look(failedWaitMs)
    failedWaitMs = Math.min(failedWaitMs * 2, longestWaitMs)
  } finally {
    looking = false
    if (again) look()
  }
}

/**
 * Signed out, or no longer to be seen: the page itself says so, unless somebody has typed something into it. Not a form's answer again.
 * @param {boolean} leads is there another page to go to?
 */
function close(leads) {
  over = true
  clearTimeout(planned)
  hush()
  if ((seen || leads) && !isTyping()) location.replace(location.href)
}

function isTyping() {
  return [...document.querySelectorAll('input, textarea, select')].some((each) => {
    if (each instanceof HTMLSelectElement) {
      const usual = [...each.options].findIndex(({ defaultSelected }) => defaultSelected)
      return each.selectedIndex !== Math.max(usual, 0)
    }
    const { type, value, defaultValue, checked, defaultChecked } = /** @type {HTMLInputElement} */ (each)
    return type === 'checkbox' ? checked !== defaultChecked : type !== 'hidden' && value !== defaultValue
  })
}

/* Showing */

const parts = () => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-live]'))
const lookAfter = () => [...parts()].flatMap(({ dataset }) => (dataset.look ? [Number(dataset.look)] : []))

const told = document.createElement('p')
told.className = 'unseen'
told.setAttribute('role', 'status')
main.append(told)

/** @param {string} text */
function show(text) {
  const fresh = new DOMParser().parseFromString(text, 'text/html')
  /** @type {string[]} */
  const said = []
  for (const part of parts()) {
    /** @type {HTMLElement | null} */
    const next = fresh.querySelector(`[data-live="${CSS.escape(part.dataset.live ?? '')}"]`)
    if (!next) continue
    const { say: before } = part.dataset
    const focused = part.contains(document.activeElement)
    sync(part, next)
    if (focused && document.activeElement === document.body) focusOn(part)
    const { say: after } = part.dataset
    if (after && after !== before) said.push(after)
  }
  if (said.length > 0) told.textContent = said.join(' ')
  if (fresh.title && fresh.title !== document.title) document.title = fresh.title
}

/** What had the focus is gone: it goes on where the part begins. @param {HTMLElement} part */
function focusOn(part) {
  const place = /** @type {HTMLElement} */ (part.querySelector('h1, h2, h3') ?? part)
  place.tabIndex = -1
  place.focus({ preventScroll: true })
}

/* Hearing */

/** A browser keeps few connections to one server: a page that nobody looks at gives its own back after a while. */
const hiddenMs = 30_000

/** @type {EventSource | undefined} */
let events
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting
let waitMs = shortestWaitMs

function listen() {
  clearTimeout(resting)
  if (over || events) return
  const source = new EventSource(address)
  events = source
  source.addEventListener('open', () => {
    waitMs = shortestWaitMs
    // Between drawing the page and hearing, something may have happened.
    look()
  })
  source.addEventListener('message', ({ data }) => data && look())
  source.addEventListener('error', () => {
    // What was answered with an error is not asked again by the browser itself.
    if (source.readyState !== EventSource.CLOSED) return
    hush()
    look()
    resting = setTimeout(listen, waitMs)
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  })
}

function hush() {
  clearTimeout(resting)
  events?.close()
  events = undefined
}

document.addEventListener('visibilitychange', () => {
  clearTimeout(resting)
  if (document.hidden) resting = setTimeout(hush, hiddenMs)
  else wake()
})
addEventListener('pagehide', hush)
addEventListener('pageshow', ({ persisted }) => persisted && wake())
addEventListener('online', wake)

function wake() {
  listen()
  look()
}

listen()
if (document.hidden) resting = setTimeout(hush, hiddenMs)
