import { html } from '../../platform/web/html.ts'
import { renderCurrentPasswordField } from '../pages/fields.ts'
import { type FormState, renderForm, renderHiddenField, splitFormErrors } from '../pages/form.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { destinationsPath } from './destinations-page.ts'
import { renderAddressList, renderCoinName } from './pages/payout-wallet.ts'
import type { PayoutWalletDraft } from './payout-wallets.ts'

interface ConfirmPageData {
  readonly draft: PayoutWalletDraft
  /** The same draft, encrypted: the form submits it. */
  readonly encryptedDraft: string
  readonly formState: FormState
  readonly canSendEmail: boolean
}

/** The second step: the new destination, to compare with the wallet. Nothing has changed yet. */
export function renderConfirmPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  data: ConfirmPageData,
): string {
  const { translator, prefix } = context
  const { text } = translator
  const { draft, encryptedDraft, formState, canSendEmail } = data
  const { coin, destination, addresses, isChange } = draft
  const { kind } = destination
  const { remainingState, getError } = splitFormErrors(formState, { password_wrong: 'password' })
  const path = `${destinationsPath}/${coin.code}`
  return renderDashboardPage(context, currentAccount, {
    path,
    title: `${text.destinations_compare_title}: ${coin.name}`,
    heading: renderCoinName(context, coin),
    parent: { path: destinationsPath, name: text.destinations },
    body: html`<section class="card"><h2>${text.destinations_compare_title}</h2>
<p>${text[`destinations_compare_${kind}`]}</p>
${renderAddressList(addresses)}
<p class="hint">${text[`destinations_about_${kind}`]}</p></section>
<section class="card"><h2>${text.destinations_confirm_title}</h2>
<p>${isChange ? text.destinations_confirm_text : text.destinations_same_text}${isChange && canSendEmail ? html` ${text.destinations_email_text}` : null}</p>
${renderForm(`${prefix}${path}/confirm`, remainingState, {
  fields: [
    renderHiddenField('check', encryptedDraft),
    renderCurrentPasswordField(translator, getError('password')),
  ],
  button: text.destinations_confirm,
})}
<p><a href="${prefix}${path}">${text.destinations_mismatch}</a></p></section>`,
  })
}
