import type { NewInvoiceRules } from '../../../invoices/new-invoice.ts'
import { second } from '../../../kernel/clock.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import {
  type FormState,
  renderField,
  renderForm,
  renderHiddenField,
  renderSelect,
  type SelectOptions,
  splitFormErrors,
} from '../../pages/form.ts'
import { renderDashboardPage } from '../../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../../pages/page-context.ts'
import type { DashboardTranslator } from '../../pages/translator.ts'
import { listCurrencyOptions } from '../../preferences/choices.ts'
import { formatLifetime, renderAmountField, renderNoDestination } from './components.ts'
import { locationFields, renderLocationFields } from './till.ts'

export const newInvoicePath = '/dashboard/invoices/new'

interface NewInvoicePageData {
  readonly formState: FormState
  readonly key: string
  readonly hasDestination: boolean
  readonly rules: Pick<NewInvoiceRules, 'currency' | 'listRatedCurrencies' | 'defaultLifetimeMs'>
}

export function renderNewInvoicePage(
  context: PageContext,
  currentAccount: CurrentAccount,
  data: NewInvoicePageData,
): string {
  const { translator, prefix } = context
  const { formState, key, hasDestination } = data
  const { text } = translator
  const { remainingState, getError } = splitFormErrors(formState, fieldsByErrorCode)
  const newInvoiceForm = renderForm(`${prefix}${newInvoicePath}`, remainingState, {
    fields: html`${renderFields(translator, data, getError)}${renderHiddenField('key', key)}`,
    button: text.till_create,
  })
  return renderDashboardPage(context, currentAccount, {
    path: '/dashboard/invoices',
    title: text.till_new_title,
    body:
      hasDestination || formState.error
        ? html`<section class="card new-invoice">${newInvoiceForm}</section>`
        : renderNoDestination(context),
  })
}

/** Errors that belong to one field, by code. */
const fieldsByErrorCode = {
  amount_invalid: 'amount',
  currency_invalid: 'currency',
  redirect_url_invalid: 'redirect_url',
  webhook_url_invalid: 'webhook_url',
} as const

type GetError = (name: string) => Html | null

function renderFields(
  translator: DashboardTranslator,
  { formState: { values, error }, rules }: NewInvoicePageData,
  getError: GetError,
): Html {
  const { text } = translator
  const optional = { isOptional: true, autocomplete: 'off' } as const
  return html`<div class="field-row">${renderAmountField(translator, { value: values.amount, hasAutofocus: error === null, error: getError('amount') })}
${renderSelect({ name: 'currency', error: getError('currency'), label: text.till_new_currency, options: listCurrencyOptions(rules.listRatedCurrencies(), rules.currency, translator.language), value: values.currency ?? rules.currency })}</div>
${renderField({ ...optional, name: 'memo', label: text.till_new_memo, hint: text.till_new_memo_hint, value: values.memo })}
${renderField({ ...optional, name: 'external_id', label: text.till_new_external_id, hint: text.till_new_external_id_hint, value: values.external_id, isVerbatim: true })}
${renderSelect({ name: 'expires_in', label: text.till_new_expiry, options: listLifetimeOptions(translator, rules), value: values.expires_in, isOptional: true })}
${renderAdvancedFields(translator, values, getError)}`
}

/** Optional fields that few invoices need. */
function renderAdvancedFields(
  translator: DashboardTranslator,
  values: FormState['values'],
  getError: GetError,
): Html {
  const { text } = translator
  const names = ['redirect_url', 'webhook_url', ...locationFields] as const
  const isOpen = names.some((name) => values[name])
  const renderUrlField = (name: 'redirect_url' | 'webhook_url'): Html =>
    renderField({
      name,
      error: getError(name),
      type: 'url',
      label: text[`till_new_${name}`],
      hint: text[`till_new_${name}_hint`],
      value: values[name],
      autocomplete: 'off',
      placeholder: 'https://',
      isOptional: true,
      isVerbatim: true,
    })
  return html`<details class="more" id="more"${isOpen ? html` open` : null}><summary>${text.till_new_more}</summary>
<div class="fields">${renderUrlField('redirect_url')}${renderUrlField('webhook_url')}${renderLocationFields(translator, values)}</div></details>`
}

/** 15 minutes, 1 hour, 1, 3 and 7 days, and the maximum of 30 days. */
const lifetimesInSeconds = [900, 3_600, 86_400, 259_200, 604_800, 2_592_000]

function listLifetimeOptions(
  { language, text }: DashboardTranslator,
  { defaultLifetimeMs }: NewInvoicePageData['rules'],
): SelectOptions['options'] {
  const defaultSeconds = defaultLifetimeMs / second
  const others = lifetimesInSeconds.filter((seconds) => seconds !== defaultSeconds)
  return [
    { value: '', text: text.till_new_default.replace('{time}', formatLifetime(language, defaultSeconds)) },
    ...others.map((seconds) => ({ value: String(seconds), text: formatLifetime(language, seconds) })),
  ]
}
