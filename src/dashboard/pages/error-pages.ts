import { type Html, html } from '../../platform/web/html.ts'
import { icons } from './icons.ts'
import type { PageContext } from './page-context.ts'
import { link, simplePage } from './simple-page.ts'

/** Page for a link that has expired or was used already. */
export const expiredLinkPage = (context: PageContext): string =>
  simplePage(
    context,
    context.translator.text.link_expired_title,
    html`<p class="lead">${context.translator.text.link_expired_text}</p>
<p class="aside">${link(`${context.prefix}/login`, context.translator.text.sign_in)}</p>`,
    'link_expired_title',
  )

/** Page for any other error. */
export function errorPage(context: PageContext, message: Html, isMissing = false): string {
  const { text } = context.translator
  const title = isMissing ? 'error_missing_title' : 'error_title'
  return simplePage(
    context,
    text[title],
    html`<div class="notice bad" role="alert">${icons.alert}<div><p>${message}</p></div></div>
<p class="aside">${link(`${context.prefix}/`, text.error_back)}</p>`,
    title,
  )
}
