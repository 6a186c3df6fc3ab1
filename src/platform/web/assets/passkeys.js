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
 *   challenge: string, timeout: number, user?: User, excludeCredentials?: Descriptor[], allowCredentials?: Descriptor[]
 * }} EncodedOptions
 */

/** A new challenge is requested this long before the previous one expires. */
const renewalMs = 30_000

/** The request that offers passkeys in the browser's autofill. @type {AbortController | undefined} */
let autofill

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
    if (document.querySelector('[autocomplete~="webauthn"]')) void offerInAutofill(form)
  }
}

/**
 * Offers passkeys among the suggestions for the email field. Choosing one submits the form.
 * @param {HTMLFormElement} form
 */
async function offerInAutofill(form) {
  const controller = new AbortController()
  autofill = controller
  const { signal } = controller
  try {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
    const response = await requestOptions(form)
    if (signal.aborted || !hasOptions(response)) return
    /** @type {EncodedOptions} */
    const options = await response.json()
    const publicKey = decodeOptions(options)
    const renewal = setTimeout(() => {
      controller.abort()
      void offerInAutofill(form)
    }, options.timeout - renewalMs)
    signal.addEventListener('abort', () => clearTimeout(renewal))
    sendCredential(form, await navigator.credentials.get({ publicKey, mediation: 'conditional', signal }))
  } catch {
    // The button does the same, and reports errors.
  }
}

/** @param {HTMLFormElement} form */
async function submit(form) {
  const button = form.querySelector('button')
  if (!button || button.disabled) return
  button.disabled = true
  // Browsers allow one request at a time.
  autofill?.abort()
  try {
    const options = await fetchOptions(form)
    if (!options) return
    sendCredential(form, await runCeremony(form.dataset.passkey, options))
  } catch (error) {
    const isDuplicate = error instanceof DOMException && error.name === 'InvalidStateError'
    showError(form, (isDuplicate ? form.dataset.duplicate : form.dataset.failure) ?? '')
    if (autofill) void offerInAutofill(form)
  }
  button.disabled = false
}

/** @param {HTMLFormElement} form @param {Credential | null} credential */
function sendCredential(form, credential) {
  const field = form.elements.namedItem('credential')
  const encoded = credential instanceof PublicKeyCredential ? encodeCredential(credential) : null
  if (!encoded || !(field instanceof HTMLInputElement)) throw new Error('no credential')
  field.value = JSON.stringify(encoded)
  // This emits no second `submit` event.
  form.submit()
}

/** @param {HTMLFormElement} form */
function requestOptions(form) {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.set(name, value)
  return fetch(`${form.action}/options`, { method: 'POST', body })
}

/** @param {Response} response */
const hasOptions = (response) => response.headers.get('content-type')?.startsWith('application/json')

/**
 * Requests a new challenge. If the server rejects the form, this shows the page in its response instead.
 * @param {HTMLFormElement} form
 * @returns {Promise<EncodedOptions | null>}
 */
async function fetchOptions(form) {
  const response = await requestOptions(form)
  if (hasOptions(response)) return response.json()
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
function runCeremony(ceremony, options) {
  const publicKey = decodeOptions(options)
  return ceremony === 'create'
    ? navigator.credentials.create({ publicKey })
    : navigator.credentials.get({ publicKey })
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
