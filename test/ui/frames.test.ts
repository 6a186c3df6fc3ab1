import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { addCleanup, fileScope, type TestScope } from '../helpers/databases.ts'
import { until } from '../helpers/until.ts'
import { openBrowser, openPage, pageTimeout, skipOnPostgres } from './browser.ts'
import { startCheckoutStates } from './checkout-states.ts'

const skip = skipOnPostgres
const checkout = skip ? null : await startCheckoutStates(fileScope)
const browser = skip ? null : await openBrowser(fileScope)

test('a shop’s page embeds the checkout in a frame and in a pop-up, and receives its states', {
  skip,
}, async (t) => {
  if (!checkout || !browser) return
  const service = checkout
  const { page, context, faults } = await openPage(t, browser)
  const script = `<script src="${service.baseUrl}/checkout.js"></script>`
  const shop = await openShop(t, `<!doctype html><title>Shop</title><main id="here"></main>${script}`)
  await service.accounts.change(service.merchant.email, { frameOrigins: shop })
  await page.goto(`${shop}/basket`)
  const heard = () => page.evaluate('window.heard') as Promise<string[]>
  const hearing = 'onState: (state) => heard.push(state), onClose: () => heard.push("closed")'

  const framed = await service.create()
  await page.evaluate(
    `window.heard = []; void Quittance.frame('${framed}', here, { coin: 'BSV', ${hearing} })`,
  )
  const frame = page.frameLocator('iframe')
  await frame.getByRole('link', { name: 'Open in wallet' }).waitFor(pageTimeout)
  // The link is there before the frame's script runs and reports the first state.
  await until(async () => (await heard()).includes('waiting'))
  await service.payInvoice(framed, 'BSV')
  await frame.getByRole('heading', { name: 'Thank you' }).waitFor(pageTimeout)
  await until(async () => (await heard()).includes('paid'))
  // A poll may see the invoice while the node checks the payment.
  const states = (await heard()).filter((state) => state !== 'checking')
  assert.deepEqual(states, ['waiting', 'paid'])

  const popped = await service.create()
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(`window.heard = []; void Quittance.popup('${popped}', { ${hearing} })`),
  ])
  await popup.getByRole('link', { name: 'Open in wallet' }).waitFor(pageTimeout)
  await service.payInvoice(popped, 'BSV')
  await until(async () => (await heard()).includes('paid'))
  await popup.close()
  await until(async () => (await heard()).includes('closed'))
  assert.deepEqual(faults, [])
})

test('a pop-up link of a shop’s page opens a pop-up, but a new tab with Ctrl, and the page itself if pop-ups are blocked', {
  skip,
}, async (t) => {
  if (!checkout || !browser) return
  const { page, context, faults } = await openPage(t, browser)
  const address = `${checkout.baseUrl}/checkout/${await checkout.create()}`
  const link = `<a href="${address}" data-quittance="popup">Pay</a>`
  const shop = await openShop(
    t,
    `<!doctype html>${link}<script src="${checkout.baseUrl}/checkout.js"></script>`,
  )
  await checkout.accounts.change(checkout.merchant.email, { frameOrigins: shop })
  await page.goto(shop)
  const open = async (modifiers: 'Control'[]) => {
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Pay' }).click({ modifiers })
    const other = await opened
    await other.getByRole('link', { name: 'Open in wallet' }).waitFor(pageTimeout)
    const { search } = new URL(other.url())
    await other.close()
    return search
  }
  assert.equal(await open([]), `?embed=${encodeURIComponent(shop)}`)
  assert.equal(await open(['Control']), '')
  assert.equal(page.url(), `${shop}/`)

  await page.evaluate('window.open = () => null')
  await page.getByRole('link', { name: 'Pay' }).click()
  await page.waitForURL(address, pageTimeout)
  assert.deepEqual(faults, [])
})

test('the script for plug-ins shows the checkout above a shop’s page and reports its status', {
  skip,
}, async (t) => {
  if (!checkout || !browser) return
  const service = checkout
  const { page, faults } = await openPage(t, browser)
  const script = `<script src="${service.baseUrl}/modal/btcpay.js"></script>`
  const shop = await openShop(t, `<!doctype html><title>Shop</title><main></main>${script}`)
  await service.accounts.change(service.merchant.email, { frameOrigins: shop })
  await page.goto(shop)
  const heard = () => page.evaluate('window.heard') as Promise<unknown[]>
  const id = await service.create()
  await page.evaluate(`
    window.heard = []
    btcpay.onModalWillEnter(() => heard.push('enter'))
    btcpay.onModalWillLeave(() => heard.push('leave'))
    btcpay.onModalReceiveMessage(({ data }) => heard.push(data.status ?? data))
    btcpay.setApiUrlPrefix('${service.baseUrl}')
    btcpay.showInvoice('${id}', { paymentMethod: 'BSV-CHAIN' })
  `)
  await page.frameLocator('iframe').getByRole('link', { name: 'Open in wallet' }).waitFor(pageTimeout)
  await until(async () => (await heard()).includes('new'))
  await service.payInvoice(id, 'BSV')
  await until(async () => (await heard()).includes('settled'))
  assert.deepEqual(new Set(await heard()), new Set(['enter', 'loaded', 'new', 'settled']))
  await page.getByRole('button', { name: 'Close' }).click(pageTimeout)
  assert.deepEqual((await heard()).slice(-2), ['close', 'leave'])
  assert.equal(await page.locator('iframe').count(), 0)
  assert.deepEqual(faults, [])
})

test("a page whose origin the account doesn't list can't embed the checkout", { skip }, async (t) => {
  if (!checkout || !browser) return
  const { page } = await openPage(t, browser)
  const shop = await openShop(t, '<!doctype html><title>Elsewhere</title><main></main>')
  await checkout.accounts.change(checkout.merchant.email, { frameOrigins: 'https://another.example' })
  await page.goto(shop)
  const isAbout = (message: { text(): string }) => message.text().includes('frame-ancestors')
  const rejected = page.waitForEvent('console', { predicate: isAbout, ...pageTimeout })
  const address = `${checkout.baseUrl}${await checkout.states.choose()}?embed=${shop}`
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('iframe'), { src: '${address}' }))`,
  )
  await rejected
})

/** A shop's own site on this machine. */
async function openShop(t: TestScope, body: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  addCleanup(t, () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  assert.ok(typeof address === 'object' && address)
  return `http://127.0.0.1:${address.port}`
}
