import { html } from '../../platform/web/html.ts'
import { codeField, emailField } from '../pages/fields.ts'
import { type FormState, field, form, hidden, splitFormErrors } from '../pages/form.ts'
import type { PageContext } from '../pages/page-context.ts'
import { link, simplePage } from '../pages/simple-page.ts'
import { formatNextQuery } from './next.ts'

export function loginPage(
  context: PageContext,
  { formState, next, isOpen }: { formState: FormState; next: string | null; isOpen: boolean },
): string {
  const { translator, prefix } = context
  const { text } = translator
  const password = field({
    name: 'password',
    label: text.password,
    type: 'password',
    autocomplete: 'current-password',
  })
  return simplePage(
    context,
    'login_title',
    html`${form(`${prefix}/login`, formState, {
      fields: [emailField(translator, formState), password, hidden('next', next)],
      button: text.sign_in,
    })}
<p class="aside">${link(`${prefix}/forgot`, text.forgot_link)}</p>
${isOpen ? html`<p class="aside">${text.no_account} ${link(`${prefix}/register`, text.register)}</p>` : null}`,
  )
}

/** The second step of signing in. */
export function codePage(
  context: PageContext,
  { formState, next }: { formState: FormState; next: string | null },
): string {
  const { translator, prefix } = context
  const { text } = translator
  const { rest, getError } = splitFormErrors(formState, { code_wrong: 'code' })
  return simplePage(
    context,
    'code_title',
    html`<p class="lead">${text.code_text}</p>
${form(`${prefix}/login/code`, rest, { fields: [codeField(translator, getError('code')), hidden('next', next)], button: text.continue })}
<p class="aside">${link(`${prefix}/login${formatNextQuery(next)}`, text.start_over)}</p>`,
  )
}
