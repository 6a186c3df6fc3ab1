import { html } from '../../platform/web/html.ts'
import { codeField, emailField } from '../pages/fields.ts'
import { errorsByField, type FormState, field, form, hidden } from '../pages/form.ts'
import type { PageContext } from '../pages/page-context.ts'
import { link, sheet } from '../pages/sheet.ts'

export function loginPage(
  scene: PageContext,
  { filled, next, isOpen }: { filled: FormState; next: string | null; isOpen: boolean },
): string {
  const { words, prefix } = scene
  const { text } = words
  const password = field({
    name: 'password',
    label: text.password,
    type: 'password',
    autocomplete: 'current-password',
  })
  return sheet(
    scene,
    text.login_title,
    html`${form(`${prefix}/login`, filled, {
      fields: [emailField(words, filled), password, hidden('next', next)],
      button: text.sign_in,
    })}
<p class="aside">${link(`${prefix}/forgot`, text.forgot_link)}</p>
${isOpen ? html`<p class="aside">${text.no_account} ${link(`${prefix}/register`, text.register)}</p>` : null}`,
    'login_title',
  )
}

/** The second step of signing in. */
export function codePage(
  scene: PageContext,
  { filled, next }: { filled: FormState; next: string | null },
): string {
  const { words, prefix } = scene
  const { text } = words
  const { rest, errorOf } = errorsByField(filled, { code_wrong: 'code' })
  return sheet(
    scene,
    text.code_title,
    html`<p class="lead">${text.code_text}</p>
${form(`${prefix}/login/code`, rest, { fields: [codeField(words, errorOf('code')), hidden('next', next)], button: text.continue })}
<p class="aside">${link(`${prefix}/login${onward(next)}`, text.start_over)}</p>`,
    'code_title',
  )
}

/** `?next=…`, if there is a target. */
const onward = (next: string | null): string => (next === null ? '' : `?next=${encodeURIComponent(next)}`)
