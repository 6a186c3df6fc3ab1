import { type Html, html } from '../../platform/web/html.ts'
import type { PageContext } from '../pages/page-context.ts'
import { renderSimplePage } from '../pages/simple-page.ts'

/** `/`: the home page. */
export function renderHomePage(
  context: PageContext,
  {
    isSignedIn,
    isRegistrationOpen,
    isSandbox,
  }: { isSignedIn: boolean; isRegistrationOpen: boolean; isSandbox: boolean },
): string {
  const { translator, prefix } = context
  const { text } = translator
  const renderButton = (path: string, name: 'dashboard' | 'sign_in' | 'register', kind: string): Html =>
    html`<a class="button${kind}" href="${prefix}${path}">${text[name]}</a>`
  const buttons = isSignedIn
    ? renderButton('/dashboard', 'dashboard', ' primary')
    : [
        renderButton('/login', 'sign_in', ' primary'),
        isRegistrationOpen && renderButton('/register', 'register', ''),
      ]
  return renderSimplePage(
    context,
    'home_title',
    html`<p class="lead">${text.home_text}</p>
${isSandbox ? html`<p class="hint">${text.home_sandbox}</p>` : null}
<div class="buttons">${buttons}</div>`,
  )
}
