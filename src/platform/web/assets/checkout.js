// @ts-check
// Keeps the checkout page as it is on the server: hears of news on a socket, looks again every few seconds, and puts the piece that has
// changed in its place. Nothing is drawn here. Without this script the page reads itself again.

import { count } from './countdown.js'
import { copy, leave, stay } from './deeds.js'
import { find, localise, noteClock, now, page, panel, write } from './page.js'

/* Looking */

let panelUrl = page.dataset.panel ?? ''
/** Of the piece that is on the page. */
let tag = page.dataset.tag ?? ''
let looking = false
let again = false
/** @type {ReturnType<typeof setTimeout> | undefined} */
let nextLook
let lastSeen = now()
/** A state that this page has seen itself: only then does it leave by itself. */
let hasWaited = isOpen()

const hiddenFactor = 5
const patienceMs = 10_000

function isOpen() {
  return !['paid', 'confirming', 'reversed', 'cancelled', 'expired'].includes(panel().dataset.state ?? '')
}

async function look() {
  if (looking) {
    again = true
    return
  }
  looking = true
  clearTimeout(nextLook)
  try {
    /** @type {Record<string, string>} */
    const headers = tag ? { 'if-none-match': tag } : {}
    const answer = await fetch(panelUrl, {
      headers,
      cache: 'no-store',
      signal: AbortSignal.timeout(patienceMs),
    })
    noteClock(answer)
    if (answer.status === 404) return location.reload()
    if (answer.status !== 200 && answer.status !== 304) throw new Error(`status ${answer.status}`)
    seen()
    if (answer.status === 200) {
      tag = answer.headers.get('etag') ?? ''
      show(await answer.text())
    }
  } catch {
    offline()
  } finally {
    looking = false
    plan()
  }
  if (again) {
    again = false
    await look()
  }
}

function plan() {
  clearTimeout(nextLook)
  const seconds = Number(panel().dataset.look)
  if (seconds > 0) nextLook = setTimeout(look, seconds * 1_000 * (document.hidden ? hiddenFactor : 1))
}

/* Showing */

/** @param {string} text */
function show(text) {
  const fresh = new DOMParser().parseFromString(text, 'text/html').getElementById('panel')
  const old = panel()
  if (!fresh) return location.reload()
  localise(fresh)
  const changed = fresh.dataset.state !== old.dataset.state
  if (changed) fresh.classList.add('news')
  const focused = document.activeElement?.id
  for (const each of old.querySelectorAll('details[open]'))
    fresh.querySelector(`#${each.id}`)?.setAttribute('open', '')
  keepAlert(old, fresh)
  old.replaceWith(fresh)
  if (focused && fresh.ownerDocument.activeElement === document.body) keepFocus(focused, fresh)
  document.title = fresh.dataset.title ?? ''
  const status = /** @type {HTMLElement} */ (find('status'))
  status.dataset.state = fresh.dataset.state
  const line = /** @type {HTMLElement} */ (find('status-text'))
  // The same words again would be read out again.
  if (line.textContent !== fresh.dataset.status) line.textContent = fresh.dataset.status ?? ''
  begin()
  if (changed) tellOwner()
}

/** Who was on something that is gone goes on at the piece's heading. @param {string} id @param {HTMLElement} fresh */
function keepFocus(id, fresh) {
  const heading = fresh.querySelector('h2')
  if (heading) heading.tabIndex = -1
  const place = find(id) ?? heading
  place?.focus({ preventScroll: true })
}

/** A refusal that is shown already is not read out a second time. @param {HTMLElement} old @param {HTMLElement} fresh */
function keepAlert(old, fresh) {
  const [before, after] = [old, fresh].map(
    (each) => /** @type {HTMLElement | null} */ (each.querySelector('#refusal')),
  )
  if (before && after && before.dataset.at === after.dataset.at) after.removeAttribute('role')
}

/* What an open piece does */

/** @type {ReturnType<typeof setTimeout> | undefined} */
let patience

function begin() {
  clearTimeout(patience)
  const waiting = /** @type {HTMLElement | null} */ (panel().querySelector('[data-patience]'))
  if (waiting) patience = setTimeout(() => write('[data-patience]', waiting.dataset.patience ?? ''), 15_000)
  count(look)
  if (isOpen()) hasWaited = true
  else if (hasWaited) leave()
}

page.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target)
  const button = /** @type {HTMLElement | null} */ (target.closest('[data-copy]'))
  if (button) return void copy(button)
  if (target.closest('[data-print]')) return window.print()
  if (target.closest('#stay')) {
    stay()
    return find('return')?.focus()
  }
  const coin = /** @type {HTMLAnchorElement | null} */ (target.closest('a[data-coin]'))
  if (!coin || event.metaKey || event.ctrlKey || event.shiftKey || panel().dataset.state === 'over') return
  event.preventDefault()
  chooseCoin(coin)
})

/** Another coin, without leaving the page. @param {HTMLAnchorElement} link */
function chooseCoin(link) {
  history.replaceState(null, '', link.href)
  const url = new URL(panelUrl, location.href)
  url.searchParams.set('coin', link.dataset.coin ?? '')
  panelUrl = url.href
  tag = ''
  for (const each of document.querySelectorAll('.languages a')) {
    const other = new URL(/** @type {HTMLAnchorElement} */ (each).href)
    other.searchParams.set('coin', link.dataset.coin ?? '')
    each.setAttribute('href', other.href)
  }
  void look()
}

/* Whether we hear anything */

function seen() {
  lastSeen = now()
  const banner = find('offline')
  if (banner) banner.hidden = true
}

function offline() {
  const banner = find('offline')
  if (!banner) return
  const time = banner.querySelector('time')
  if (time && banner.hidden) {
    time.dateTime = new Date(lastSeen).toISOString()
    localise(banner)
  }
  banner.hidden = false
}

/* The socket: what happens is told at once */

const shortestWaitMs = 2_000
const longestWaitMs = 60_000
let waitMs = shortestWaitMs

function listen() {
  const { socket: path, uid } = page.dataset
  if (!path || Number(panel().dataset.look) === 0) return
  const url = new URL(path, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const socket = new WebSocket(url)
  socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'subscribe', invoice: uid })))
  socket.addEventListener('message', ({ data }) => {
    const { type } = JSON.parse(data)
    if (type === 'subscribed') waitMs = shortestWaitMs
    // Between drawing the page and hearing, something may have happened.
    if (type !== 'error') void look()
  })
  socket.addEventListener('close', () => {
    setTimeout(listen, waitMs)
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  })
}

/* Who shows this page in a frame, or opened it, is told of its state: that origin and no other */

function tellOwner() {
  const { embed, uid } = page.dataset
  const owner = window.parent === window ? window.opener : window.parent
  if (!embed || !owner) return
  owner.postMessage({ quittance: 'state', invoice: uid, state: panel().dataset.state }, embed)
}

addEventListener('offline', offline)
addEventListener('online', () => void look())
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void look()
})
addEventListener('pageshow', (event) => {
  if (event.persisted) void look()
})

localise(document)
hasWaited = isOpen()
begin()
tellOwner()
plan()
listen()
setInterval(() => count(look), 1_000)
