// @ts-check
// Live updates: on an event of the account, reloads the elements with `data-live="<name>"` from the page's own URL. Without this script,
// the page stays as it was loaded.
// `data-announce`: a text that screen readers announce when it changes. `data-poll`: polling interval in seconds, for changes
// that raise no event, and for pages whose user may not read the account's events.

import { sync } from './sync.js'

const main = /** @type {HTMLElement} */ (document.getElementById('content'))
const eventsUrl = main.dataset.events ?? ''

/* Polling */

/** Combines events that arrive together into one request. */
const debounceMs = 150
const timeoutMs = 10_000
const minWaitMs = 2_000
const maxWaitMs = 60_000
/** A hidden tab shows no more than its title, so it polls less often. */
const hiddenFactor = 10

/** @type {ReturnType<typeof setTimeout> | undefined} */
let reloadTimer
let reloadAt = Number.POSITIVE_INFINITY
let isReloading = false
let reloadAgain = false
let isClosed = false
/** Whether the page has been reloaded from its URL at least once. The response to a rejected form has no URL of its own. */
let hasReloaded = false
let retryMs = minWaitMs

/** @param {number} [afterMs] */
function scheduleReload(afterMs = debounceMs) {
  if (isClosed) return
  if (isReloading && afterMs === debounceMs) {
    reloadAgain = true
    return
  }
  const at = Date.now() + afterMs
  if (at >= reloadAt) return
  clearTimeout(reloadTimer)
  reloadAt = at
  reloadTimer = setTimeout(reload, afterMs)
}

function schedulePoll() {
  const seconds = Math.min(...listPollIntervals())
  if (Number.isFinite(seconds)) scheduleReload(seconds * 1_000 * (document.hidden ? hiddenFactor : 1))
}

async function reload() {
  reloadAt = Number.POSITIVE_INFINITY
  isReloading = true
  reloadAgain = false
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(location.href, {
      headers: { accept: 'text/html' },
      cache: 'no-store',
      signal,
    })
    if (response.redirected || [401, 403, 404].includes(response.status)) return close(response.redirected)
    if (!response.ok) throw new Error(`status ${response.status}`)
    updatePage(await response.text())
    hasReloaded = true
    retryMs = minWaitMs
    schedulePoll()
  } catch {
    scheduleReload(retryMs)
    retryMs = Math.min(retryMs * 2, maxWaitMs)
  } finally {
    isReloading = false
    if (reloadAgain) scheduleReload()
  }
}

/**
 * Reloads the page when the user is signed out or can no longer see it, unless the user has typed something. Never submits a form again.
 * @param {boolean} isRedirected whether the server redirected
 */
function close(isRedirected) {
  isClosed = true
  clearTimeout(reloadTimer)
  disconnect()
  if ((hasReloaded || isRedirected) && !hasTypedInput()) location.replace(location.href)
}

function hasTypedInput() {
  return [...document.querySelectorAll('input, textarea, select')].some((field) => {
    if (field instanceof HTMLSelectElement) {
      const defaultIndex = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
      return field.selectedIndex !== Math.max(defaultIndex, 0)
    }
    const { type, value, defaultValue, checked, defaultChecked } = /** @type {HTMLInputElement} */ (field)
    return type === 'checkbox' ? checked !== defaultChecked : type !== 'hidden' && value !== defaultValue
  })
}

/* Rendering */

const liveElements = () => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-live]'))
const listPollIntervals = () =>
  [...liveElements()].flatMap(({ dataset }) => (dataset.poll ? [Number(dataset.poll)] : []))

const announcer = document.createElement('p')
announcer.className = 'visually-hidden'
announcer.setAttribute('role', 'status')
main.append(announcer)

/** @param {string} html */
function updatePage(html) {
  const nextDocument = new DOMParser().parseFromString(html, 'text/html')
  /** @type {string[]} */
  const announcements = []
  for (const element of liveElements()) {
    /** @type {HTMLElement | null} */
    const next = nextDocument.querySelector(`[data-live="${CSS.escape(element.dataset.live ?? '')}"]`)
    if (!next) continue
    const { announce: before } = element.dataset
    const hasFocus = element.contains(document.activeElement)
    sync(element, next)
    if (hasFocus && document.activeElement === document.body) focusOn(element)
    const { announce: after } = element.dataset
    if (after && after !== before) announcements.push(after)
  }
  if (announcements.length > 0) announcer.textContent = announcements.join(' ')
  if (nextDocument.title && nextDocument.title !== document.title) document.title = nextDocument.title
}

/** Moves the focus to the start of an element whose focused descendant was removed. @param {HTMLElement} element */
function focusOn(element) {
  const target = /** @type {HTMLElement} */ (element.querySelector('h1, h2, h3') ?? element)
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/* Events */

/** Browsers limit the connections to one server, so a hidden page closes its own after a while. */
const hiddenMs = 30_000

/** @type {EventSource | undefined} */
let events
/** @type {ReturnType<typeof setTimeout> | undefined} */
let connectTimer
let reconnectMs = minWaitMs

function listen() {
  clearTimeout(connectTimer)
  if (isClosed || events || !eventsUrl) return
  const source = new EventSource(eventsUrl)
  events = source
  source.addEventListener('open', () => {
    reconnectMs = minWaitMs
    // Events between rendering the page and subscribing were missed.
    scheduleReload()
  })
  source.addEventListener('message', ({ data }) => data && scheduleReload())
  source.addEventListener('error', () => {
    // After an error response, the browser doesn't reconnect by itself.
    if (source.readyState !== EventSource.CLOSED) return
    disconnect()
    scheduleReload()
    connectTimer = setTimeout(listen, reconnectMs)
    reconnectMs = Math.min(reconnectMs * 2, maxWaitMs)
  })
}

function disconnect() {
  clearTimeout(connectTimer)
  events?.close()
  events = undefined
}

document.addEventListener('visibilitychange', () => {
  clearTimeout(connectTimer)
  if (document.hidden) connectTimer = setTimeout(disconnect, hiddenMs)
  else wake()
})
addEventListener('pagehide', disconnect)
addEventListener('pageshow', ({ persisted }) => persisted && wake())
addEventListener('online', wake)

function wake() {
  listen()
  scheduleReload()
}

listen()
schedulePoll()
if (document.hidden) connectTimer = setTimeout(disconnect, hiddenMs)
