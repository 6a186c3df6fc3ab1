import type { AssetName } from '../../platform/web/assets.ts'
import { type Html, html, type Part } from '../../platform/web/html.ts'
import { renderEntryPage } from './layout.ts'
import type { DashboardMessages } from './messages/en.ts'
import type { PageContext } from './page-context.ts'

/** A page with a title and a body, for visitors who aren't signed in. The heading is the title unless another one is given. */
export function renderSimplePage(
  context: PageContext,
  titleKey: keyof DashboardMessages,
  body: Part,
  { heading, scripts = [] }: { heading?: Html; scripts?: readonly AssetName[] } = {},
): string {
  const title = context.translator.text[titleKey]
  return renderEntryPage(context, {
    title,
    scripts,
    body: html`<div class="outcome"><h1 class="plain-title">${heading ?? title}</h1></div>
${body}`,
  })
}

/** A text link. */
export const renderLink = (href: string, text: string): Html => html`<a href="${href}">${text}</a>`
