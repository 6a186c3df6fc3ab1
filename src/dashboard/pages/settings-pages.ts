import { type Html, html } from '../../platform/web/html.ts'
import { qrCode } from '../../platform/web/qr.ts'
import type { ShownFactor } from '../../sessions/factor-secrets.ts'
import { deviceName, type Session } from '../../sessions/session.ts'
import { codeField } from './entry-pages.ts'
import { type Filled, field, filledIn, form, hidden, passwordAgain } from './form.ts'
import { dashboardPage } from './frame.ts'
import type { Host, Scene } from './scene.ts'
import { leftToRight, timeOf, type Words } from './words.ts'

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
    done: done && text[`done_${done}`],
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

/** The key for an authenticator, the codes for recovery, and the form that switches codes on. */
export function setUpPage(
  scene: Scene,
  host: Host,
  { filled, shown }: { filled: Filled; shown: ShownFactor },
): string {
  const { words, prefix } = scene
  const { text } = words
  const code = (each: string): Html => html`<li><code dir="ltr">${each}</code></li>`
  const spaced = (shown.secret.match(/.{1,4}/g) ?? []).join(' ')
  return dashboardPage(scene, host, {
    path: securityPath,
    title: text.set_up_title,
    body: html`<section class="card"><h2>${text.set_up_scan}</h2>
<div class="qr">${qrCode(shown.uri, text.set_up_qr)}</div>
<p>${text.set_up_key}: <code dir="ltr">${spaced}</code></p></section>
<section class="card"><h2>${text.set_up_recovery}</h2>
<p>${text.set_up_recovery_text}</p>
<ul class="codes">${shown.recovery.map(code)}</ul></section>
<section class="card"><h2>${text.set_up_confirm}</h2>
${form(`${prefix}${securityPath}/codes`, filled, {
  fields: [codeField(words), hidden('key', shown.key)],
  button: text.set_up_on,
})}</section>`,
  })
}

export const sessionsPath = '/dashboard/settings/sessions'

export function sessionsPage(
  scene: Scene,
  host: Host,
  { sessions, current, isDone }: { sessions: readonly Session[]; current: string; isDone: boolean },
): string {
  const { words, prefix } = scene
  const { text } = words
  const item = (session: Session): Html => {
    const name = deviceName(session.device) || text.unknown_device
    const isCurrent = session.id === current
    return html`<li class="card"><h2>${isCurrent ? text.this_session : leftToRight(name)}</h2>
${isCurrent ? html`<p>${leftToRight(name)}</p>` : null}
${facts(words, session)}
<form method="post" action="${prefix}${sessionsPath}/${session.id}/end"><button class="button small">${isCurrent ? text.sign_out : text.end_session}</button></form></li>`
  }
  return dashboardPage(scene, host, {
    path: sessionsPath,
    title: text.sessions,
    done: isDone ? text.done_session : null,
    body: html`<p class="lead">${text.sessions_intro}</p>
<ul class="cards wide">${sessions.map(item)}</ul>`,
  })
}

const facts = (words: Words, { createdAt, lastSeenAt, address }: Session): Html =>
  html`<p class="hint">${words.say('session_since', { time: timeOf(words, createdAt) })} · ${words.say('session_seen', { time: timeOf(words, lastSeenAt) })} · ${words.say('session_from', { address: leftToRight(address) })}</p>`
