// @ts-check
// Keeps the checkout page in sync with the server: listens on a WebSocket, polls every few seconds and replaces the panel when it changes.
// Nothing is rendered here. Without this script the page reloads itself.

import { cancelRedirect, copy, startRedirect } from './actions.js'
import { updateCountdown } from './countdown.js'
import { find, getPanel, localise, now, page, setText, syncClock } from './page.js'

/* Polling */

let panelUrl = page.dataset.panel ?? ''
/** ETag of the current panel. */
let etag = page.dataset.etag ?? ''
let isRefreshing = false
let refreshAgain = false
/** @type {ReturnType<typeof setTimeout> | undefined} */
let refreshTimer
let lastRefresh = now()
/** Whether the invoice has been open since this page was loaded. Only then does the page redirect by itself. */
let wasOpen = isOpen()

const hiddenFactor = 5
const timeoutMs = 10_000

function isOpen() {
  return !['paid', 'confirming', 'reversed', 'cancelled', 'expired'].includes(getPanel().dataset.state ?? '')
}

async function refresh() {
  if (isRefreshing) {
    refreshAgain = true
    return
  }
  isRefreshing = true
  clearTimeout(refreshTimer)
  try {
    /** @type {Record<string, string>} */
    const headers = etag ? { 'if-none-match': etag } : {}
    const response = await fetch(panelUrl, {
      headers,
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    })
    syncClock(response)
    if (response.status === 404) return location.reload()
    if (response.status !== 200 && response.status !== 304) throw new Error(`status ${response.status}`)
    hideOffline()
    if (response.status === 200) {
      etag = response.headers.get('etag') ?? ''
      showPanel(await response.text())
    }
  } catch {
    showOffline()
  } finally {
    isRefreshing = false
    scheduleRefresh()
  }
  if (refreshAgain) {
    refreshAgain = false
    await refresh()
  }
}

function scheduleRefresh() {
  clearTimeout(refreshTimer)
  const seconds = Number(getPanel().dataset.poll)
  if (seconds > 0) refreshTimer = setTimeout(refresh, seconds * 1_000 * (document.hidden ? hiddenFactor : 1))
}

/* Rendering */

/** @param {string} html */
function showPanel(html) {
  const next = new DOMParser().parseFromString(html, 'text/html').getElementById('panel')
  const current = getPanel()
  if (!next) return location.reload()
  localise(next)
  const hasChanged = next.dataset.state !== current.dataset.state
  if (hasChanged) next.classList.add('just-changed')
  const focusedId = document.activeElement?.id
  for (const details of current.querySelectorAll('details[open]'))
    next.querySelector(`#${details.id}`)?.setAttribute('open', '')
  suppressRepeatedAlert(current, next)
  current.replaceWith(next)
  if (focusedId && next.ownerDocument.activeElement === document.body) restoreFocus(focusedId, next)
  document.title = next.dataset.title ?? ''
  const status = /** @type {HTMLElement} */ (find('status'))
  status.dataset.state = next.dataset.state
  const line = /** @type {HTMLElement} */ (find('status-text'))
  // Setting the same text again would make screen readers repeat it.
  if (line.textContent !== next.dataset.status) line.textContent = next.dataset.status ?? ''
  startPanel()
  if (hasChanged) notifyOpener()
}

/** Moves the focus to the panel's heading if the focused element is gone. @param {string} id @param {HTMLElement} next */
function restoreFocus(id, next) {
  const heading = next.querySelector('h2')
  if (heading) heading.tabIndex = -1
  const target = find(id) ?? heading
  target?.focus({ preventScroll: true })
}

/** Screen readers shouldn't repeat a rejection that is already shown. @param {HTMLElement} current @param {HTMLElement} next */
function suppressRepeatedAlert(current, next) {
  const [before, after] = [current, next].map(
    (panel) => /** @type {HTMLElement | null} */ (panel.querySelector('#rejection')),
  )
  if (before && after && before.dataset.at === after.dataset.at) after.removeAttribute('role')
}

