import { maxSkippedAddresses } from '../../accounts/destinations.ts'
import type { ChainName } from '../../coins/coin.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { renderCurrentPasswordField } from '../pages/fields.ts'
import {
  type FormState,
  getFormState,
  renderField,
  renderForm,
  renderTextarea,
  splitFormErrors,
} from '../pages/form.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { isolateLeftToRight } from '../pages/translator.ts'
import { destinationsPath } from './destinations-page.ts'
import { renderCoinName, renderWalletDetails } from './pages/payout-wallet.ts'
import type { PayoutWallet } from './payout-wallets.ts'

interface CoinPageData {
  readonly wallet: PayoutWallet
  readonly chain: ChainName
  readonly formState: FormState
}

/** One coin: its payout wallet, and the first step of changing it. */
export function renderCoinPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  { wallet, chain, formState }: CoinPageData,
): string {
  const { translator } = context
  const { text } = translator
  const { coin, destination } = wallet
  const path = `${destinationsPath}/${coin.code}`
  const currentCard = destination
    ? html`<section class="card"><h2>${text.destinations_now}</h2>${renderWalletDetails(context, wallet)}</section>`
    : null
  return renderDashboardPage(context, currentAccount, {
    path,
    title: `${text.destinations}: ${coin.name}`,
    heading: renderCoinName(context, coin),
    parent: { path: destinationsPath, name: text.destinations },
    body: html`${currentCard}
${renderNewDestinationCard(context, wallet, chain, getFormState(formState, 'destination'))}
${destination?.kind === 'xpub' ? renderSkipCard(context, path, getFormState(formState, 'skip')) : null}`,
  })
}

function renderNewDestinationCard(
  { translator, prefix }: PageContext,
  wallet: PayoutWallet,
  chain: ChainName,
  formState: FormState,
): Html {
  const { text } = translator
  const { coin, destination } = wallet
  const { remainingState, getError } = splitFormErrors(formState, { destination_invalid: 'destination' })
  const names = coin.chains[chain].extendedKeys.map(({ name }) => `${name}…`).join(', ')
  return html`<section class="card"><h2>${destination ? text.destinations_change_title : text.destinations_set_title}</h2>
<p>${text.destinations_how}</p>
${renderForm(`${prefix}${destinationsPath}/${coin.code}`, remainingState, {
  fields: renderTextarea({
    name: 'destination',
    error: getError('destination'),
    label: text.destinations_field,
    rows: 4,
    value: formState.values.destination,
    hint: translator.format('destinations_field_hint', { names: isolateLeftToRight(names) }),
  }),
  button: text.destinations_show,
})}</section>`
}

function renderSkipCard({ translator, prefix }: PageContext, path: string, formState: FormState): Html {
  const { text } = translator
  const { remainingState, getError } = splitFormErrors(formState, {
    skip_invalid: 'count',
    password_wrong: 'password',
  })
  return html`<section class="card"><h2>${text.destinations_skip_title}</h2>
<p>${text.destinations_skip_text}</p>
${renderForm(`${prefix}${path}/skip`, remainingState, {
  fields: [
    renderField({
      name: 'count',
      error: getError('count'),
      label: text.destinations_skip_by,
      autocomplete: 'off',
      inputmode: 'numeric',
      value: formState.values.count,
      hint: translator.format('destinations_skip_hint', { max: translator.formatCount(maxSkippedAddresses) }),
    }),
    renderCurrentPasswordField(translator, getError('password')),
  ],
  button: text.destinations_skip,
})}</section>`
}
