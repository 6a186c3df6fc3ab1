import { html } from '../../platform/web/html.ts'
import { errorsByField, type FormState, form, hidden, passwordAgain } from '../pages/form.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { destinationsPath } from './destinations-page.ts'
import { addressList, coinName } from './pages/payout.ts'
import type { PayoutDraft } from './payouts.ts'

interface ConfirmScene {
  readonly draft: PayoutDraft
  /** The same draft, encrypted: the form submits it. */
  readonly encryptedDraft: string
  readonly filled: FormState
  readonly sendsLetters: boolean
}

/** The second step: the new destination, to compare with the wallet. Nothing has changed yet. */
export function confirmPage(scene: PageContext, host: CurrentAccount, shown: ConfirmScene): string {
  const { words, prefix } = scene
  const { text } = words
  const { draft, encryptedDraft, filled, sendsLetters } = shown
  const { coin, destination, addresses, isChange } = draft
  const { kind } = destination
  const { rest, errorOf } = errorsByField(filled, { password_wrong: 'password' })
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
<p>${isChange ? text.destinations_confirm_text : text.destinations_same_text}${isChange && sendsLetters ? html` ${text.destinations_email_text}` : null}</p>
${form(`${prefix}${path}/confirm`, rest, {
  fields: [hidden('check', encryptedDraft), passwordAgain(words, errorOf('password'))],
  button: text.destinations_confirm,
})}
<p><a href="${prefix}${path}">${text.destinations_mismatch}</a></p></section>`,
  })
}
