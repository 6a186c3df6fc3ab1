import { type Html, html } from '../../platform/web/html.ts'
import { renderQrCode } from '../../platform/web/qr.ts'
import type { FactorSetup } from '../../sessions/factor-secrets.ts'
import { renderCodeField, renderCurrentPasswordField } from '../pages/fields.ts'
import { type FormState, renderForm, renderHiddenField, splitFormErrors } from '../pages/form.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { securityPath } from './security-paths.ts'

/** Two-factor setup: the authenticator key, the recovery codes and the confirmation form. */
export function renderTwoFactorSetupPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  {
    formState,
    setup,
    requiresPassword,
  }: { formState: FormState; setup: FactorSetup; requiresPassword: boolean },
): string {
  const { translator, prefix } = context
  const { text } = translator
  const { remainingState, getError } = splitFormErrors(formState, {
    code_wrong: 'code',
    password_wrong: 'password',
  })
  const renderCode = (each: string): Html => html`<li><code dir="ltr">${each}</code></li>`
  const groupedSecret = (setup.secret.match(/.{1,4}/g) ?? []).join(' ')
  return renderDashboardPage(context, currentAccount, {
    path: securityPath,
    title: text.set_up_title,
    body: html`<section class="card"><h2>${text.set_up_scan}</h2>
<div class="qr">${renderQrCode(setup.uri, text.set_up_qr)}</div>
<p>${text.set_up_key}: <code dir="ltr">${groupedSecret}</code></p></section>
<section class="card"><h2>${text.set_up_recovery}</h2>
<p>${text.set_up_recovery_text}</p>
<ul class="codes">${setup.recovery.map(renderCode)}</ul></section>
<section class="card"><h2>${text.set_up_confirm}</h2>
${renderForm(`${prefix}${securityPath}/codes`, remainingState, {
  fields: [
    renderCodeField(translator, getError('code')),
    requiresPassword && renderCurrentPasswordField(translator, getError('password')),
    renderHiddenField('key', setup.key),
  ],
  button: text.set_up_on,
})}</section>`,
  })
}
