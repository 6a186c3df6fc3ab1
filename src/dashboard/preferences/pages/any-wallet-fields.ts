import { maxUnderpaidPercent } from '../../../accounts/account-change.ts'
import { coins } from '../../../coins/index.ts'
import { isWatchable } from '../../../invoices/address.ts'
import { formatDecimal } from '../../../kernel/money.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { renderCheckbox, renderField, renderHiddenField } from '../../pages/form.ts'
import { type DashboardTranslator, isolateLeftToRight } from '../../pages/translator.ts'
import { fields } from '../form-fields.ts'
import { getFieldValue, isChecked, type PreferencesForm } from './form.ts'

/** Element id of the card, for links to it. */
export const anyWalletId = 'any-wallet'

/** The fields for payments from any wallet: whether they are accepted, and the accepted shortfall. */
export function renderAnyWalletFields(translator: DashboardTranslator, form: PreferencesForm): Html {
  const { text } = translator
  const { acceptsAnyWallet, underpaidPercent } = form.preferencesData.preferences
  const watchable = [...coins.keys()].filter((coin) => isWatchable({ coin, isDerived: true }))
  const name = fields.underpaidPercent
  return html`<p>${text.preferences_any_wallet_text}</p>
${renderCheckbox({ name: fields.anyWallet, label: text.preferences_any_wallet, isChecked: isChecked(form, fields.anyWallet, { shown: fields.anyWalletShown, current: acceptsAnyWallet }) })}
${renderHiddenField(fields.anyWalletShown, 'yes')}
<p class="hint">${translator.format('preferences_any_wallet_hint', { coins: isolateLeftToRight(watchable.join(', ')) })}</p>
${renderField({
  name,
  error: form.getError(name),
  label: text.preferences_underpaid,
  hint: translator.format('preferences_underpaid_hint', { max: formatDecimal(maxUnderpaidPercent) }),
  autocomplete: 'off',
  inputmode: 'decimal',
  isOptional: true,
  value: getFieldValue(form, name, formatDecimal(underpaidPercent)),
})}`
}
