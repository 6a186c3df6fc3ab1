import { maxSkipped } from '../../accounts/destinations.ts'
import type { ChainName } from '../../coins/coin.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { currentPasswordField } from '../pages/fields.ts'
import { type FormState, field, form, getFormState, splitFormErrors, textarea } from '../pages/form.ts'
import { dashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { leftToRight } from '../pages/translator.ts'
import { destinationsPath } from './destinations-page.ts'
import { coinName, payoutDetails } from './pages/payout.ts'
import type { Payout } from './payouts.ts'

interface CoinPageData {
  readonly payout: Payout
  readonly chain: ChainName
  readonly formState: FormState
}

/** One coin: its payout wallet, and the first step of changing it. */
export function coinPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  { payout, chain, formState }: CoinPageData,
): string {
  const { translator } = context
  const { text } = translator
  const { coin, destination } = payout
  const path = `${destinationsPath}/${coin.code}`
  const currentCard = destination
    ? html`<section class="card"><h2>${text.destinations_now}</h2>${payoutDetails(context, payout)}</section>`
    : null
  return dashboardPage(context, currentAccount, {
    path,
    title: `${text.destinations}: ${coin.name}`,
    heading: coinName(context, coin),
    parent: { path: destinationsPath, name: text.destinations },
    body: html`${currentCard}
${newDestinationCard(context, payout, chain, getFormState(formState, 'destination'))}
${destination?.kind === 'xpub' ? skipCard(context, path, getFormState(formState, 'skip')) : null}`,
  })
}

function newDestinationCard(
  { translator, prefix }: PageContext,
  payout: Payout,
  chain: ChainName,
  formState: FormState,
): Html {
  const { text } = translator
  const { coin, destination } = payout
  const { rest, getError } = splitFormErrors(formState, { destination_invalid: 'destination' })
  const names = coin.chains[chain].extendedKeys.map(({ name }) => `${name}…`).join(', ')
  return html`<section class="card"><h2>${destination ? text.destinations_change_title : text.destinations_set_title}</h2>
<p>${text.destinations_how}</p>
${form(`${prefix}${destinationsPath}/${coin.code}`, rest, {
  fields: textarea({
    name: 'destination',
    error: getError('destination'),
    label: text.destinations_field,
    rows: 4,
    value: formState.values.destination,
    hint: translator.format('destinations_field_hint', { names: leftToRight(names) }),
  }),
  button: text.destinations_show,
})}</section>`
}

function skipCard({ translator, prefix }: PageContext, path: string, formState: FormState): Html {
  const { text } = translator
  const { rest, getError } = splitFormErrors(formState, { skip_invalid: 'by', password_wrong: 'password' })
  return html`<section class="card"><h2>${text.destinations_skip_title}</h2>
<p>${text.destinations_skip_text}</p>
${form(`${prefix}${path}/skip`, rest, {
  fields: [
    field({
      name: 'by',
      error: getError('by'),
      label: text.destinations_skip_by,
      autocomplete: 'off',
      inputmode: 'numeric',
      value: formState.values.by,
      hint: translator.format('destinations_skip_hint', { max: translator.count(maxSkipped) }),
    }),
    currentPasswordField(translator, getError('password')),
  ],
  button: text.destinations_skip,
})}</section>`
}
