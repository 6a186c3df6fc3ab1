import { html } from '../../platform/web/html.ts'
import { emailField, newPasswordField } from '../pages/fields.ts'
import { type Filled, form } from '../pages/form.ts'
import type { Scene } from '../pages/scene.ts'
import { link, sheet } from '../pages/sheet.ts'

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
