import { type Html, html, type Part } from '../../platform/web/html.ts'
import { marks } from './marks.ts'
import type { Words } from './words.ts'

/** What stands in a form: what was typed, and why it was not taken. Passwords and codes are never among the values. */
export interface Filled {
  readonly values: Readonly<Record<string, string>>
  readonly error: Html | null
  /** Which of a page's forms it is about; null on a page with one. */
  readonly form: string | null
}

export const empty: Filled = { values: {}, error: null, form: null }

/** What a form of that name shows, on a page with several. */
export const filledIn = (filled: Filled, form: string): Filled => (filled.form === form ? filled : empty)

export interface Field {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  /** What a browser or a password manager fills in (HTML §4.10.18.7). */
  readonly autocomplete: string
  readonly hint?: string
  readonly value?: string
  readonly inputmode?: 'numeric' | 'decimal' | 'email'
  /** Codes and keys: no browser mends their spelling. */
  readonly verbatim?: true
}

/** A field with its label above it, and a hint below. */
export function field({ name, label, type = 'text', hint, value, ...more }: Field): Html {
  const { autocomplete, inputmode, verbatim } = more
  const hintId = `${name}-hint`
  const typed = type === 'password' || !value ? null : html` value="${value}"`
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required${typed}${
    inputmode ? html` inputmode="${inputmode}"` : null
  }${verbatim ? html` autocapitalize="none" spellcheck="false"` : null}${hint ? html` aria-describedby="${hintId}"` : null}>
${hint ? html`<p class="hint" id="${hintId}">${hint}</p>` : null}</div>`
}

/** Again the password: for whatever moves money, shows secrets or makes the account weaker. Its value is `password`. */
export const passwordAgain = ({ text }: Words): Html =>
  field({
    name: 'password',
    label: text.password,
    type: 'password',
    autocomplete: 'current-password',
    hint: text.password_again,
  })

/** Why a form was not taken: read out when the page comes. */
export const alertOf = ({ error }: Filled): Html | null =>
  error && html`<div class="notice bad" role="alert">${marks.alert}<div><p>${error}</p></div></div>`

/** A form that posts, with what was not taken of it before. */
export const form = (
  action: string,
  filled: Filled,
  { fields, button }: { fields: Part; button: string },
): Html =>
  html`<form class="form" method="post" action="${action}">
${alertOf(filled)}
${fields}
<div class="buttons"><button class="button primary">${button}</button></div>
</form>`

/** What goes with a form and nobody types. */
export const hidden = (name: string, value: string | null): Html | null =>
  value === null ? null : html`<input type="hidden" name="${name}" value="${value}">`
