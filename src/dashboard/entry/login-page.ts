import { html } from '../../platform/web/html.ts'
import { renderCodeField, renderEmailField } from '../pages/fields.ts'
import { type FormState, renderField, renderForm, renderHidden, splitFormErrors } from '../pages/form.ts'
import type { PageContext } from '../pages/page-context.ts'
import { link, renderSimplePage } from '../pages/simple-page.ts'
import { formatNextQuery } from './next.ts'

export function renderLoginPage(
  context: PageContext,
  { formState, next, isOpen }: { formState: FormState; next: string | null; isOpen: boolean },
): string {
  const { translator, prefix } = context
  const { text } = translator
  const password = renderField({
    name: 'password',
    label: text.password,
    type: 'password',
    autocomplete: 'current-password',
  })
  return renderSimplePage(
    context,
    'login_title',
    html`${renderForm(`${prefix}/login`, formState, {
      fields: [renderEmailField(translator, formState), password, renderHidden('next', next)],
      button: text.sign_in,
    })}
<p class="aside">${link(`${prefix}/forgot`, text.forgot_link)}</p>
${isOpen ? html`<p class="aside">${text.no_account} ${link(`${prefix}/register`, text.register)}</p>` : null}`,
  )
}

/** The second step of signing in. */
export function renderCodePage(
  context: PageContext,
  { formState, next }: { formState: FormState; next: string | null },
): string {
  const { translator, prefix } = context
  const { text } = translator
  const { rest, getError } = splitFormErrors(formState, { code_wrong: 'code' })
  return renderSimplePage(
    context,
    'code_title',
    html`<p class="lead">${text.code_text}</p>
${renderForm(`${prefix}/login/code`, rest, { fields: [renderCodeField(translator, getError('code')), renderHidden('next', next)], button: text.continue })}
<p class="aside">${link(`${prefix}/login${formatNextQuery(next)}`, text.start_over)}</p>`,
  )
}
