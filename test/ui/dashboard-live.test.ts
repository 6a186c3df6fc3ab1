import assert from 'node:assert/strict'
import { suite, type TestContext, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { loadAssets } from '../../src/platform/web/assets.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { needsChromium, openBrowser, openPage, pageTimeout } from './browser.ts'
import { createPageOpener } from './pages.ts'

const skip = needsChromium
const settings = { RATE_LIMITS: 'off' }
const service = skip ? null : await startPaying(fileScope, { listen: true, destinations: ['LTC'], settings })
const browser = skip ? null : await openBrowser(fileScope)
const { openSignedIn } = createPageOpener(service, browser)
const sync = loadAssets('').getUrl('sync.js')

/** The merchant's browser with the page of a sale that is paid and waits for a block, which only an event can announce. */
async function confirming(t: TestContext) {
  if (!service) assert.fail()
  const seen = await openSignedIn(t, service.merchant)
  const { uid } = (await service.createInvoice({ amount: 7 })).invoice
  const paid = await service.pay(uid, 'LTC')
  assert.equal(paid.reply.status, 200, paid.reply.text)
  const url = `${service.baseUrl}/dashboard/till/${uid}`
  return { ...seen, service, url, waits: seen.page.getByText('0 of 1 confirmations') }
}

suite('a page of the dashboard that is open', () => {
  test('an event updates the page without a reload', { skip }, async (t) => {
    const { page, service, url, waits, faults } = await confirming(t)
    const subscribed = page.waitForResponse((response) => response.url().endsWith('/events'))
    await page.goto(url)
    await subscribed
    await waits.waitFor()
    await page.evaluate('window.mark = true')
    await service.mine('LTC')
    await waits.waitFor({ ...pageTimeout, state: 'detached' })
    assert.equal(await page.evaluate('window.mark'), true)
    assert.deepEqual(faults, [])
  })

  test('a change between rendering the page and subscribing is not missed', { skip }, async (t) => {
    const { page, service, url, waits } = await confirming(t)
    await page.route('**/events', async (route) => {
      await service.mine('LTC')
      await route.continue()
    })
    await page.goto(url)
    await waits.waitFor({ ...pageTimeout, state: 'detached' })
  })

  test('it reconnects after an error response, after which a browser gives up', {
    skip,
  }, async (t) => {
    const { page, service, url, waits } = await confirming(t)
    let rejected = 0
    await page.route('**/events', async (route) => {
      if (rejected === 2) return route.continue()
      rejected++
      return route.fulfill({ status: 503, body: '' })
    })
    await page.goto(url)
    await page.waitForResponse((response) => response.url().endsWith('/events') && response.ok(), pageTimeout)
    await service.mine('LTC')
    await waits.waitFor({ ...pageTimeout, state: 'detached' })
  })

  test('after a time without a connection it catches up', { skip }, async (t) => {
    const { page, context, service, url, waits } = await confirming(t)
    await page.goto(url)
    await waits.waitFor()
    await context.setOffline(true)
    await service.mine('LTC')
    await context.setOffline(false)
    await waits.waitFor({ ...pageTimeout, state: 'detached' })
  })

  test('a hidden page closes its connection after a while, and reconnects when it is visible', {
    skip,
  }, async (t) => {
    const { page, service, url, waits } = await confirming(t)
    const isStream = (request: Request): boolean => request.url().endsWith('/events')
    const setHidden = (hidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))`)
    await page.clock.install()
    await page.goto(url)
    await waits.waitFor()
    const closed = page.waitForEvent('requestfailed', { ...pageTimeout, predicate: isStream })
    await setHidden(true)
    await page.clock.fastForward(31_000)
    await closed
    await service.mine('LTC')
    await setHidden(false)
    await waits.waitFor({ ...pageTimeout, state: 'detached' })
  })

  test('after signing out elsewhere the page shows nothing more of the account', { skip }, async (t) => {
    const { page, forms, service, url, waits } = await confirming(t)
    // It has subscribed and refreshed. From now on it only learns that its stream has ended.
    const refreshed = page.waitForResponse((response) => response.request().resourceType() === 'fetch')
    await page.goto(url)
    await waits.waitFor()
    await (await refreshed).finished()
    await forms.submit('/logout')
    await service.mine('LTC')
    await page.waitForURL(/\/login\?next=/, pageTimeout)
  })
})

test('a page without a URL of its own, after a rejected form, stays as it is', {
  skip,
}, async (t) => {
  const { page, service, url, waits, faults } = await confirming(t)
  await page.route(url, (route) =>
    route.request().resourceType() === 'fetch' ? route.fulfill({ status: 404, body: '' }) : route.fallback(),
  )
  const refreshed = page.waitForResponse((response) => response.status() === 404)
  await page.goto(url)
  await page.evaluate('window.mark = true')
  await refreshed
  await service.mine('LTC')
  await waits.waitFor()
  assert.equal(await page.evaluate('window.mark'), true)
  assert.deepEqual(faults, [])
})

suite('an element that is updated to match another', () => {
  /** A page whose policy allows our own scripts. */
  async function workshop(t: TestContext): Promise<Page> {
    if (!service || !browser) assert.fail()
    const { page } = await openPage(t, browser)
    await page.goto(`${service.baseUrl}/login`)
    return page
  }

  interface Pieces {
    readonly old: string
    readonly next: string
    /** The action that is performed in it first. */
    readonly before?: string
    readonly report: string
  }

  /** Morphs one document into the other in a browser; returns what it reports. */
  async function synced(page: Page, { old, next, before = '', report }: Pieces): Promise<unknown> {
    return page.evaluate(`(async () => {
      const { sync } = await import(${JSON.stringify(sync)})
      document.body.innerHTML = ${JSON.stringify(`<div id="piece">${old}</div>`)}
      const piece = document.getElementById('piece')
      const find = (name) => piece.querySelector(name)
      const next = new DOMParser().parseFromString(${JSON.stringify(`<div id="piece">${next}</div>`)}, 'text/html')
      ${before}
      sync(piece, next.getElementById('piece'))
      return ${report}
    })()`)
  }
  const findRow = (name: string, text = name): string =>
    `<li><a href="/${name}">${text}</a> <input name="${name}" value=""></li>`

  test('typed text, focus and caret are kept', { skip }, async (t) => {
    const seen = await synced(await workshop(t), {
      old: `<ul>${findRow('a')}${findRow('b')}</ul><p>1</p>`,
      next: `<ul>${findRow('new')}${findRow('a')}${findRow('b', 'changed')}</ul><p>2</p>`,
      before: `const field = find('[name=b]'); field.value = 'typed'; field.focus(); field.setSelectionRange(2, 4)`,
      report: `[piece.textContent.replace(/\\s+/g, ' '), document.activeElement.name, document.activeElement.value, document.activeElement.selectionStart]`,
    })
    assert.deepEqual(seen, ['new a changed 2', 'b', 'typed', 2])
  })

  test('open details stay open, and closed ones closed', { skip }, async (t) => {
    const more = (text: string, open = '') => `<details${open}><summary>more</summary>${text}</details>`
    const seen = await synced(await workshop(t), {
      old: more('one') + more('two', ' open'),
      next: more('three') + more('four', ' open'),
      before: `for (const each of piece.children) each.open = !each.open`,
      report: `[...piece.children].map((each) => [each.textContent, each.open])`,
    })
    assert.deepEqual(seen, [
      ['morethree', true],
      ['morefour', false],
    ])
  })

  test('only added elements are marked as new', { skip }, async (t) => {
    const seen = await synced(await workshop(t), {
      old: `<ul>${findRow('a')}${findRow('b')}${findRow('c')}</ul>`,
      next: `<ul>${findRow('new')}${findRow('a')}${findRow('b')}</ul>`,
      report: `[...piece.querySelectorAll('li')].map((each) => each.textContent.trim() + ('updated' in each.dataset ? '*' : ''))`,
    })
    assert.deepEqual(seen, ['new*', 'a', 'b'])
  })

  test('whatever it starts with, it ends up equal to the target', { skip }, async (t) => {
    const fragments = [
      `<p>one</p>\n<p>two</p>`,
      `text <b>bold</b>`,
      ``,
      `<ul>${findRow('a')}${findRow('b')}</ul>`,
      `<ul>${findRow('b')}${findRow('a')}${findRow('c')}</ul>`,
      `<section data-state="x"><h2 id="h">Title</h2><svg viewBox="0 0 1 1"><path d="M0 0"/></svg></section>`,
      `<h2 id="h">Title</h2><section data-state="y"><svg viewBox="0 0 2 2"><path d="M1 1"/></svg></section>`,
    ]
    const page = await workshop(t)
    for (const old of fragments)
      for (const next of fragments)
        assert.equal(
          await synced(page, {
            old,
            next,
            report: `(piece.querySelectorAll('[data-updated]').forEach((each) => each.removeAttribute('data-updated')), piece.removeAttribute('data-updated'), piece.isEqualNode(next.getElementById('piece')))`,
          }),
          true,
          `${old} → ${next}`,
        )
  })
})
