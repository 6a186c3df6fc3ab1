import type { Coin } from '../../coins/coin.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { dashboardPage } from '../pages/frame.ts'
import { badge } from '../pages/parts.ts'
import type { Host, Scene } from '../pages/scene.ts'
import { coinName, payoutFacts } from './pages/payout.ts'
import type { Payout } from './payouts.ts'

export const destinationsPath = '/dashboard/settings/destinations'

export interface Done {
  readonly deed: 'set' | 'skipped'
  readonly coin: Pick<Coin, 'name'>
}

/** Every coin, and where its money goes. */
export function destinationsPage(
  scene: Scene,
  host: Host,
  { payouts, done }: { payouts: readonly Payout[]; done: Done | null },
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
    done: done && words.say(`destinations_done_${done.deed}`, { coin: done.coin.name }),
    body: html`<p class="lead">${text.destinations_intro}</p>
<ul class="payouts">${payouts.map(card)}</ul>`,
  })
}
