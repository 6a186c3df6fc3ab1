import type { Html } from '../../platform/web/html.ts'
import { type Filled, field } from './form.ts'
import type { Words } from './words.ts'

// Fields that several forms have in common, as browsers and password managers know them.

export const emailField = ({ text }: Words, { values }: Filled): Html =>
  field({
    name: 'email',
    label: text.email,
    type: 'email',
    autocomplete: 'username',
    inputmode: 'email',
    value: values.email ?? '',
  })

export const newPasswordField = ({ text }: Words, label: string): Html =>
  field({
    name: 'password',
    label,
    type: 'password',
    autocomplete: 'new-password',
    hint: text.password_hint,
  })

export const codeField = ({ text }: Words): Html =>
  field({ name: 'code', label: text.code, autocomplete: 'one-time-code', verbatim: true })
