import type { Coin } from '../../coins/coin.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { errorsByField, type FormState, form, passwordAgain } from '../pages/form.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { badge } from '../pages/parts.ts'
import { coinName, payoutFacts } from './pages/payout.ts'
import type { Payout } from './payouts.ts'

export const destinationsPath = '/dashboard/settings/destinations'

export type CompletedDestinationAction =
  | { readonly deed: 'set' | 'skipped'; readonly coin: Pick<Coin, 'name'> }
  | { readonly deed: 'test' }

interface DestinationsScene {
  readonly payouts: readonly Payout[]
  readonly done: CompletedDestinationAction | null
  /** Whether this is regtest and some coins have no destination. */
  readonly offersTestKeys: boolean
  readonly filled: FormState
}

/** Every coin and its payout wallet. */
export function destinationsPage(
  scene: PageContext,
  host: CurrentAccount,
  { payouts, done, offersTestKeys, filled }: DestinationsScene,
): string {
  const { words, prefix } = scene
  const { text } = words
  const card = (payout: Payout): Html => {
    const { coin, destination } = payout
    const link = `${prefix}${destinationsPath}/${coin.code}`
    const label = destination ? text.destinations_change : text.destinations_set_up
    const state = destination
      ? badge('good', text.destinations_is_set)
      : badge('plain', text.destinations_not_set)
    return html`<li class="card payout"><div class="payout-head"><h2>${coinName(scene, coin)}</h2>${state}</div>
${payoutFacts(scene, payout) ?? html`<p>${words.say('destinations_none', { coin: coin.name })}</p>`}
<div class="buttons"><a class="button small" href="${link}" aria-label="${label}: ${coin.name}">${label}</a></div></li>`
  }
  return dashboardPage(scene, host, {
    path: destinationsPath,
    title: text.destinations,
    done: done && words.say(`destinations_done_${done.deed}`, 'coin' in done ? { coin: done.coin.name } : {}),
    body: html`<p class="lead">${text.destinations_intro}</p>
${offersTestKeys ? testKeysCard(scene, filled) : null}
<ul class="payouts">${payouts.map(card)}</ul>`,
  })
}

function testKeysCard({ words, prefix }: PageContext, filled: FormState): Html {
  const { rest, errorOf } = errorsByField(filled, { password_wrong: 'password' })
  return html`<section class="card"><h2>${words.text.destinations_test_title}</h2><p>${words.text.destinations_test_text}</p>
${form(`${prefix}${destinationsPath}/test-keys`, rest, {
  fields: passwordAgain(words, errorOf('password')),
  button: words.text.destinations_test_button,
})}</section>`
}
