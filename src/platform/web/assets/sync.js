// @ts-check
// Updates an element to match another one and leaves equal nodes alone, so the focus, typed or selected text, open details and the scroll
// position are preserved. New content has `data-updated` until the next update.

/** @param {HTMLElement} element @param {Element} next */
export function sync(element, next) {
  for (const updated of [element, ...element.querySelectorAll('[data-updated]')])
    updated.removeAttribute('data-updated')
  if (!element.isEqualNode(next)) syncElement(element, next)
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
  /** Users open and close details, so their state is preserved. @param {string} name */
  const isUserControlled = (name) => name === 'open' && old.tagName === 'DETAILS'
  for (const { name } of [...old.attributes])
    if (!next.hasAttribute(name) && !isUserControlled(name)) old.removeAttribute(name)
  for (const { name, value } of next.attributes)
    if (old.getAttribute(name) !== value && !isUserControlled(name)) old.setAttribute(name, value)
}

/** @param {Element} old @param {ChildNode[]} targets */
function syncChildren(old, targets) {
  let current = old.firstChild
  for (const [index, target] of targets.entries()) {
    const next = current?.nextSibling ?? null
    if (current && isSameItem(current, target)) {
      updateNode(current, target)
      current = next
    } else if (current && !targets.slice(index + 1).some((later) => current && isSameItem(current, later))) {
      const match = findLaterMatch(current, target)
      if (match) {
        while (current && current !== match) current = removeNode(current)
        updateNode(match, target)
        current = match.nextSibling
      } else if (canBeUpdated(current, target)) {
        updateNode(current, target)
        current = next
      } else {
        current.replaceWith(importUpdated(target))
        current = next
      }
    } else old.insertBefore(importUpdated(target), current)
  }
  while (current) current = removeNode(current)
}

/** @param {ChildNode} node */
function removeNode(node) {
  const next = node.nextSibling
  node.remove()
  return next
}

/** @param {ChildNode} node @param {ChildNode} target */
function findLaterMatch(node, target) {
  if (!(target instanceof Element)) return null
  for (let later = node.nextSibling; later; later = later.nextSibling)
    if (isSameItem(later, target)) return later
  return null
}

/** Whether both are the same item, even if its content has changed. @param {ChildNode} one @param {ChildNode} other */
function isSameItem(one, other) {
  if (one.isEqualNode(other)) return true
  const key = getKey(one)
  return key !== null && key === getKey(other) && one.nodeName === other.nodeName
}

/** Identifies rows and list items by their link. @param {ChildNode} node */
function getKey(node) {
  if (!(node instanceof Element)) return null
  if (node.id) return node.id
  if (!['TR', 'LI'].includes(node.nodeName)) return null
  return node.querySelector('a[href]')?.getAttribute('href') ?? null
}

/** Whether one can be updated in place to become the other. @param {ChildNode} one @param {ChildNode} other */
const canBeUpdated = (one, other) =>
  one.nodeName === other.nodeName && getKey(one) === null && getKey(other) === null

/** @param {ChildNode} old @param {ChildNode} target */
function updateNode(old, target) {
  if (old.isEqualNode(target)) return
  if (old instanceof Element && target instanceof Element) return syncElement(old, target)
  old.nodeValue = target.nodeValue
  old.parentElement?.setAttribute('data-updated', '')
}

/** @param {ChildNode} node */
function importUpdated(node) {
  const copy = document.importNode(node, true)
  if (copy instanceof Element) copy.setAttribute('data-updated', '')
  return copy
}
