// @ts-check
// Passkeys: creates or uses one when its form is submitted, and puts the authenticator's response into the form. Without support in the
// browser, the forms stay hidden.

/** @typedef {{ id: string, transports?: AuthenticatorTransport[] }} Descriptor */
/** @typedef {'challenge' | 'user' | 'excludeCredentials' | 'allowCredentials'} Encoded */
/** @typedef {PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions} Options */
/** @typedef {{ id: string, name: string, displayName: string }} User */
/**
 * The server's options, with binary values in base64url.
 * @typedef {Omit<Options, Encoded> & {
 *   challenge: string, user?: User, excludeCredentials?: Descriptor[], allowCredentials?: Descriptor[]
 * }} EncodedOptions
 */

prepareForms()

function prepareForms() {
  if (!('PublicKeyCredential' in window)) return
  for (const fallback of document.querySelectorAll('[data-no-passkeys]'))
    if (fallback instanceof HTMLElement) fallback.hidden = true
  for (const form of document.querySelectorAll('form[data-passkey]')) {
    if (!(form instanceof HTMLFormElement)) continue
    form.hidden = false
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void submit(form)
    })
  }
}

/** @param {HTMLFormElement} form */
async function submit(form) {
  const button = form.querySelector('button')
  if (!button || button.disabled) return
  button.disabled = true
  try {
    const options = await fetchOptions(form)
    if (!options) return
    const credential = await runCeremony(form.dataset.passkey, options)
    const field = form.elements.namedItem('credential')
    if (!credential || !(field instanceof HTMLInputElement)) throw new Error('no credential')
    field.value = JSON.stringify(credential)
    // This emits no second `submit` event.
    form.submit()
  } catch (error) {
    const isDuplicate = error instanceof DOMException && error.name === 'InvalidStateError'
    showError(form, (isDuplicate ? form.dataset.duplicate : form.dataset.failure) ?? '')
  }
  button.disabled = false
}

/**
 * Requests a new challenge. If the server rejects the form, this shows the page in its response instead.
 * @param {HTMLFormElement} form
 * @returns {Promise<EncodedOptions | null>}
 */
async function fetchOptions(form) {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.set(name, value)
  const response = await fetch(`${form.action}/options`, { method: 'POST', body })
  if (response.headers.get('content-type')?.startsWith('application/json')) return response.json()
  if (response.redirected) location.assign(response.url)
  else {
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    document.body.replaceWith(page.body)
    prepareForms()
    const invalid = document.querySelector('[aria-invalid]')
    if (invalid instanceof HTMLElement) invalid.focus()
  }
  return null
}

/** @param {string | undefined} ceremony @param {EncodedOptions} options */
async function runCeremony(ceremony, options) {
  const publicKey = decodeOptions(options)
  const credential =
    ceremony === 'create'
      ? await navigator.credentials.create({ publicKey })
      : await navigator.credentials.get({ publicKey })
  return credential instanceof PublicKeyCredential ? encodeCredential(credential) : null
}

// `parseCreationOptionsFromJSON` and `toJSON` would do the same, but older browsers and some password managers lack them.

/** @param {EncodedOptions} options @returns {Options} */
function decodeOptions({ challenge, user, excludeCredentials = [], allowCredentials = [], ...options }) {
  const { id = '', name = '', displayName = '' } = user ?? {}
  return {
    ...options,
    challenge: decode(challenge),
    user: { id: decode(id), name, displayName },
    excludeCredentials: excludeCredentials.map(decodeDescriptor),
    allowCredentials: allowCredentials.map(decodeDescriptor),
  }
}

/** @param {Descriptor} descriptor @returns {PublicKeyCredentialDescriptor} */
function decodeDescriptor({ id, ...descriptor }) {
  return { ...descriptor, type: 'public-key', id: decode(id) }
}

/** @param {PublicKeyCredential} credential */
function encodeCredential({ rawId, response }) {
  const id = encode(rawId)
  const clientDataJSON = encode(response.clientDataJSON)
  if (response instanceof AuthenticatorAttestationResponse) {
    const attestationObject = encode(response.attestationObject)
    return {
      id,
      response: { clientDataJSON, attestationObject, transports: response.getTransports?.() ?? [] },
    }
  }
  if (!(response instanceof AuthenticatorAssertionResponse)) return null
  const { authenticatorData, signature, userHandle } = response
  return {
    id,
    response: {
      clientDataJSON,
      authenticatorData: encode(authenticatorData),
      signature: encode(signature),
      userHandle: userHandle && encode(userHandle),
    },
  }
}

/** @param {ArrayBuffer} bytes */
function encode(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** @param {string} text */
function decode(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** @param {HTMLFormElement} form @param {string} text */
function showError(form, text) {
  form.querySelector('[role="alert"]')?.remove()
  const alert = document.createElement('div')
  alert.className = 'field-error'
  alert.setAttribute('role', 'alert')
  const line = document.createElement('p')
  line.textContent = text
  alert.append(line)
  form.prepend(alert)
}