/* Behaviour of the panel */

/** @type {ReturnType<typeof setTimeout> | undefined} */
let slowNoticeTimer

function startPanel() {
  clearTimeout(slowNoticeTimer)
  const waiting = /** @type {HTMLElement | null} */ (getPanel().querySelector('[data-slow]'))
  if (waiting) slowNoticeTimer = setTimeout(() => setText('[data-slow]', waiting.dataset.slow ?? ''), 15_000)
  updateCountdown(refresh)
  if (isOpen()) wasOpen = true
  else if (wasOpen || 'returns' in page.dataset) startRedirect()
}

page.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target)
  const button = /** @type {HTMLElement | null} */ (target.closest('[data-copy]'))
  if (button) return void copy(button)
  if (target.closest('[data-print]')) return window.print()
  // A Refresh header can't be cancelled by a script. The link loads the same page without the header.
  if (target.closest('#stay') && !('returns' in page.dataset)) {
    event.preventDefault()
    cancelRedirect()
    return find('return')?.focus()
  }
  const coin = /** @type {HTMLAnchorElement | null} */ (target.closest('a[data-coin]'))
  if (!coin || event.metaKey || event.ctrlKey || event.shiftKey || getPanel().dataset.state === 'over') return
  event.preventDefault()
  chooseCoin(coin)
})

/** Switches the coin without leaving the page. @param {HTMLAnchorElement} link */
function chooseCoin(link) {
  history.replaceState(null, '', link.href)
  const url = new URL(panelUrl, location.href)
  url.searchParams.set('coin', link.dataset.coin ?? '')
  panelUrl = url.href
  etag = ''
  for (const languageLink of document.querySelectorAll('.languages a')) {
    const languageUrl = new URL(/** @type {HTMLAnchorElement} */ (languageLink).href)
    languageUrl.searchParams.set('coin', link.dataset.coin ?? '')
    languageLink.setAttribute('href', languageUrl.href)
  }
  void refresh()
}

/* Connection status */

function hideOffline() {
  lastRefresh = now()
  const banner = find('offline')
  if (banner) banner.hidden = true
}

function showOffline() {
  const banner = find('offline')
  if (!banner) return
  const time = banner.querySelector('time')
  if (time && banner.hidden) {
    time.dateTime = new Date(lastRefresh).toISOString()
    localise(banner)
  }
  banner.hidden = false
}

/* WebSocket: reports changes immediately */

const minReconnectMs = 2_000
const maxReconnectMs = 60_000
let reconnectMs = minReconnectMs

function listen() {
  const { socket: path, uid } = page.dataset
  if (!path || Number(getPanel().dataset.poll) === 0) return
  const url = new URL(path, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const socket = new WebSocket(url)
  socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'subscribe', invoice: uid })))
  socket.addEventListener('message', ({ data }) => {
    const { type } = JSON.parse(data)
    if (type === 'subscribed') reconnectMs = minReconnectMs
    // Something may have happened between rendering the page and subscribing.
    if (type !== 'error') void refresh()
  })
  socket.addEventListener('close', () => {
    setTimeout(listen, reconnectMs)
    reconnectMs = Math.min(reconnectMs * 2, maxReconnectMs)
  })
}

/* Reports the state to the page that frames or opened this one, at its exact origin only */

function notifyOpener() {
  const { embed, uid } = page.dataset
  const owner = window.parent === window ? window.opener : window.parent
  if (!embed || !owner) return
  owner.postMessage({ quittance: 'state', invoice: uid, state: getPanel().dataset.state }, embed)
}

addEventListener('offline', showOffline)
addEventListener('online', () => void refresh())
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void refresh()
})
addEventListener('pageshow', (event) => {
  if (event.persisted) void refresh()
})

localise(document)
startPanel()
notifyOpener()
scheduleRefresh()
listen()
setInterval(() => updateCountdown(refresh), 1_000)
