import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Language, languages } from '../../src/platform/web/language.ts'
import { fileScope } from '../helpers/databases.ts'
import { openBrowser, skipOnPostgres } from './browser.ts'
import { assertSoundPage, createPageOpener, type OpenedPage, phone, screenshotFolder } from './pages.ts'
import { openShopPages } from './shop-pages.ts'

const skip = skipOnPostgres
const shop = skip ? null : await openShopPages(fileScope)
const { open, openSignedIn } = createPageOpener(
  shop?.service ?? null,
  skip ? null : await openBrowser(fileScope),
)

/** English is short, and the other files look at most pages in it. German words are long: it is tested on tablets too. */
const screens: readonly { readonly locale: Language; readonly widths: readonly number[] }[] = languages
  .filter((language) => language !== 'en')
  .map((locale) => ({ locale, widths: locale === 'de' ? [1024, 768, 320] : [320] }))

suite('every page', { concurrency: 3 }, () => {
  for (const { locale, widths } of screens)
    test(`${locale}: fits on a screen of ${widths.join(', ')} px, and every placeholder is filled in`, {
      skip,
    }, async (t) => {
      if (!shop) return
      const device = { ...phone, locale }
      for (const { account, paths } of shop.pages) {
        const seen = account ? await openSignedIn(t, account, device) : await open(t, device)
        for (const path of paths) await visit(seen, { locale, widths }, path)
      }
    })
})

async function visit(
  seen: OpenedPage,
  { locale, widths }: (typeof screens)[number],
  path: string,
): Promise<void> {
  const { page } = seen
  const response = await page.goto(path)
  assert.equal(response?.status(), path.endsWith('/inv_unknown') ? 404 : 200, path)
  for (const width of widths) {
    // A page is loaded once for all widths: a load takes far longer than a layout.
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 640 })
    await assert.doesNotReject(assertSoundPage(seen, shop?.service.baseUrl ?? ''), `${path} at ${width} px`)
  }
  const { lang, text } = (await page.evaluate(
    '({ lang: document.documentElement.lang, text: document.body.innerText })',
  )) as { lang: string; text: string }
  assert.equal(lang, locale, path)
  assert.doesNotMatch(text, /\{\w+\}/, path)
  if (!screenshotFolder) return
  const name = path.replace(/\?.*|[^a-z/]/g, '').replaceAll('/', '-')
  await page.screenshot({ path: `${screenshotFolder}/${locale}${name}.png`, fullPage: true })
}
