// @ts-check
// For shop plug-ins: <script src="https://pay.example/modal/btcpay.js"></script>. Opens the checkout page in an overlay on the shop's page,
// and reports its state under the names that plug-ins expect. The account lists the shop origins that may receive messages.
;(() => {
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript)
  let base = new URL('..', script?.src ?? location.href).href.replace(/\/$/, '')

  /** @typedef {(event: MessageEvent | Event) => void} Listener */
  /** @type {{ enter: Listener, leave: Listener, message: Listener }} */
  const listeners = { enter: () => {}, leave: () => {}, message: () => {} }
  /** @type {HTMLIFrameElement | null} */
  let frame = null
  let shownInvoice = ''

  /** @type {Readonly<Record<string, string>>} */
  const statuses = {
    confirming: 'processing',
    paid: 'settled',
    expired: 'expired',
    cancelled: 'invalid',
    reversed: 'invalid',
  }

  /** @param {unknown} data */
  function report(data) {
    listeners.message(new MessageEvent('message', { data, origin: new URL(base).origin }))
  }

  addEventListener('message', ({ origin, source, data }) => {
    if (!frame || origin !== new URL(base).origin || source !== frame.contentWindow) return
    if (data?.quittance !== 'state' || data.invoice !== shownInvoice) return
    report({ invoiceId: shownInvoice, status: statuses[String(data.state)] ?? 'new' })
  })

  /** @param {string} invoice @param {{ paymentMethod?: string, locale?: string }} [options] */
  function openFrame(invoice, { paymentMethod, locale } = {}) {
    hideFrame()
    const url = new URL(`${base}/checkout/${encodeURIComponent(invoice)}`)
    url.searchParams.set('embed', location.origin)
    if (paymentMethod) url.searchParams.set('coin', paymentMethod.split(/[-_]/)[0] ?? '')
    if (locale) url.searchParams.set('lang', locale)
    frame = document.createElement('iframe')
    shownInvoice = invoice
    frame.src = url.href
    frame.title = 'Checkout'
    frame.allow = `clipboard-write ${url.origin}`
    frame.style.cssText =
      'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:2000;background:rgb(0 0 0 / 60%);display:none'
    frame.addEventListener('load', () => report('loaded'))
    document.body.append(frame)
    closeButton.style.display = 'none'
    document.body.append(closeButton)
  }

  const closeButton = document.createElement('button')
  closeButton.type = 'button'
  closeButton.textContent = '×'
  closeButton.setAttribute('aria-label', 'Close')
  closeButton.style.cssText =
    'position:fixed;inset-block-start:1rem;inset-inline-end:1rem;z-index:2001;width:2.5rem;height:2.5rem;border:0;border-radius:50%;font-size:1.5rem;cursor:pointer'
  closeButton.addEventListener('click', close)
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && frame && frame.style.display !== 'none') close()
  })

  function close() {
    report('close')
    hideFrame()
  }

  function showFrame() {
    if (!frame) return
    listeners.enter(new Event('enter'))
    frame.style.display = 'block'
    closeButton.style.display = 'block'
    closeButton.focus()
  }

  function hideFrame() {
    if (!frame) return
    const wasShown = frame.style.display !== 'none'
    frame.remove()
    closeButton.remove()
    frame = null
    if (wasShown) listeners.leave(new Event('leave'))
  }

  /** @param {string} invoice @param {{ paymentMethod?: string, locale?: string }} [options] */
  function showInvoice(invoice, options) {
    openFrame(invoice, options)
    showFrame()
  }

  Object.assign(window, {
    btcpay: {
      /** @param {string} url */
      setApiUrlPrefix(url) {
        base = url.replace(/\/$/, '')
      },
      showInvoice,
      appendInvoiceFrame: openFrame,
      appendAndShowInvoiceFrame: showInvoice,
      showFrame,
      hideFrame,
      /** @param {Listener} listener */
      onModalWillEnter(listener) {
        listeners.enter = listener
      },
      /** @param {Listener} listener */
      onModalWillLeave(listener) {
        listeners.leave = listener
      },
      /** @param {Listener} listener */
      onModalReceiveMessage(listener) {
        listeners.message = listener
      },
    },
  })
})()
