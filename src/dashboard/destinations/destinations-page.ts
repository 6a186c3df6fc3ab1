import type { Coin } from '../../coins/coin.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { renderBadge } from '../pages/components.ts'
import { renderCurrentPasswordField } from '../pages/fields.ts'
import { type FormState, renderForm, splitFormErrors } from '../pages/form.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { renderCoinName, renderWalletDetails } from './pages/payout-wallet.ts'
import type { PayoutWallet } from './payout-wallets.ts'

export const destinationsPath = '/dashboard/settings/destinations'

export type CompletedDestinationAction =
  | { readonly action: 'set' | 'skipped'; readonly coin: Pick<Coin, 'name'> }
  | { readonly action: 'test' }

interface DestinationsPageData {
  readonly wallets: readonly PayoutWallet[]
  readonly completedAction: CompletedDestinationAction | null
  /** Whether this is regtest and some coins have no destination. */
  readonly offersTestKeys: boolean
  readonly formState: FormState
}

/** Every coin and its payout wallet. */
export function renderDestinationsPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  { wallets, completedAction, offersTestKeys, formState }: DestinationsPageData,
): string {
  const { translator, prefix } = context
  const { text } = translator
  const renderCard = (wallet: PayoutWallet): Html => {
    const { coin, destination } = wallet
    const link = `${prefix}${destinationsPath}/${coin.code}`
    const label = destination ? text.destinations_change : text.destinations_set_up
    const state = destination
      ? renderBadge('good', text.destinations_is_set)
      : renderBadge('plain', text.destinations_not_set)
    return html`<li class="card payout"><div class="payout-header"><h2>${renderCoinName(context, coin)}</h2>${state}</div>
${renderWalletDetails(context, wallet) ?? html`<p>${translator.format('destinations_none', { coin: coin.name })}</p>`}
<div class="buttons"><a class="button small" href="${link}" aria-label="${label}: ${coin.name}">${label}</a></div></li>`
  }
  return renderDashboardPage(context, currentAccount, {
    path: destinationsPath,
    title: text.destinations,
    confirmation:
      completedAction &&
      translator.format(
        `destinations_done_${completedAction.action}`,
        'coin' in completedAction ? { coin: completedAction.coin.name } : {},
      ),
    body: html`<p class="lead">${text.destinations_intro}</p>
${offersTestKeys ? renderTestKeysCard(context, formState) : null}
<ul class="payouts">${wallets.map(renderCard)}</ul>`,
  })
}

function renderTestKeysCard({ translator, prefix }: PageContext, formState: FormState): Html {
  const { remainingState, getError } = splitFormErrors(formState, { password_wrong: 'password' })
  return html`<section class="card"><h2>${translator.text.destinations_test_title}</h2><p>${translator.text.destinations_test_text}</p>
${renderForm(`${prefix}${destinationsPath}/test-keys`, remainingState, {
  fields: renderCurrentPasswordField(translator, getError('password')),
  button: translator.text.destinations_test_button,
})}</section>`
}
