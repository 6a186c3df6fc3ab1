// @ts-check
// The keys of the till: they type into the field of the amount, as its own text. Nothing is calculated here.

const till = /** @type {HTMLElement} */ (document.getElementById('till'))
const field = /** @type {HTMLInputElement} */ (document.getElementById('amount'))
const told = /** @type {HTMLElement} */ (document.getElementById('till-told'))
const { sign = '.', decimals = '0', currency = '' } = till.dataset

/** An amount has at most so many digits before its decimals: 1e15 is the largest that is taken. */
const mostDigits = 16

// The keys are on the page: the one of the system would hide them.
field.inputMode = 'none'

/** What stands in the field after a key. @param {string} text @param {string} key */
function after(text, key) {
  if (key === 'clear') return ''
  if (key === 'back') return text.slice(0, -1)
  const [whole = '', fraction] = text.split(/[.,\u066b]/, 2)
  if (key === 'sign') return fraction === undefined && decimals !== '0' ? `${whole || '0'}${sign}` : text
  if (fraction !== undefined) return fraction.length < Number(decimals) ? text + key : text
  if (whole === '0') return key
  return whole.length < mostDigits ? text + key : text
}

/** @param {string} key */
function press(key) {
  const text = after(field.value, key)
  if (text === field.value) return
  field.value = text
  // Who types into the field hears it anyway.
  told.textContent = text === '' ? '' : `${text} ${currency}`
}

till.addEventListener('click', ({ target }) => {
  const key = target instanceof Element ? target.closest('button[data-key]') : null
  if (key instanceof HTMLButtonElement) press(key.dataset.key ?? '')
})

// A key leaves the focus where it is, so that Enter goes on creating.
till.addEventListener('mousedown', (event) => {
  if (event.target instanceof Element && event.target.closest('button[data-key]')) event.preventDefault()
})

/** @type {Readonly<Record<string, string>>} */
const named = { Backspace: 'back', Escape: 'clear', Delete: 'clear', '.': 'sign', ',': 'sign' }

document.addEventListener('keydown', (event) => {
  const { key, altKey, ctrlKey, metaKey, target } = event
  if (
    altKey ||
    ctrlKey ||
    metaKey ||
    (target instanceof Element && target.closest('input, textarea, select'))
  )
    return
  const pressed = /^\d$/.test(key) ? key : named[key]
  if (pressed !== undefined) {
    event.preventDefault()
    press(pressed)
  } else if (key === 'Enter' && target === document.body) field.form?.requestSubmit()
})
