import type { ErrorCode } from '../../kernel/api-error.ts'
import { type Html, html, type Part } from '../../platform/web/html.ts'
import { icons } from './icons.ts'

/** State of a form that is shown again: what was entered, and the errors. Its values never contain passwords or codes. */
export interface FormState {
  readonly values: Readonly<Record<string, string>>
  readonly error: Html | null
  /** The form of the page that it belongs to; null if the page has only one. */
  readonly form: string | null
  /** The error's code, for pages that handle some errors themselves. */
  readonly code?: ErrorCode
  /** Distinguishes errors with the same code. */
  readonly reason?: string | undefined
  /** Errors by field, if several fields can be invalid. */
  readonly errors?: Readonly<Record<string, Html>>
}

export const emptyForm: FormState = { values: {}, error: null, form: null }

/** The state of one form on a page with several. */
export const getFormState = (formState: FormState, form: string): FormState =>
  formState.form === form ? formState : emptyForm

interface FieldOptions {
  readonly name: string
  readonly label: string
  readonly hint?: Part
  /** Element id, if several fields of the page share a name. */
  readonly id?: string
  readonly isOptional?: true
  /** Why the input was rejected. */
  readonly error?: Html | null
}

interface InputFieldOptions extends FieldOptions {
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'date' | 'search'
  /** Autofill token for browsers and password managers (HTML §4.10.18.7). */
  readonly autocomplete: string
  readonly value?: string | undefined
  readonly inputmode?: 'numeric' | 'decimal' | 'email'
  readonly placeholder?: string
  /** Turns off spelling correction and capitalisation, for codes and keys. */
  readonly isVerbatim?: true
}

/** An input field with its label above and a hint below. */
export function renderField(options: InputFieldOptions): Html {
  const { name, type = 'text', value, autocomplete, inputmode, placeholder, isVerbatim } = options
  const valueAttribute = type === 'password' || !value ? null : html` value="${value}"`
  return wrapField(
    options,
    (attributes) =>
      html`<input${attributes} name="${name}" type="${type}" autocomplete="${autocomplete}"${valueAttribute}${
        inputmode ? html` inputmode="${inputmode}"` : null
      }${placeholder ? html` placeholder="${placeholder}"` : null}${
        isVerbatim ? html` autocapitalize="none" spellcheck="false"` : null
      }>`,
  )
}

export interface SelectOptions extends FieldOptions {
  readonly options: readonly { readonly value: string; readonly text: string }[]
  readonly value?: string | undefined
}

/** A select box. */
export function renderSelect(field: SelectOptions): Html {
  const { name, options, value } = field
  const renderOption = (option: SelectOptions['options'][number]): Html =>
    html`<option value="${option.value}"${option.value === value ? html` selected` : null}>${option.text}</option>`
  return wrapField(
    field,
    (attributes) => html`<select${attributes} name="${name}">${options.map(renderOption)}</select>`,
  )
}

/** A multi-line text field. */
export const renderTextarea = (
  options: FieldOptions & { readonly value?: string | undefined; readonly rows?: number },
): Html =>
  wrapField(
    options,
    (attributes) =>
      html`<textarea${attributes} name="${options.name}" rows="${options.rows ?? 3}" autocapitalize="none" spellcheck="false">${options.value ?? ''}</textarea>`,
  )

/** A checkbox. Browsers send `on` by default if it is checked, and nothing if it isn't. */
export const renderCheckbox = ({
  name,
  label,
  isChecked,
  value = 'on',
}: {
  readonly name: string
  readonly label: Part
  readonly isChecked: boolean
  readonly value?: string
}): Html =>
  html`<label class="checkbox"><input type="checkbox" name="${name}" value="${value}"${isChecked ? html` checked` : null}><span>${label}</span></label>`

function wrapField(
  { name, label, hint, id = name, isOptional, error = null }: FieldOptions,
  control: (attributes: Html) => Html,
): Html {
  const hintId = `${id}-hint`
  const descriptionAttributes = renderDescription(id, error, hint ? [hintId] : [])
  return html`<div class="field"><label for="${id}">${label}</label>
${control(html` id="${id}"${isOptional ? null : html` required`}${descriptionAttributes}`)}
${renderFieldError(id, error)}${hint ? html`<p class="hint" id="${hintId}">${hint}</p>` : null}</div>`
}

