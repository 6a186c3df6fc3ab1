// @ts-check
// The till's keypad: keys type into the amount field. Nothing is calculated here.

const till = /** @type {HTMLElement} */ (document.getElementById('till'))
const amountField = /** @type {HTMLInputElement} */ (document.getElementById('amount'))
const status = /** @type {HTMLElement} */ (document.getElementById('till-status'))
const { separator = '.', decimals = '0', currency = '' } = till.dataset

/** Maximum digits before the decimal separator: the largest valid amount is 1e15. */
const maxDigits = 16

// The page has its own keypad, which the system keyboard would cover.
amountField.inputMode = 'none'

/** Returns the field's text after a key. @param {string} text @param {string} key */
function applyKey(text, key) {
  if (key === 'clear') return ''
  if (key === 'back') return text.slice(0, -1)
  const [whole = '', fraction] = text.split(/[.,\u066b]/, 2)
  if (key === 'separator')
    return fraction === undefined && decimals !== '0' ? `${whole || '0'}${separator}` : text
  if (fraction !== undefined) return fraction.length < Number(decimals) ? text + key : text
  if (whole === '0') return key
  return whole.length < maxDigits ? text + key : text
}

/** @param {string} key */
function press(key) {
  const text = applyKey(amountField.value, key)
  if (text === amountField.value) return
  amountField.value = text
  // Typing into the field is announced anyway.
  status.textContent = text === '' ? '' : `${text} ${currency}`
}

till.addEventListener('click', ({ target }) => {
  const key = target instanceof Element ? target.closest('button[data-key]') : null
  if (key instanceof HTMLButtonElement) press(key.dataset.key ?? '')
})

// A key doesn't take the focus, so Enter still submits the form.
till.addEventListener('mousedown', (event) => {
  if (event.target instanceof Element && event.target.closest('button[data-key]')) event.preventDefault()
})

/** @type {Readonly<Record<string, string>>} */
const namedKeys = { Backspace: 'back', Escape: 'clear', Delete: 'clear', '.': 'separator', ',': 'separator' }

document.addEventListener('keydown', (event) => {
  const { key, altKey, ctrlKey, metaKey, target } = event
  if (
    altKey ||
    ctrlKey ||
    metaKey ||
    (target instanceof Element && target.closest('input, textarea, select'))
  )
    return
  const pressed = /^\d$/.test(key) ? key : namedKeys[key]
  if (pressed !== undefined) {
    event.preventDefault()
    press(pressed)
  } else if (key === 'Enter' && target === document.body) amountField.form?.requestSubmit()
})
