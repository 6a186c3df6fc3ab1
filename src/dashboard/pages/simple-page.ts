import { type Html, html, type Part } from '../../platform/web/html.ts'
import { entryPage } from './layout.ts'
import type { DashboardMessages } from './messages/en.ts'
import type { PageContext } from './page-context.ts'

/** A page with a title and a body, for visitors who aren't signed in. */
export const simplePage = (
  context: PageContext,
  title: Html | string,
  body: Part,
  name: keyof DashboardMessages,
): string =>
  entryPage(context, {
    title: context.translator.text[name],
    body: html`<div class="outcome"><h1 class="plain-title">${title}</h1></div>
${body}`,
  })

/** A text link. */
export const link = (href: string, text: string): Html => html`<a href="${href}">${text}</a>`