const getErrorId = (id: string): string => `${id}-error`

/** Attributes that connect a control to its error and its hints. */
export function renderDescription(id: string, error: Html | null, hintIds: readonly string[] = []): Html {
  const ids = [...(error ? [getErrorId(id)] : []), ...hintIds].join(' ')
  return html`${ids !== '' && html` aria-describedby="${ids}"`}${error && html` aria-invalid="true"`}`
}

/** The error below its field. Screen readers announce it when the page loads. */
export const renderFieldError = (id: string, error: Html | null): Html | null =>
  error && html`<div class="field-error" id="${getErrorId(id)}" role="alert"><p>${error}</p></div>`

/**
 * Splits a form's errors into those shown at a field (`getError`) and one shown above the form (`remainingState`).
 * @param fields the field for each code
 */
export function splitFormErrors(
  formState: FormState,
  fields: Readonly<Partial<Record<ErrorCode, string>>>,
): { readonly remainingState: FormState; readonly getError: (name: string) => Html | null } {
  const { code, error, errors = {} } = formState
  const field = code === undefined ? undefined : fields[code]
  const isShownAtField = field !== undefined || Object.keys(errors).length > 0
  return {
    remainingState: isShownAtField ? { ...formState, error: null } : formState,
    getError: (name) => errors[name] ?? (name === field ? error : null),
  }
}

/** Why the form was rejected. Screen readers announce it when the page loads. */
export const renderAlert = ({ error }: FormState): Html | null =>
  error && html`<div class="notice bad" role="alert">${icons.alert}<div><p>${error}</p></div></div>`

/** A POST form, with its errors after a rejection. */
export const renderForm = (
  action: string,
  formState: FormState,
  { fields, button, isDanger }: { fields: Part; button: string; isDanger?: boolean },
): Html =>
  html`<form class="form" method="post" action="${action}">
${renderAlert(formState)}
${fields}
<div class="buttons"><button class="button ${isDanger ? 'danger' : 'primary'}">${button}</button></div>
</form>`

interface PasskeyFormOptions {
  /** Whether it creates a passkey or uses one. */
  readonly ceremony: 'create' | 'get'
  readonly fields?: Part
  readonly button: string
  /** Shown if the user cancels, or if the browser fails. */
  readonly failure: string
  /** Shown if the browser already has a passkey for the account. */
  readonly duplicate?: string
}

/** A form with a passkey. The page needs `passkeys.js`, which shows the form if the browser supports passkeys. */
export const renderPasskeyForm = (
  action: string,
  formState: FormState,
  { ceremony, fields, button, failure, duplicate = failure }: PasskeyFormOptions,
): Html =>
  html`<form class="form" method="post" action="${action}" data-passkey="${ceremony}" data-failure="${failure}" data-duplicate="${duplicate}" hidden>
${renderAlert(formState)}
${fields}
<input type="hidden" name="credential">
<div class="buttons"><button class="button">${button}</button></div>
</form>`

/** A single button that sends a POST request, with hidden fields. */
export const renderPostButton = (action: string, button: Part, fields: Part = null, isDanger = false): Html =>
  html`<form class="inline-form" method="post" action="${action}">${fields}<button class="button small${isDanger && ' danger'}">${button}</button></form>`

/** An irreversible action: it takes two clicks, even without JavaScript, and is set apart from other buttons. */
export const renderDangerSection = (
  action: string,
  { title, explanation, button }: { title: string; explanation: Part; button: string },
): Html =>
  html`<details class="card danger-zone"><summary>${title}</summary><p>${explanation}</p>
<form method="post" action="${action}"><button class="button danger">${button}</button></form></details>`

/** A hidden field. */
export const renderHiddenField = (name: string, value: string | null): Html | null =>
  value === null ? null : html`<input type="hidden" name="${name}" value="${value}">`
