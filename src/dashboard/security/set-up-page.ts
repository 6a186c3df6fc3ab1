import { type Html, html } from '../../platform/web/html.ts'
import { qrCode } from '../../platform/web/qr.ts'
import type { ShownFactor } from '../../sessions/factor-secrets.ts'
import { codeField } from '../pages/fields.ts'
import { errorsByField, type FormState, form, hidden, passwordAgain } from '../pages/form.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { securityPath } from './security-page.ts'

/** Set-up of two-factor authentication: the authenticator key, the recovery codes and the form that turns it on. */
export function setUpPage(
  scene: PageContext,
  host: CurrentAccount,
  { filled, shown, asksPassword }: { filled: FormState; shown: ShownFactor; asksPassword: boolean },
): string {
  const { words, prefix } = scene
  const { text } = words
  const { rest, errorOf } = errorsByField(filled, { code_wrong: 'code', password_wrong: 'password' })
  const code = (each: string): Html => html`<li><code dir="ltr">${each}</code></li>`
  const spaced = (shown.secret.match(/.{1,4}/g) ?? []).join(' ')
  return dashboardPage(scene, host, {
    path: securityPath,
    title: text.set_up_title,
    body: html`<section class="card"><h2>${text.set_up_scan}</h2>
<div class="qr">${qrCode(shown.uri, text.set_up_qr)}</div>
<p>${text.set_up_key}: <code dir="ltr">${spaced}</code></p></section>
<section class="card"><h2>${text.set_up_recovery}</h2>
<p>${text.set_up_recovery_text}</p>
<ul class="codes">${shown.recovery.map(code)}</ul></section>
<section class="card"><h2>${text.set_up_confirm}</h2>
${form(`${prefix}${securityPath}/codes`, rest, {
  fields: [
    codeField(words, errorOf('code')),
    asksPassword && passwordAgain(words, errorOf('password')),
    hidden('key', shown.key),
  ],
  button: text.set_up_on,
})}</section>`,
  })
}
