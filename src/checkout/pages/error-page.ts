import type { Assets } from '../../platform/web/assets.ts'
import { html } from '../../platform/web/html.ts'
import { renderBrand, renderPage } from '../../platform/web/page.ts'
import { icons } from './icons.ts'
import type { CheckoutTranslator } from './translator.ts'

/** The page for an invoice that doesn't exist, a rejected request, or an internal error. */
export function renderErrorPage(
  assets: Assets,
  { language, text }: CheckoutTranslator,
  name: 'missing' | 'rejected' | 'failed',
): string {
  const title = text[`state_${name}`]
  return renderPage(assets, {
    language,
    title,
    kind: 'checkout',
    body: html`<main id="checkout">
<header class="top">${renderBrand(assets)}</header>
<section class="sheet single"><div class="pay"><div class="outcome">
<span class="status-icon quiet">${name === 'missing' ? icons.search : icons.alert}</span>
<h1 class="plain-title">${title}</h1>
<p>${text[`${name}_text`]}</p>
</div></div></section>
</main>`,
  })
}
