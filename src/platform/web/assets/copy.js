// @ts-check
// Copy buttons: `data-copy` is the text to copy, `data-copied` the label after copying.

const sayMs = 2_000

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button[data-copy]') : null
  if (button instanceof HTMLButtonElement) void copy(button)
})

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const label = button.querySelector('span')
  const { copy: text = '', copied = '' } = button.dataset
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    return choose(button)
  }
  if (!label || label.textContent === copied) return
  const before = label.textContent
  label.textContent = copied
  setTimeout(() => {
    label.textContent = before
  }, sayMs)
}

/** If the clipboard is unavailable, selects the text so that the reader can copy it. @param {HTMLButtonElement} button */
function choose(button) {
  const field = button.parentElement?.querySelector('input')
  field?.focus()
  field?.select()
}
