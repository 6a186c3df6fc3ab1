import { maxUnderpaidPercent } from '../../accounts/preferences.ts'
import { coins } from '../../coins/index.ts'
import { isWatchable } from '../../invoices/address.ts'
import { formatDecimal } from '../../kernel/money.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { checkbox, field, hidden } from '../pages/form.ts'
import { type DashboardTranslator, leftToRight } from '../pages/translator.ts'
import { type PreferencesForm, valueIn } from './form-page.ts'
import { fields } from './from-form.ts'

/** The card's place on the page, for links. */
export const anyWalletId = 'any-wallet'

/** Whether wallets without a payment protocol can pay, and the shortfall that then still counts as paid. */
export function anyWalletFields(translator: DashboardTranslator, fieldContext: PreferencesForm): Html {
  const { text } = translator
  const { anyWallet, underpaidPercent } = fieldContext.preferencesData.preferences
  const watchable = [...coins.keys()].filter((coin) => isWatchable({ coin, derived: true }))
  const name = fields.underpaidPercent
  return html`<p>${text.preferences_any_wallet_text}</p>
${checkbox({ name: fields.anyWallet, label: text.preferences_any_wallet, checked: isTicked(fieldContext.formState, anyWallet) })}
${hidden(fields.anyWalletShown, 'yes')}
<p class="hint">${translator.say('preferences_any_wallet_hint', { coins: leftToRight(watchable.join(', ')) })}</p>
${field({
  name,
  error: fieldContext.errorOf(name),
  label: text.preferences_underpaid,
  hint: translator.say('preferences_underpaid_hint', { most: formatDecimal(maxUnderpaidPercent) }),
  autocomplete: 'off',
  inputmode: 'decimal',
  optional: true,
  value: valueIn(fieldContext, name, formatDecimal(underpaidPercent)),
})}`
}

/** After an error, as it was submitted, if the submitted form contained the checkbox. */
const isTicked = ({ values, error }: PreferencesForm['formState'], current: boolean): boolean =>
  error === null || values[fields.anyWalletShown] === undefined
    ? current
    : values[fields.anyWallet] !== undefined
