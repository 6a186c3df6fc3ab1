// @ts-check
// Updates one part of a page to match another without touching what is equal. The focus, typed or selected text, open details and the
// scroll position therefore stay. New content has `data-fresh` until the next update.

/** @param {HTMLElement} part @param {Element} next */
export function sync(part, next) {
  for (const each of [part, ...part.querySelectorAll('[data-fresh]')]) each.removeAttribute('data-fresh')
  if (!part.isEqualNode(next)) syncElement(part, next)
}

/** @param {Element} old @param {Element} next */
function syncElement(old, next) {
  // Updating an open select box would close it.
  if (old === document.activeElement && old.tagName === 'SELECT') return
  syncAttributes(old, next)
  syncChildren(old, [...next.childNodes])
}

/** @param {Element} old @param {Element} next */
function syncAttributes(old, next) {
  /** Open details stay open and closed ones closed: that is up to the reader. @param {string} name */
  const isTheirs = (name) => name === 'open' && old.tagName === 'DETAILS'
  for (const { name } of [...old.attributes])
    if (!next.hasAttribute(name) && !isTheirs(name)) old.removeAttribute(name)
  for (const { name, value } of next.attributes)
    if (old.getAttribute(name) !== value && !isTheirs(name)) old.setAttribute(name, value)
}

/** @param {Element} old @param {ChildNode[]} wanted */
function syncChildren(old, wanted) {
  let at = old.firstChild
  for (const [place, want] of wanted.entries()) {
    const next = at?.nextSibling ?? null
    if (at && isSame(at, want)) {
      update(at, want)
      at = next
    } else if (at && !wanted.slice(place + 1).some((each) => at && isSame(at, each))) {
      const later = laterLike(at, want)
      if (later) {
        while (at && at !== later) at = removed(at)
        update(later, want)
        at = later.nextSibling
      } else if (isAlike(at, want)) {
        update(at, want)
        at = next
      } else {
        at.replaceWith(fresh(want))
        at = next
      }
    } else old.insertBefore(fresh(want), at)
  }
  while (at) at = removed(at)
}

/** @param {ChildNode} node */
function removed(node) {
  const next = node.nextSibling
  node.remove()
  return next
}

/** @param {ChildNode} node @param {ChildNode} want */
function laterLike(node, want) {
  if (!(want instanceof Element)) return null
  for (let each = node.nextSibling; each; each = each.nextSibling) if (isSame(each, want)) return each
  return null
}

/** Whether both are the same item, even if its content has changed. @param {ChildNode} one @param {ChildNode} other */
function isSame(one, other) {
  if (one.isEqualNode(other)) return true
  const key = keyOf(one)
  return key !== null && key === keyOf(other) && one.nodeName === other.nodeName
}

/** Identifies rows and list items by their link. @param {ChildNode} node */
function keyOf(node) {
  if (!(node instanceof Element)) return null
  if (node.id) return node.id
  if (!['TR', 'LI'].includes(node.nodeName)) return null
  return node.querySelector('a[href]')?.getAttribute('href') ?? null
}

/** Whether one can be updated in place to become the other. @param {ChildNode} one @param {ChildNode} other */
const isAlike = (one, other) =>
  one.nodeName === other.nodeName && keyOf(one) === null && keyOf(other) === null

/** @param {ChildNode} old @param {ChildNode} want */
function update(old, want) {
  if (old.isEqualNode(want)) return
  if (old instanceof Element && want instanceof Element) return syncElement(old, want)
  old.nodeValue = want.nodeValue
  old.parentElement?.setAttribute('data-fresh', '')
}

/** @param {ChildNode} node */
function fresh(node) {
  const copy = document.importNode(node, true)
  if (copy instanceof Element) copy.setAttribute('data-fresh', '')
  return copy
}
