import { type Html, html } from '../../platform/web/html.ts'
import { renderCodeField, renderEmailField } from '../pages/fields.ts'
import {
  emptyForm,
  type FormState,
  getFormState,
  renderField,
  renderForm,
  renderHiddenField,
  renderPasskeyForm,
  splitFormErrors,
} from '../pages/form.ts'
import type { PageContext } from '../pages/page-context.ts'
import { renderLink, renderSimplePage } from '../pages/simple-page.ts'
import { formatNextQuery } from './next.ts'

export function renderLoginPage(
  context: PageContext,
  {
    formState,
    next,
    isRegistrationOpen,
    hasPasskeys,
  }: { formState: FormState; next: string | null; isRegistrationOpen: boolean; hasPasskeys: boolean },
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
    html`${renderForm(`${prefix}/login`, isPasskeyForm(formState) ? emptyForm : formState, {
      fields: [
        renderEmailField(translator, formState, { offersPasskeys: hasPasskeys }),
        password,
        renderHiddenField('next', next),
      ],
      button: text.sign_in,
    })}
${hasPasskeys && renderSecondaryPasskeyForm(context, `${prefix}/login/passkey`, { formState, next, button: text.passkeys_use })}
<p class="aside">${renderLink(`${prefix}/forgot`, text.forgot_link)}</p>
${isRegistrationOpen ? html`<p class="aside">${text.no_account} ${renderLink(`${prefix}/register`, text.register)}</p>` : null}`,
    { scripts: hasPasskeys ? ['passkeys.js'] : [] },
  )
}

/** The second step of signing in. */
export function renderCodePage(
  context: PageContext,
  { formState, next, hasPasskeys }: { formState: FormState; next: string | null; hasPasskeys: boolean },
): string {
  const { translator, prefix } = context
  const { text } = translator
  const { remainingState, getError } = splitFormErrors(isPasskeyForm(formState) ? emptyForm : formState, {
    code_wrong: 'code',
  })
  return renderSimplePage(
    context,
    'code_title',
    html`<p class="lead">${text.code_text}</p>
${renderForm(`${prefix}/login/code`, remainingState, { fields: [renderCodeField(translator, getError('code')), renderHiddenField('next', next)], button: text.continue })}
${hasPasskeys && renderSecondaryPasskeyForm(context, `${prefix}/login/code/passkey`, { formState, next, button: text.passkeys_use })}
<p class="aside">${renderLink(`${prefix}/login${formatNextQuery(next)}`, text.start_over)}</p>`,
    { scripts: hasPasskeys ? ['passkeys.js'] : [] },
  )
}

const isPasskeyForm = ({ form }: FormState): boolean => form === 'passkey'

/** The form below another one, which is the main one. */
const renderSecondaryPasskeyForm = (
  { translator }: PageContext,
  action: string,
  { formState, next, button }: { formState: FormState; next: string | null; button: string },
): Html =>
  renderPasskeyForm(action, getFormState(formState, 'passkey'), {
    ceremony: 'get',
    fields: renderHiddenField('next', next),
    button,
    failure: translator.text.passkeys_not_used,
  })
