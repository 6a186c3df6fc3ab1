// @ts-check
// `data-copy` is the text to copy, `data-copied` the label after copying.

const copiedMs = 2_000

/**
 * Copies the text of a button, and shows the `data-copied` label for a moment.
 * @param {HTMLElement} button
 * @param {() => void} onUnavailable called if the clipboard is unavailable, to show or select the text
 */
export async function copyFrom(button, onUnavailable) {
  const label = button.querySelector('span')
  const { copy = '', copied = '' } = button.dataset
  try {
    await navigator.clipboard.writeText(copy)
  } catch {
    return onUnavailable()
  }
  if (!label || label.textContent === copied) return
  const before = label.textContent
  label.textContent = copied
  setTimeout(() => {
    label.textContent = before
  }, copiedMs)
}
