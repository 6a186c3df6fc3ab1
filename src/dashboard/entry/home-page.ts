import { type Html, html } from '../../platform/web/html.ts'
import type { PageContext } from '../pages/page-context.ts'
import { simplePage } from '../pages/simple-page.ts'

/** `/`: the home page. */
export function homePage(
  context: PageContext,
  { isSignedIn, isOpen, isSandbox }: { isSignedIn: boolean; isOpen: boolean; isSandbox: boolean },
): string {
  const { translator, prefix } = context
  const { text } = translator
  const button = (path: string, name: 'dashboard' | 'sign_in' | 'register', kind: string): Html =>
    html`<a class="button${kind}" href="${prefix}${path}">${text[name]}</a>`
  const buttons = isSignedIn
    ? button('/dashboard', 'dashboard', ' primary')
    : [button('/login', 'sign_in', ' primary'), isOpen && button('/register', 'register', '')]
  return simplePage(
    context,
    'home_title',
    html`<p class="lead">${text.home_text}</p>
${isSandbox ? html`<p class="hint">${text.home_sandbox}</p>` : null}
<div class="buttons">${buttons}</div>`,
  )
}
