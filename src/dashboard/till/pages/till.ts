import type { Invoice } from '../../../invoices/invoice.ts'
import { getMinorUnits } from '../../../kernel/currencies.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { type FormState, renderAlert, renderField, renderHidden, splitFormErrors } from '../../pages/form.ts'
import { icons } from '../../pages/icons.ts'
import { renderDashboardPage } from '../../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../../pages/page-context.ts'
import { type DashboardTranslator, renderMoney } from '../../pages/translator.ts'
import { getSaleState, type SaleState, type TillSale } from '../sales.ts'
import { getDecimalSeparator, renderAmountField, renderNoDestination } from './components.ts'
import { getRefreshSeconds, getSaleTitle, renderSaleSection } from './sale-state.ts'

export const tillPath = '/dashboard/till'

/** Ids of a till, which every invoice created there includes. */
export const locationFields = ['business_id', 'location_id', 'register_id'] as const
type LocationIds = Readonly<Partial<Record<(typeof locationFields)[number], string>>>

/** URL of the till with these ids. */
export function getTillUrl(ids: LocationIds, amount = ''): string {
  const query = new URLSearchParams()
  for (const name of locationFields) if (ids[name]) query.set(name, ids[name])
  if (amount !== '') query.set('amount', amount)
  return `${tillPath}${query.size > 0 ? `?${query}` : ''}`
}

/** URL of the same till for the next sale. */
export const getNextSaleUrl = ({ businessId, locationId, registerId }: Invoice): string =>
  getTillUrl({ business_id: businessId ?? '', location_id: locationId ?? '', register_id: registerId ?? '' })

interface TillPageData {
  readonly formState: FormState
  /** Idempotency key: submitting the form twice creates one invoice. */
  readonly key: string
  readonly isReady: boolean
  /** An unusually large amount to confirm by submitting the form again. */
  readonly amountToConfirm: string | null
}

/** The till: creates an invoice for an entered amount. */
export function renderTillPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  { formState, key, isReady, amountToConfirm }: TillPageData,
): string {
  const { translator } = context
  return renderDashboardPage(context, currentAccount, {
    path: tillPath,
    title: translator.text.till,
    scripts: isReady ? ['till.js'] : [],
    body:
      isReady || formState.error
        ? renderTillForm(context, currentAccount, { formState, key, amountToConfirm })
        : renderNoDestination(context),
  })
}

function renderTillForm(
  { translator, prefix }: PageContext,
  { currency }: CurrentAccount,
  { formState, key, amountToConfirm }: Omit<TillPageData, 'isReady'>,
): Html {
  const decimals = getMinorUnits(currency) ?? 0
  const { rest, getError } = splitFormErrors(formState, { amount_invalid: 'amount' })
  return html`<section class="card till" id="till" data-separator="${getDecimalSeparator(translator)}" data-decimals="${decimals}" data-currency="${currency}">
<form class="form" method="post" action="${prefix}${tillPath}">
${renderAlert(rest)}${amountToConfirm === null ? null : renderConfirmationNotice(translator)}
${renderAmountField(translator, { value: formState.values.amount, unit: currency, isFirst: true, error: getError('amount') })}
<p class="visually-hidden" id="till-status" role="status"></p>
${renderKeypad(translator, decimals > 0)}
<button class="button primary">${translator.text.till_create}</button>
${renderLocationFields(translator, formState.values)}
${renderHidden('confirmed', amountToConfirm)}${renderHidden('key', key)}
</form>
</section>`
}

const renderConfirmationNotice = ({ text }: DashboardTranslator): Html =>
  html`<div class="notice warn" role="alert">${icons.alert}<div><p>${text.till_unusual}</p></div></div>`

/** Laid out like a phone keypad in every language. Requires JavaScript. */
function renderKeypad(translator: DashboardTranslator, hasDecimals: boolean): Html {
  const { text } = translator
  const renderKey = (name: string, caption: string, label: string | null = null): Html =>
    html`<button class="key" type="button" data-key="${name}"${label && html` aria-label="${label}"`}>${caption}</button>`
  const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => renderKey(digit, digit))
  const separator = hasDecimals
    ? renderKey('separator', getDecimalSeparator(translator), text.till_key_separator)
    : renderKey('clear', 'C', text.till_key_clear)
  return html`<div class="keys requires-js" dir="ltr" role="group" aria-label="${text.till_keys}">${digits}${separator}${renderKey('0', '0')}${renderKey('back', '⌫', text.till_key_back)}</div>`
}

function renderLocationFields({ text }: DashboardTranslator, values: FormState['values']): Html {
  const entered = locationFields.map((name) => values[name] ?? '').filter((value) => value !== '')
  const renderLocationField = (name: (typeof locationFields)[number]): Html =>
    renderField({
      name,
      label: text[`till_${name}`],
      value: values[name] ?? '',
      autocomplete: 'off',
      optional: true,
      verbatim: true,
    })
  const summary =
    entered.length > 0 && html`<span class="entered-values"><bdi>${entered.join(' · ')}</bdi></span>`
  return html`<details class="more" id="till-settings"><summary>${text.till_settings}${summary}</summary>
<div class="fields">${locationFields.map(renderLocationField)}<p class="hint">${text.till_settings_text}</p></div></details>`
}

/** An amount of more characters than this gets a smaller font, so that it fits on one line of a phone. */
const longAmountLength = 9

/** One sale, as shown to the customer. */
export function renderSalePage(
  context: PageContext,
  currentAccount: CurrentAccount,
  sale: TillSale & { readonly formState: FormState },
): string {
  const { translator } = context
  const { checkout } = sale
  return renderDashboardPage(context, currentAccount, {
    path: tillPath,
    title: getSaleTitle(translator, sale),
    heading: html`<span${checkout.amount.length > longAmountLength && html` class="long"`}>${renderMoney(translator, checkout.amount, checkout.currency)}</span>`,
    live: true,
    refreshAfter: getRefreshSeconds(sale),
    body: html`${renderAlert(sale.formState)}<div class="sale-view">${renderSaleSection(context, sale)}
<div class="buttons" data-live="next">${renderNextActions(context, sale)}</div></div>`,
  })
}

const openStates: readonly SaleState[] = ['waiting', 'refused', 'down']

/** Starts the next sale. While this one is open, it also offers to cancel it, so that nobody pays it by mistake. */
function renderNextActions({ translator, prefix }: PageContext, { invoice, checkout }: TillSale): Html {
  const { text } = translator
  const cancel = openStates.includes(getSaleState(checkout))
    ? html`<form class="inline-form" method="post" action="${prefix}${tillPath}/${invoice.uid}/cancel"><button class="button">${text.till_cancel_next}</button></form>`
    : null
  return html`<a class="button primary" href="${prefix}${getNextSaleUrl(invoice)}">${text.till_next}</a>
${cancel}
<a class="button" href="${prefix}/dashboard/invoices/${invoice.uid}">${text.till_open_invoice}</a>`
}
