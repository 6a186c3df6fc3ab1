import { type Html, html } from '../../../platform/web/html.ts'
import { renderCheckbox, renderHiddenField } from '../../pages/form.ts'
import { type DashboardTranslator, isolateLeftToRight } from '../../pages/translator.ts'
import { fields } from '../form-fields.ts'
import { isChecked, type PreferencesForm } from './form.ts'

/** Switches for the emails about payments, to the owner and to buyers. */
export function renderEmailFields({ text, format }: DashboardTranslator, form: PreferencesForm): Html {
  const { canSendEmail, preferences } = form.preferencesData
  if (!canSendEmail) return html`<p>${text.preferences_emails_unavailable}</p>`
  const shown = fields.emailsShown
  const isTicked = (name: string, current: boolean) => isChecked(form, name, { shown, current })
  const { sendsExceptionEmails, sendsReceiptEmails } = fields
  const buyerKey = html`<code>${isolateLeftToRight('buyerEmail')}</code>`
  return html`${renderCheckbox({ name: sendsExceptionEmails, label: text.preferences_email_exceptions, isChecked: isTicked(sendsExceptionEmails, preferences.sendsExceptionEmails) })}
<p class="hint">${text.preferences_email_exceptions_hint}</p>
${renderCheckbox({ name: sendsReceiptEmails, label: text.preferences_email_receipts, isChecked: isTicked(sendsReceiptEmails, preferences.sendsReceiptEmails) })}
<p class="hint">${format('preferences_email_receipts_hint', { key: buyerKey })}</p>
${renderHiddenField(shown, 'yes')}`
}
