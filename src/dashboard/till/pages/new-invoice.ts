import type { NewInvoiceRules } from '../../../invoices/new-invoice.ts'
import { second } from '../../../kernel/clock.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { type Choice, choice, errorsByField, type FormState, field, form, hidden } from '../../pages/form.ts'
import { dashboardPage } from '../../pages/frame.ts'
import type { CurrentAccount, PageContext } from '../../pages/page-context.ts'
import type { DashboardTranslator } from '../../pages/words.ts'
import { amountField, currencyNames, durationOf, noDestination } from './pieces.ts'
import { placeFields } from './till.ts'

export const newInvoicePath = '/dashboard/invoices/new'

export interface NewInvoicePageData {
  readonly filled: FormState
  readonly key: string
  readonly isReady: boolean
  readonly rules: Pick<NewInvoiceRules, 'currency' | 'rated' | 'defaultLifeMs'>
}

export function newInvoicePage(scene: PageContext, host: CurrentAccount, shown: NewInvoicePageData): string {
  const { words, prefix } = scene
  const { filled, key, isReady } = shown
  const { text } = words
  const { rest, errorOf } = errorsByField(filled, fieldsOfErrors)
  const whole = form(`${prefix}${newInvoicePath}`, rest, {
    fields: html`${fields(words, shown, errorOf)}${hidden('key', key)}`,
    button: text.till_create,
  })
  return dashboardPage(scene, host, {
    path: '/dashboard/invoices',
    title: text.till_new_title,
    body:
      isReady || filled.error
        ? html`<section class="card new-invoice">${whole}</section>`
        : noDestination(scene),
  })
}

/** Errors that belong to one field, by code. */
const fieldsOfErrors = {
  amount_invalid: 'amount',
  currency_invalid: 'currency',
  redirect_url_invalid: 'redirect_url',
  webhook_url_invalid: 'webhook_url',
} as const

type ErrorOf = (name: string) => Html | null

function fields(
  words: DashboardTranslator,
  { filled: { values, error }, rules }: NewInvoicePageData,
  errorOf: ErrorOf,
): Html {
  const { text } = words
  const optional = { optional: true, autocomplete: 'off' } as const
  return html`<div class="row-of-fields">${amountField(words, { value: values.amount, isFirst: error === null, error: errorOf('amount') })}
${choice({ name: 'currency', error: errorOf('currency'), label: text.till_new_currency, options: currencies(words, rules), value: values.currency ?? rules.currency })}</div>
${field({ ...optional, name: 'memo', label: text.till_new_memo, hint: text.till_new_memo_hint, value: values.memo })}
${field({ ...optional, name: 'external_id', label: text.till_new_external_id, hint: text.till_new_external_id_hint, value: values.external_id, verbatim: true })}
${choice({ name: 'expires_in', label: text.till_new_expiry, options: lives(words, rules), value: values.expires_in, optional: true })}
${more(words, values, errorOf)}`
}

/** Optional fields that few invoices need. */
function more({ text }: DashboardTranslator, values: FormState['values'], errorOf: ErrorOf): Html {
  const names = ['redirect_url', 'webhook_url', ...placeFields] as const
  const isOpen = names.some((name) => values[name])
  const address = (name: 'redirect_url' | 'webhook_url'): Html =>
    field({
      name,
      error: errorOf(name),
      type: 'url',
      label: text[`till_new_${name}`],
      hint: text[`till_new_${name}_hint`],
      value: values[name],
      autocomplete: 'off',
      placeholder: 'https://',
      optional: true,
      verbatim: true,
    })
  const place = (name: (typeof placeFields)[number]): Html =>
    field({
      name,
      label: text[`till_${name}`],
      value: values[name],
      autocomplete: 'off',
      optional: true,
      verbatim: true,
    })
  return html`<details class="more" id="more"${isOpen ? html` open` : null}><summary>${text.till_new_more}</summary>
<div class="fields">${address('redirect_url')}${address('webhook_url')}${placeFields.map(place)}</div></details>`
}

/** Currencies with rates, and the account's own. */
function currencies(
  { language }: DashboardTranslator,
  { currency, rated }: NewInvoicePageData['rules'],
): Choice['options'] {
  const codes = [...new Set([currency, ...rated()])].sort()
  const named = currencyNames(language)
  return codes.map((code) => ({ value: code, text: named(code) }))
}

/** 15 minutes, 1 hour, 1, 3 and 7 days, and the maximum of 30 days. */
const livesInSeconds = [900, 3_600, 86_400, 259_200, 604_800, 2_592_000]

function lives(
  { language, text }: DashboardTranslator,
  { defaultLifeMs }: NewInvoicePageData['rules'],
): Choice['options'] {
  const usual = defaultLifeMs / second
  const others = livesInSeconds.filter((seconds) => seconds !== usual)
  return [
    { value: '', text: text.till_new_default.replace('{time}', durationOf(language, usual)) },
    ...others.map((seconds) => ({ value: String(seconds), text: durationOf(language, seconds) })),
  ]
}
