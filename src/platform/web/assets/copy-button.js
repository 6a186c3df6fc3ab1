// @ts-check
// `data-copy` is the text to copy, `data-copied` the label after copying.

const sayMs = 2_000

/**
 * Copies the text of a button, and says so on it for a moment.
 * @param {HTMLElement} button
 * @param {() => void} whenBlocked shows or selects the text, if the clipboard is unavailable
 */
export async function copyFrom(button, whenBlocked) {
  const label = button.querySelector('span')
  const { copy = '', copied = '' } = button.dataset
  try {
    await navigator.clipboard.writeText(copy)
  } catch {
    return whenBlocked()
  }
  if (!label || label.textContent === copied) return
  const before = label.textContent
  label.textContent = copied
  setTimeout(() => {
    label.textContent = before
  }, sayMs)
}
