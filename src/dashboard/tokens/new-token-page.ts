import { tokenScopes } from '../../accounts/scope.ts'
import { html } from '../../platform/web/html.ts'
import { choice, type Filled, field, form, passwordAgain } from '../pages/form.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { Host, Scene } from '../pages/scene.ts'
import { tokensPath } from './tokens-page.ts'

/** Days for which a token can be made; it may also be made without an end. */
export const lives = [7, 30, 90, 365] as const

/** The form that makes a token. */
export function newTokenPage(scene: Scene, host: Host, filled: Filled): string {
  const { words, prefix } = scene
  const { text } = words
  const { name, scope = 'full', expires = 'never' } = filled.values
  const scopes = tokenScopes.map((value) => ({ value, text: text[`tokens_may_${value}`] }))
  const ends = [
    { value: 'never', text: text.tokens_never },
    ...lives.map((days) => ({ value: String(days), text: text[`tokens_days_${days}`] })),
  ]
  return dashboardPage(scene, host, {
    path: tokensPath,
    title: text.tokens_new,
    up: { path: tokensPath, name: text.tokens },
    body: html`<section class="card"><p>${text.tokens_new_text}</p>
${form(`${prefix}${tokensPath}`, filled, {
  fields: [
    field({
      name: 'name',
      label: text.tokens_name,
      autocomplete: 'off',
      value: name,
      hint: text.tokens_name_hint,
    }),
    choice({
      name: 'scope',
      label: text.tokens_may,
      options: scopes,
      value: scope,
      hint: text.tokens_may_hint,
    }),
    choice({ name: 'expires', label: text.tokens_expires, options: ends, value: expires }),
    passwordAgain(words),
  ],
  button: text.tokens_create,
})}</section>`,
  })
}
