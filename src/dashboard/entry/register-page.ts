import { html } from '../../platform/web/html.ts'
import { emailField, newPasswordField } from '../pages/fields.ts'
import { errorsByField, type FormState, form, hidden } from '../pages/form.ts'
import type { PageContext } from '../pages/page-context.ts'
import { link, sheet } from '../pages/sheet.ts'
import { leftToRight } from '../pages/words.ts'

export interface RegisterPageData {
  readonly filled: FormState
  /** Recipient of the operator's invitation; null without an invitation. */
  readonly invited: { readonly secret: string; readonly email: string } | null
  readonly isOpen: boolean
  readonly isFirst: boolean
}

export function registerPage(
  scene: PageContext,
  { filled, invited, isOpen, isFirst }: RegisterPageData,
): string {
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
  const { rest, errorOf } = errorsByField(filled, {
    password_invalid: 'password',
    ...(!invited && { account_invalid: 'email', registration_refused: 'email' }),
  })
  const who = invited ? hidden('invitation', invited.secret) : emailField(words, rest, errorOf('email'))
  return sheet(
    scene,
    text.register_title,
    html`${invited ? html`<p class="lead">${words.say('register_invited', { email: leftToRight(invited.email) })}</p>` : null}
${isFirst ? html`<p class="lead">${text.register_first}</p>` : null}
${form(`${prefix}/register`, rest, {
  fields: [who, newPasswordField(words, text.password, errorOf('password'))],
  button: text.register,
})}
<p class="aside">${text.have_account} ${link(`${prefix}/login`, text.sign_in)}</p>`,
    'register_title',
  )
}

/** An email may or may not have been sent: the page doesn't reveal which. */
export const mailPage = (scene: PageContext): string =>
  sheet(
    scene,
    scene.words.text.mail_title,
    html`<p class="lead">${scene.words.text.mail_text}</p>`,
    'mail_title',
  )

/**
 * The confirmation link, opened in a browser that didn't request it. The person who requested it may be somebody else, and knows the
 * password entered then.
 */
export function choicePage(
  scene: PageContext,
  { filled, email, action }: { filled: FormState; email: string; action: string },
): string {
  const { words } = scene
  const { text } = words
  const { rest, errorOf } = errorsByField(filled, { password_invalid: 'password' })
  return sheet(
    scene,
    words.say('choose_title', { email: leftToRight(email) }),
    html`<p class="lead">${text.choose_text}</p>
${form(action, rest, { fields: newPasswordField(words, text.password, errorOf('password')), button: text.register })}`,
    'register_title',
  )
}
