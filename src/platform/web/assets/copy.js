// @ts-check
// Copy buttons of the dashboard.

import { copyFrom } from './copy-button.js'

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button[data-copy]') : null
  if (button instanceof HTMLButtonElement) void copyFrom(button, () => selectField(button))
})

/** Selects the text, so that the user can copy it. @param {HTMLButtonElement} button */
function selectField(button) {
  const field = button.parentElement?.querySelector('input')
  field?.focus()
  field?.select()
}
