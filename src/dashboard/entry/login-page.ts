import { html } from '../../platform/web/html.ts'
import { codeField, emailField } from '../pages/fields.ts'
import { errorsByField, type FormState, field, form, hidden } from '../pages/form.ts'
import type { PageContext } from '../pages/page-context.ts'
import { link, simplePage } from '../pages/simple-page.ts'
import { nextQuery } from './next.ts'

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
  const { rest, errorOf } = errorsByField(formState, { code_wrong: 'code' })
  return simplePage(
    context,
    'code_title',
    html`<p class="lead">${text.code_text}</p>
${form(`${prefix}/login/code`, rest, { fields: [codeField(translator, errorOf('code')), hidden('next', next)], button: text.continue })}
<p class="aside">${link(`${prefix}/login${nextQuery(next)}`, text.start_over)}</p>`,
  )
}
