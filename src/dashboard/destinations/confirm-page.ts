import { html } from '../../platform/web/html.ts'
import { type Filled, form, hidden, passwordAgain } from '../pages/form.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { Host, Scene } from '../pages/scene.ts'
import { destinationsPath } from './destinations-page.ts'
import { addressList, coinName } from './pages/payout.ts'
import type { Wish } from './payouts.ts'

interface ConfirmScene {
  readonly wish: Wish
  /** The same, sealed: it goes on with the form. */
  readonly check: string
  readonly filled: Filled
  readonly sendsLetters: boolean
}

/** The second step: what would be set, to be compared with the wallet. Nothing has changed yet. */
export function confirmPage(scene: Scene, host: Host, shown: ConfirmScene): string {
  const { words, prefix } = scene
  const { text } = words
  const { wish, check, filled, sendsLetters } = shown
  const { coin, destination, addresses, isChange } = wish
  const { kind } = destination
  const path = `${destinationsPath}/${coin.code}`
  return dashboardPage(scene, host, {
    path,
    title: `${text.destinations_compare_title}: ${coin.name}`,
    heading: coinName(scene, coin),
    up: { path: destinationsPath, name: text.destinations },
    body: html`<section class="card"><h2>${text.destinations_compare_title}</h2>
<p>${text[`destinations_compare_${kind}`]}</p>
${addressList(addresses)}
<p class="hint">${text[`destinations_about_${kind}`]}</p></section>
<section class="card"><h2>${text.destinations_confirm_title}</h2>
<p>${isChange ? text.destinations_confirm_text : text.destinations_same_text}${isChange && sendsLetters ? html` ${text.destinations_letter_text}` : null}</p>
${form(`${prefix}${path}/confirm`, filled, {
  fields: [hidden('check', check), passwordAgain(words)],
  button: text.destinations_confirm,
})}
<p><a href="${prefix}${path}">${text.destinations_differs}</a></p></section>`,
  })
}
