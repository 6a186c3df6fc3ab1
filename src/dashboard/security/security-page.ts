import { type Html, html } from '../../platform/web/html.ts'
import { type Filled, field, filledIn, form, passwordAgain } from '../pages/form.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { Host, Scene } from '../pages/scene.ts'

export const securityPath = '/dashboard/settings/security'

/** What can have been done on the page before. */
export const securityDeeds = ['password', 'codes_on', 'codes_off'] as const
export type SecurityDeed = (typeof securityDeeds)[number]

export function securityPage(
  scene: Scene,
  host: Host,
  { filled, hasCode, done }: { filled: Filled; hasCode: boolean; done: SecurityDeed | null },
): string {
  const { words } = scene
  const { text } = words
  return dashboardPage(scene, host, {
    path: securityPath,
    title: text.security,
    done: done === 'password' ? passwordDone(scene) : done && text[`done_${done}`],
    body: html`${passwordCard(scene, filledIn(filled, 'password'), host)}
${hasCode ? codesOnCard(scene, filledIn(filled, 'codes')) : codesOffCard(scene)}`,
  })
}

function passwordCard({ words, prefix }: Scene, filled: Filled, { email }: Host): Html {
  const { text } = words
  const old = field({
    name: 'old_password',
    label: text.old_password,
    type: 'password',
    autocomplete: 'current-password',
  })
  const fresh = field({
    name: 'new_password',
    label: text.new_password,
    type: 'password',
    autocomplete: 'new-password',
    hint: text.password_hint,
  })
  // A password manager sees for whom it is.
  const who = html`<input type="hidden" name="username" autocomplete="username" value="${email}">`
  return html`<section class="card"><h2>${text.change_password}</h2>
<p>${text.change_password_text}</p>
${form(`${prefix}${securityPath}/password`, filled, { fields: [who, old, fresh], button: text.change_password })}</section>`
}

const codesOffCard = ({ words: { text }, prefix }: Scene): Html =>
  html`<section class="card"><h2>${text.codes}</h2>
<p>${text.codes_off_text}</p>
<div class="buttons"><a class="button" href="${prefix}${securityPath}/codes">${text.codes_set_up}</a></div></section>`

const codesOnCard = ({ words, prefix }: Scene, filled: Filled): Html =>
  html`<section class="card"><h2>${words.text.codes}</h2>
<p>${words.text.codes_on_text}</p>
${form(`${prefix}${securityPath}/codes/off`, filled, { fields: passwordAgain(words), button: words.text.codes_turn_off })}</section>`

/** Sessions have ended; what a stranger may have set up beside them has not. */
function passwordDone({ words, prefix }: Scene): Html {
  const { text } = words
  const link = (path: string, name: 'people' | 'webhooks' | 'preferences' | 'tokens'): Html =>
    html`<a href="${prefix}/dashboard/${path}">${text[name]}</a>`
  return words.say('done_password', {
    people: link('people', 'people'),
    webhooks: link('settings/webhooks', 'webhooks'),
    preferences: link('settings/preferences', 'preferences'),
    tokens: link('settings/tokens', 'tokens'),
  })
}
