import { html } from '../../platform/web/html.ts'
import { emailField, newPasswordField } from '../pages/fields.ts'
import { type Filled, form, hidden } from '../pages/form.ts'
import type { Scene } from '../pages/scene.ts'
import { link, sheet } from '../pages/sheet.ts'
import { leftToRight } from '../pages/words.ts'

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

/** The link of a letter, in a browser that has not asked for it: whoever did may be somebody else, and knows the password given there. */
export function choicePage(
  scene: Scene,
  { filled, email, action }: { filled: Filled; email: string; action: string },
): string {
  const { words } = scene
  const { text } = words
  return sheet(
    scene,
    words.say('choose_title', { email: leftToRight(email) }),
    html`<p class="lead">${text.choose_text}</p>
${form(action, filled, { fields: newPasswordField(words, text.password), button: text.register })}`,
    'register_title',
  )
}
