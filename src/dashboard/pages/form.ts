import type { ErrorCode } from '../../kernel/api-error.ts'
import { type Html, html, type Part } from '../../platform/web/html.ts'
import { marks } from './marks.ts'
import type { DashboardTranslator } from './words.ts'

/** State of a form that is shown again: what was entered, and the errors. Its values never contain passwords or codes. */
export interface FormState {
  readonly values: Readonly<Record<string, string>>
  readonly error: Html | null
  /** Which form of the page it belongs to; null if the page has only one. */
  readonly form: string | null
  /** The error's code, for pages that handle some errors themselves. */
  readonly code?: ErrorCode
  /** Distinguishes errors with the same code. */
  readonly reason?: string | undefined
  /** Errors by field, if several fields can be wrong at once. */
  readonly errors?: Readonly<Record<string, Html>>
}

export const emptyForm: FormState = { values: {}, error: null, form: null }

/** The state of one form on a page with several. */
export const filledIn = (filled: FormState, form: string): FormState =>
  filled.form === form ? filled : emptyForm

interface Labelled {
  readonly name: string
  readonly label: string
  readonly hint?: Part
  /** Element id, if several fields of the page share a name. */
  readonly id?: string
  readonly optional?: true
  /** Why the input was rejected. */
  readonly error?: Html | null
}

export interface InputFieldOptions extends Labelled {
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'date' | 'search'
  /** Autofill token for browsers and password managers (HTML §4.10.18.7). */
  readonly autocomplete: string
  readonly value?: string | undefined
  readonly inputmode?: 'numeric' | 'decimal' | 'email'
  readonly placeholder?: string
  /** Turns off spelling correction and capitalisation, for codes and keys. */
  readonly verbatim?: true
}

/** An input field with its label above and a hint below. */
export function field(given: InputFieldOptions): Html {
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

/** A select box. */
export function choice(given: Choice): Html {
  const { name, options, value } = given
  const line = (option: Choice['options'][number]): Html =>
    html`<option value="${option.value}"${option.value === value ? html` selected` : null}>${option.text}</option>`
  return labelled(
    given,
    (attributes) => html`<select${attributes} name="${name}">${options.map(line)}</select>`,
  )
}

/** A multi-line text field. */
export const area = (
  given: Labelled & { readonly value?: string | undefined; readonly rows?: number },
): Html =>
  labelled(
    given,
    (attributes) =>
      html`<textarea${attributes} name="${given.name}" rows="${given.rows ?? 3}" autocapitalize="none" spellcheck="false">${given.value ?? ''}</textarea>`,
  )

/** A checkbox. Browsers send `on` by default if it is checked, and nothing if it isn't. */
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
  { name, label, hint, id = name, optional, error = null }: Labelled,
  control: (attributes: Html) => Html,
): Html {
  const hintId = `${id}-hint`
  const described = describedBy(id, error, hint ? [hintId] : [])
  return html`<div class="field"><label for="${id}">${label}</label>
${control(html` id="${id}"${optional ? null : html` required`}${described}`)}
${fieldError(id, error)}${hint ? html`<p class="hint" id="${hintId}">${hint}</p>` : null}</div>`
}

const errorId = (id: string): string => `${id}-error`

/** Attributes that connect a control to its error and its hints. */
export function describedBy(id: string, error: Html | null, hintIds: readonly string[] = []): Html {
  const ids = [...(error ? [errorId(id)] : []), ...hintIds].join(' ')
  return html`${ids !== '' && html` aria-describedby="${ids}"`}${error && html` aria-invalid="true"`}`
}

/** The error below its field. Screen readers announce it when the page loads. */
export const fieldError = (id: string, error: Html | null): Html | null =>
  error && html`<div class="field-error" id="${errorId(id)}" role="alert"><p>${error}</p></div>`

/** Splits a form's errors: those of a field go to the field, others stay above the form. `fields`: the field for each code. */
export function errorsByField(
  filled: FormState,
  fields: Readonly<Partial<Record<ErrorCode, string>>>,
): { readonly rest: FormState; readonly errorOf: (name: string) => Html | null } {
  const { code, error, errors = {} } = filled
  const field = code === undefined ? undefined : fields[code]
  const hasOwnPlace = field !== undefined || Object.keys(errors).length > 0
  return {
    rest: hasOwnPlace ? { ...filled, error: null } : filled,
    errorOf: (name) => errors[name] ?? (name === field ? error : null),
  }
}

/** Asks for the current password, before any change that moves money, shows secrets or weakens the account. Submitted as `password`. */
export const passwordAgain = ({ text }: DashboardTranslator, error: Html | null): Html =>
  field({
    name: 'password',
    error,
    label: text.password,
    type: 'password',
    autocomplete: 'current-password',
    hint: text.password_again,
  })

/** Why the form was rejected. Screen readers announce it when the page loads. */
export const alertOf = ({ error }: FormState): Html | null =>
  error && html`<div class="notice bad" role="alert">${marks.alert}<div><p>${error}</p></div></div>`

/** A POST form, with its errors after a rejection. */
export const form = (
  action: string,
  filled: FormState,
  { fields, button, isDanger }: { fields: Part; button: string; isDanger?: boolean },
): Html =>
  html`<form class="form" method="post" action="${action}">
${alertOf(filled)}
${fields}
<div class="buttons"><button class="button ${isDanger ? 'danger' : 'primary'}">${button}</button></div>
</form>`

/** A single button that sends a POST request, with hidden fields. */
export const postButton = (action: string, button: Part, fields: Part = null, isDanger = false): Html =>
  html`<form class="deed" method="post" action="${action}">${fields}<button class="button small${isDanger && ' danger'}">${button}</button></form>`

/** An irreversible action: it takes two clicks, even without scripts, and stands apart from other buttons. */
export const removal = (
  action: string,
  { title, explanation, button }: { title: string; explanation: Part; button: string },
): Html =>
  html`<details class="card removal"><summary>${title}</summary><p>${explanation}</p>
<form method="post" action="${action}"><button class="button danger">${button}</button></form></details>`

/** A hidden field. */
export const hidden = (name: string, value: string | null): Html | null =>
  value === null ? null : html`<input type="hidden" name="${name}" value="${value}">`
