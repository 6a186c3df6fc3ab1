import { type Html, html } from '../../platform/web/html.ts'
import { icons } from './icons.ts'
import type { PageContext } from './page-context.ts'
import { renderLink, renderSimplePage } from './simple-page.ts'

/** Page for a link that has expired or was used already. */
export const renderExpiredLinkPage = (context: PageContext): string =>
  renderSimplePage(
    context,
    'link_expired_title',
    html`<p class="lead">${context.translator.text.link_expired_text}</p>
<p class="aside">${renderLink(`${context.prefix}/login`, context.translator.text.sign_in)}</p>`,
  )

/** Page for any other error. */
export function renderErrorPage(context: PageContext, message: Html, isMissing = false): string {
  return renderSimplePage(
    context,
    isMissing ? 'error_missing_title' : 'error_title',
    html`<div class="notice bad" role="alert">${icons.alert}<div><p>${message}</p></div></div>
<p class="aside">${renderLink(`${context.prefix}/`, context.translator.text.error_back)}</p>`,
  )
}
