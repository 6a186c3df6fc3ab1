import { maxSkipped } from '../../accounts/destinations.ts'
import type { ChainName } from '../../coins/coin.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { area, errorsByField, type FormState, field, filledIn, form, passwordAgain } from '../pages/form.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { leftToRight } from '../pages/words.ts'
import { destinationsPath } from './destinations-page.ts'
import { coinName, payoutFacts } from './pages/payout.ts'
import type { Payout } from './payouts.ts'

interface CoinScene {
  readonly payout: Payout
  readonly chain: ChainName
  readonly filled: FormState
}

/** One coin: its payout wallet, and the first step of changing it. */
export function coinPage(
  scene: PageContext,
  host: CurrentAccount,
  { payout, chain, filled }: CoinScene,
): string {
  const { words } = scene
  const { text } = words
  const { coin, destination } = payout
  const path = `${destinationsPath}/${coin.code}`
  const now = destination
    ? html`<section class="card"><h2>${text.destinations_now}</h2>${payoutFacts(scene, payout)}</section>`
    : null
  return dashboardPage(scene, host, {
    path,
    title: `${text.destinations}: ${coin.name}`,
    heading: coinName(scene, coin),
    up: { path: destinationsPath, name: text.destinations },
    body: html`${now}
${wishCard(scene, payout, chain, filledIn(filled, 'destination'))}
${destination?.kind === 'xpub' ? skipCard(scene, path, filledIn(filled, 'skip')) : null}`,
  })
}

function wishCard({ words, prefix }: PageContext, payout: Payout, chain: ChainName, filled: FormState): Html {
  const { text } = words
  const { coin, destination } = payout
  const { rest, errorOf } = errorsByField(filled, { destination_invalid: 'destination' })
  const names = coin.chains[chain].extendedKeys.map(({ name }) => `${name}…`).join(', ')
  return html`<section class="card"><h2>${destination ? text.destinations_change_title : text.destinations_set_title}</h2>
<p>${text.destinations_how}</p>
${form(`${prefix}${destinationsPath}/${coin.code}`, rest, {
  fields: area({
    name: 'destination',
    error: errorOf('destination'),
    label: text.destinations_field,
    rows: 4,
    value: filled.values.destination,
    hint: words.say('destinations_field_hint', { names: leftToRight(names) }),
  }),
  button: text.destinations_show,
})}</section>`
}

function skipCard({ words, prefix }: PageContext, path: string, filled: FormState): Html {
  const { text } = words
  const { rest, errorOf } = errorsByField(filled, { skip_invalid: 'by', password_wrong: 'password' })
  return html`<section class="card"><h2>${text.destinations_skip_title}</h2>
<p>${text.destinations_skip_text}</p>
${form(`${prefix}${path}/skip`, rest, {
  fields: [
    field({
      name: 'by',
      error: errorOf('by'),
      label: text.destinations_skip_by,
      autocomplete: 'off',
      inputmode: 'numeric',
      value: filled.values.by,
      hint: words.say('destinations_skip_hint', { most: words.count(maxSkipped) }),
    }),
    passwordAgain(words, errorOf('password')),
  ],
  button: text.destinations_skip,
})}</section>`
}
