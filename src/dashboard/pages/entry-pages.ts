import { type Html, html, type Part } from '../../platform/web/html.ts'
import { type Filled, field, form, hidden } from './form.ts'
import { entryPage } from './frame.ts'
import { marks } from './marks.ts'
import type { Messages } from './messages/en.ts'
import type { Scene } from './scene.ts'
import { leftToRight, type Words } from './words.ts'

const link = (href: string, text: string): Html => html`<a href="${href}">${text}</a>`

/** `?next=…`, where there is one. */
const onward = (next: string | null): string => (next === null ? '' : `?next=${encodeURIComponent(next)}`)

const emailField = ({ text }: Words, { values }: Filled): Html =>
  field({
    name: 'email',
    label: text.email,
    type: 'email',
    autocomplete: 'username',
    inputmode: 'email',
    value: values.email ?? '',
  })

const newPasswordField = ({ text }: Words, label: string): Html =>
  field({
    name: 'password',
    label,
    type: 'password',
    autocomplete: 'new-password',
    hint: text.password_hint,
  })

/** A title, a few words, and what follows. */
const sheet = (scene: Scene, title: Html | string, body: Part, name: keyof Messages): string =>
  entryPage(scene, {
    title: scene.words.text[name],
    body: html`<div class="outcome"><h1 class="plain-title">${title}</h1></div>
${body}`,
  })

/** `/`: what this is. */
export function homePage(
  scene: Scene,
  { isSignedIn, isOpen, isSandbox }: { isSignedIn: boolean; isOpen: boolean; isSandbox: boolean },
): string {
  const { words, prefix } = scene
  const { text } = words
  const button = (path: string, name: 'dashboard' | 'sign_in' | 'register', kind: string): Html =>
    html`<a class="button${kind}" href="${prefix}${path}">${text[name]}</a>`
  const buttons = isSignedIn
    ? button('/dashboard', 'dashboard', ' primary')
    : [button('/login', 'sign_in', ' primary'), isOpen && button('/register', 'register', '')]
  return sheet(
    scene,
    text.home_title,
    html`<p class="lead">${text.home_text}</p>
${isSandbox ? html`<p class="hint">${text.home_network}</p>` : null}
<div class="buttons">${buttons}</div>`,
    'home_title',
  )
}

export function loginPage(
  scene: Scene,
  { filled, next, isOpen }: { filled: Filled; next: string | null; isOpen: boolean },
): string {
  const { words, prefix } = scene
  const { text } = words
  const password = field({
    name: 'password',
    label: text.password,
    type: 'password',
    autocomplete: 'current-password',
  })
  return sheet(
    scene,
    text.login_title,
    html`${form(`${prefix}/login`, filled, {
      fields: [emailField(words, filled), password, hidden('next', next)],
      button: text.sign_in,
    })}
<p class="aside">${link(`${prefix}/forgot`, text.forgot_link)}</p>
${isOpen ? html`<p class="aside">${text.no_account} ${link(`${prefix}/register`, text.register)}</p>` : null}`,
    'login_title',
  )
}

/** The second step of signing in. */
export function codePage(scene: Scene, { filled, next }: { filled: Filled; next: string | null }): string {
  const { words, prefix } = scene
  const { text } = words
  return sheet(
    scene,
    text.code_title,
    html`<p class="lead">${text.code_text}</p>
${form(`${prefix}/login/code`, filled, { fields: [codeField(words), hidden('next', next)], button: text.go_on })}
<p class="aside">${link(`${prefix}/login${onward(next)}`, text.start_over)}</p>`,
    'code_title',
  )
}

export const codeField = ({ text }: Words): Html =>
  field({ name: 'code', label: text.code, autocomplete: 'one-time-code', verbatim: true })

export interface RegisterScene {
  readonly filled: Filled
  /** Whom the operator's link is for; null: nobody in particular. */
  readonly invited: { readonly secret: string; readonly email: string } | null
  readonly isOpen: boolean
  readonly isFirst: boolean
}

export function registerPage(scene: Scene, { filled, invited, isOpen, isFirst }: RegisterScene): string {
  const { words, prefix } = scene
  const { text } = words
  if (!isOpen && !invited)
    return sheet(
      scene,
      text.register_title,
      html`<p class="lead">${text.register_closed}</p>
<p class="aside">${text.have_account} ${link(`${prefix}/login`, text.sign_in)}</p>`,
      'register_title',
    )
  const who = invited ? hidden('invitation', invited.secret) : emailField(words, filled)
  return sheet(
    scene,
    text.register_title,
    html`${invited ? html`<p class="lead">${words.say('register_invited', { email: leftToRight(invited.email) })}</p>` : null}
${isFirst ? html`<p class="lead">${text.register_first}</p>` : null}
${form(`${prefix}/register`, filled, {
  fields: [who, newPasswordField(words, text.password)],
  button: text.register,
})}
<p class="aside">${text.have_account} ${link(`${prefix}/login`, text.sign_in)}</p>`,
    'register_title',
  )
}

/** A letter was sent, or not: the page does not know. */
export const mailPage = (scene: Scene): string =>
  sheet(
    scene,
    scene.words.text.mail_title,
    html`<p class="lead">${scene.words.text.mail_text}</p>`,
    'mail_title',
  )

/** The link of a letter, in a browser that has not asked for it. */
export function consentPage(scene: Scene, { email, action }: { email: string; action: string }): string {
  const { words } = scene
  const { text } = words
  return sheet(
    scene,
    words.say('consent_title', { email: leftToRight(email) }),
    html`<p class="lead">${text.consent_text}</p>
<form class="form" method="post" action="${action}"><div class="buttons"><button class="button primary">${text.register}</button></div></form>`,
    'register_title',
  )
}

export function forgotPage(
  scene: Scene,
  { filled, sendsLetters }: { filled: Filled; sendsLetters: boolean },
): string {
  const { words, prefix } = scene
  const { text } = words
  const command = html`<code dir="ltr">account reset --email …</code>`
  const body = sendsLetters
    ? html`<p class="lead">${text.forgot_text}</p>
${form(`${prefix}/forgot`, filled, { fields: emailField(words, filled), button: text.forgot_send })}`
    : html`<p class="lead">${words.say('forgot_operator', { command })}</p>`
  return sheet(
    scene,
    text.forgot_title,
    html`${body}
<p class="aside">${link(`${prefix}/login`, text.sign_in)}</p>`,
    'forgot_title',
  )
}

export function resetPage(scene: Scene, { filled, action }: { filled: Filled; action: string }): string {
  const { words } = scene
  const { text } = words
  return sheet(
    scene,
    text.reset_title,
    html`<p class="lead">${text.reset_text}</p>
${form(action, filled, { fields: newPasswordField(words, text.new_password), button: text.reset_save })}`,
    'reset_title',
  )
}

/** A link that opens nothing any more. */
export const overPage = (scene: Scene): string =>
  sheet(
    scene,
    scene.words.text.over_title,
    html`<p class="lead">${scene.words.text.over_text}</p>
<p class="aside">${link(`${scene.prefix}/login`, scene.words.text.sign_in)}</p>`,
    'over_title',
  )

/** Whatever else went wrong. */
export const failedPage = (scene: Scene, sentence: Html): string =>
  sheet(
    scene,
    scene.words.text.error_title,
    html`<div class="notice bad" role="alert">${marks.alert}<div><p>${sentence}</p></div></div>
<p class="aside">${link(`${scene.prefix}/`, 'Quittance')}</p>`,
    'error_title',
  )
