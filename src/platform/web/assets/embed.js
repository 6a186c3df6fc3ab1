// @ts-check
// For a shop's own page: <script src="https://pay.example/checkout.js"></script>. Opens the checkout page in a frame or a pop-up and
// reports its state to the shop's page. Messages are only exchanged with exact origins. The account lists the shop origins that may receive
// them.
;(() => {
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript)
  const base = new URL('.', script?.src ?? location.href).href.replace(/\/$/, '')
  const service = new URL(base).origin

  /**
   * @typedef {{ coin?: string, language?: string, onState?: (state: string) => void, onClose?: () => void }} Options
   * @typedef {{ close(): void, element: HTMLElement | null }} CheckoutHandle
   */

  /** @param {string} invoice @param {Options} options */
  function createCheckoutUrl(invoice, { coin, language }) {
    const url = new URL(`${base}/checkout/${encodeURIComponent(invoice)}`)
    if (coin) url.searchParams.set('coin', coin)
    if (language) url.searchParams.set('lang', language)
    url.searchParams.set('embed', location.origin)
    return url.href
  }

  /**
   * Listens to one window at one origin about one invoice.
   * @param {() => Window | null | undefined} source @param {string} invoice @param {Options} options
   */
  function listenTo(source, invoice, options) {
    /** @param {MessageEvent} event */
    const onMessage = ({ origin, data, source: from }) => {
      if (origin !== service || from !== source() || data?.quittance !== 'state' || data.invoice !== invoice)
        return
      options.onState?.(String(data.state))
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }

  /**
   * Opens the checkout page in a frame at the end of `container`.
   * @param {string} invoice @param {Element} container @param {Options} [options] @returns {CheckoutHandle}
   */
  function frame(invoice, container, options = {}) {
    const element = document.createElement('iframe')
    element.src = createCheckoutUrl(invoice, options)
    element.title = 'Quittance'
    element.allow = `clipboard-write ${service}`
    element.style.cssText = 'width:100%;min-height:46rem;border:0;color-scheme:normal'
    const stopListening = listenTo(() => element.contentWindow, invoice, options)
    container.append(element)
    return {
      element,
      close() {
        stopListening()
        element.remove()
        options.onClose?.()
      },
    }
  }

  /**
   * Opens the checkout page in its own window. Call it in a click handler, or browsers block the pop-up.
   * @param {string} invoice @param {Options} [options] @returns {CheckoutHandle}
   */
  function popup(invoice, options = {}) {
    return watchPopup(openPopup(invoice, options), invoice, options)
  }

  /** Null if the browser blocks it. @param {string} invoice @param {Options} options */
  function openPopup(invoice, options) {
    return open(createCheckoutUrl(invoice, options), `quittance-${invoice}`, 'popup,width=480,height=860')
  }

  /** @param {Window | null} popupWindow @param {string} invoice @param {Options} options @returns {CheckoutHandle} */
  function watchPopup(popupWindow, invoice, options) {
    const stopListening = listenTo(() => popupWindow, invoice, options)
    const closeCheck = setInterval(() => {
      if (popupWindow && !popupWindow.closed) return
      clearInterval(closeCheck)
      stopListening()
      options.onClose?.()
    }, 500)
    return { element: null, close: () => popupWindow?.close() }
  }

  // <a href="https://pay.example/checkout/…" data-quittance="popup">Pay</a>: without JavaScript, a plain link.
  document.addEventListener('click', (event) => {
    const target = /** @type {Element | null} */ (event.target)
    const link = /** @type {HTMLAnchorElement | null} */ (
      target?.closest?.('a[data-quittance="popup"]') ?? null
    )
    const [, invoice] = link?.href.startsWith(`${base}/`)
      ? (/\/(?:checkout|r)\/([^/?#]+)/.exec(link.href) ?? [])
      : []
    // These keys open links in a new tab or window.
    if (!link || invoice === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return
    const popupWindow = openPopup(invoice, {})
    // The browser blocked the pop-up: it follows the link instead.
    if (!popupWindow) return
    event.preventDefault()
    const dispatch = (/** @type {string} */ name, /** @type {unknown} */ detail) =>
      link.dispatchEvent(new CustomEvent(`quittance:${name}`, { bubbles: true, detail }))
    watchPopup(popupWindow, invoice, {
      onState: (state) => dispatch('state', { invoice, state }),
      onClose: () => dispatch('close', { invoice }),
    })
  })

  Object.assign(window, { Quittance: { frame, popup } })
})()
