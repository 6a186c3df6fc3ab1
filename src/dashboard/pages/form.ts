import type { RefusalCode } from '../../kernel/refused.ts'
import { type Html, html, type Part } from '../../platform/web/html.ts'
import { marks } from './marks.ts'
import type { Words } from './words.ts'

/** What stands in a form: what was typed, and why it was not taken. Passwords and codes are never among the values. */
export interface Filled {
  readonly values: Readonly<Record<string, string>>
  readonly error: Html | null
  /** Which of a page's forms it is about; null on a page with one. */
  readonly form: string | null
  /** What the sentence says, for a page that knows more of it. */
  readonly code?: RefusalCode
}

export const empty: Filled = { values: {}, error: null, form: null }

/** What a form of that name shows, on a page with several. */
export const filledIn = (filled: Filled, form: string): Filled => (filled.form === form ? filled : empty)

interface Labelled {
  readonly name: string
  readonly label: string
  readonly hint?: Part
  /** Of the element, where a page has several fields of that name. */
  readonly id?: string
  readonly optional?: true
}

export interface Field extends Labelled {
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'date' | 'search'
  /** What a browser or a password manager fills in (HTML §4.10.18.7). */
  readonly autocomplete: string
  readonly value?: string | undefined
  readonly inputmode?: 'numeric' | 'decimal' | 'email'
  readonly placeholder?: string
  /** Codes and keys: no browser mends their spelling. */
  readonly verbatim?: true
}

/** A field with its label above it, and a hint below. */
export function field(given: Field): Html {
  const { name, type = 'text', value, autocomplete, inputmode, placeholder, verbatim } = given
  const typed = type === 'password' || !value ? null : html` value="${value}"`
  return labelled(
    given,
    (attributes) =>
      html`<input${attributes} name="${name}" type="${type}" autocomplete="${autocomplete}"${typed}${
        inputmode ? html` inputmode="${inputmode}"` : null
      }${placeholder ? html` placeholder="${placeholder}"` : null}${
        verbatim ? html` autocapitalize="none" spellcheck="false"` : null
      }>`,
  )
}

export interface Choice extends Labelled {
  readonly options: readonly { readonly value: string; readonly text: string }[]
  readonly value?: string | undefined
}

/** One of several, each a line. */
export function choice(given: Choice): Html {
  const { name, options, value } = given
  const line = (option: Choice['options'][number]): Html =>
    html`<option value="${option.value}"${option.value === value ? html` selected` : null}>${option.text}</option>`
  return labelled(
    given,
    (attributes) => html`<select${attributes} name="${name}">${options.map(line)}</select>`,
  )
}

/** Text of several lines. */
export const area = (
  given: Labelled & { readonly value?: string | undefined; readonly rows?: number },
): Html =>
  labelled(
    given,
    (attributes) =>
      html`<textarea${attributes} name="${given.name}" rows="${given.rows ?? 3}" autocapitalize="none" spellcheck="false">${given.value ?? ''}</textarea>`,
  )

/** Yes or no. It is sent as `on`, or not at all. */
export const tick = ({
  name,
  label,
  checked,
  value = 'on',
}: {
  readonly name: string
  readonly label: Part
  readonly checked: boolean
  readonly value?: string
}): Html =>
  html`<label class="tick"><input type="checkbox" name="${name}" value="${value}"${checked ? html` checked` : null}><span>${label}</span></label>`

function labelled(
  { name, label, hint, id = name, optional }: Labelled,
  control: (attributes: Html) => Html,
): Html {
  const hintId = `${id}-hint`
  const described = hint ? html` aria-describedby="${hintId}"` : null
  return html`<div class="field"><label for="${id}">${label}</label>
${control(html` id="${id}"${optional ? null : html` required`}${described}`)}
${hint ? html`<p class="hint" id="${hintId}">${hint}</p>` : null}</div>`
}

/** Again the password: for whatever moves money, shows secrets or makes the account weaker. Its value is `password`. `id`: where a page asks twice. */
export const passwordAgain = ({ text }: Words, id = 'password'): Html =>
  field({
    name: 'password',
    id,
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
  { fields, button, isDanger }: { fields: Part; button: string; isDanger?: boolean },
): Html =>
  html`<form class="form" method="post" action="${action}">
${alertOf(filled)}
${fields}
<div class="buttons"><button class="button ${isDanger ? 'danger' : 'primary'}">${button}</button></div>
</form>`

/** One button that posts, with what goes along. */
export const deed = (action: string, button: Part, fields: Part = null, isDanger = false): Html =>
  html`<form class="deed" method="post" action="${action}">${fields}<button class="button small${isDanger && ' danger'}">${button}</button></form>`

/** What cannot be undone: two presses, without scripts too, and beside nothing else. */
export const removal = (
  action: string,
  { title, explanation, button }: { title: string; explanation: Part; button: string },
): Html =>
  html`<details class="card removal"><summary>${title}</summary><p>${explanation}</p>
<form method="post" action="${action}"><button class="button danger">${button}</button></form></details>`

/** What goes with a form and nobody types. */
export const hidden = (name: string, value: string | null): Html | null =>
  value === null ? null : html`<input type="hidden" name="${name}" value="${value}">`
