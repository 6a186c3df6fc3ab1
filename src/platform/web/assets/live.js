// @ts-check
// Draws parts of a page anew when something happens to the account: those with `data-live="<name>"`, from the page's own address. Without
// this script a page shows what was so when it came.

const main = /** @type {HTMLElement} */ (document.getElementById('content'))
const address = main.dataset.events ?? ''

/** Many events at once are one look. */
const gatherMs = 150

let waiting = 0
let looking = false
let again = false

function look() {
  if (waiting) return
  waiting = window.setTimeout(() => {
    waiting = 0
    void draw()
  }, gatherMs)
}

async function draw() {
  if (looking) {
    again = true
    return
  }
  looking = true
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
    if (answer.ok && !answer.redirected) replace(await answer.text())
  } catch {
    // The stream comes back by itself, and with it another look.
  } finally {
    looking = false
    if (again) {
      again = false
      look()
    }
  }
}

/** @param {string} text */
function replace(text) {
  const fresh = new DOMParser().parseFromString(text, 'text/html')
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = fresh.querySelector(`[data-live="${CSS.escape(part.getAttribute('data-live') ?? '')}"]`)
    delete (/** @type {HTMLElement} */ (part).dataset.fresh)
    // What somebody types in is left alone.
    if (!next || next.isEqualNode(part) || part.contains(document.activeElement)) continue
    const copy = /** @type {HTMLElement} */ (document.importNode(next, true))
    part.replaceWith(copy)
    copy.dataset.fresh = ''
  }
}

const events = new EventSource(address)
let opened = false
events.addEventListener('open', () => {
  // Back after a break: what happened in between is looked at.
  if (opened) look()
  opened = true
})
events.addEventListener('message', ({ data }) => data && look())
window.addEventListener('pagehide', () => events.close())
