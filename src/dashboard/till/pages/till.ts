import type { Invoice } from '../../../invoices/invoice.ts'
import { getMinorUnits } from '../../../kernel/currencies.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { getInvoicePath } from '../../invoices/pages/components.ts'
import type { AccountView } from '../../pages/account-view.ts'
import {
  type FormState,
  renderAlert,
  renderField,
  renderHiddenField,
  splitFormErrors,
} from '../../pages/form.ts'
import { icons } from '../../pages/icons.ts'
import { renderDashboardPage } from '../../pages/layout.ts'
import { hasPermission, type PageContext, type ViewedAccount } from '../../pages/page-context.ts'
import { type DashboardTranslator, renderMoney } from '../../pages/translator.ts'
import { getSaleState, type SaleState, type TillSale } from '../sales.ts'
import { getDecimalSeparator, renderAmountField, renderNoDestination } from './components.ts'
import { getRefreshSeconds, getSaleTitle, renderSaleSection } from './sale-state.ts'

export const tillPath = '/dashboard/till'

/** Ids of a till. Every invoice created there includes them. */
export const locationFields = ['business_id', 'location_id', 'register_id'] as const
type LocationIds = Readonly<Partial<Record<(typeof locationFields)[number], string>>>

/** Parameters of the till's URL. */
interface TillUrlOptions {
  /** The account that sells, if it isn't the user's own. */
  readonly grantedAccount: ViewedAccount | null
  readonly ids: LocationIds
  readonly amount?: string
}

/** URL of the till. */
export function getTillUrl({ grantedAccount, ids, amount = '' }: TillUrlOptions): string {
  const query = new URLSearchParams(grantedAccount ? { account: String(grantedAccount.accountId) } : {})
  for (const name of locationFields) if (ids[name]) query.set(name, ids[name])
  if (amount !== '') query.set('amount', amount)
  return `${tillPath}${query.size > 0 ? `?${query}` : ''}`
}

/** URL of the same till for the next sale. */
export function getNextSaleUrl(
  { businessId, locationId, registerId }: Invoice,
  grantedAccount: ViewedAccount | null,
): string {
  const ids = { business_id: businessId ?? '', location_id: locationId ?? '', register_id: registerId ?? '' }
  return getTillUrl({ grantedAccount, ids })
}

/** URL of a sale. */
export const getSalePath = (uid: string, grantedAccount: ViewedAccount | null): string =>
  `${tillPath}/${uid}${grantedAccount ? `?account=${grantedAccount.accountId}` : ''}`

interface TillPageData extends AccountView {
  readonly formState: FormState
  /** Idempotency key: submitting the form twice creates one invoice. */
  readonly key: string
  readonly hasDestination: boolean
  /** An unusually large amount to confirm by submitting the form again. */
  readonly amountToConfirm: string | null
}

/** The till: creates an invoice for an entered amount. */
export function renderTillPage(context: PageContext, data: TillPageData): string {
  const { translator } = context
  const { currentAccount, grantedAccount, formState, hasDestination } = data
  return renderDashboardPage(context, currentAccount, {
    path: tillPath,
    title: translator.text.till,
    grantedAccount,
    scripts: hasDestination ? ['till.js'] : [],
    body:
      hasDestination || formState.error
        ? renderTillForm(context, data)
        : renderNoDestination(context, grantedAccount),
  })
}

function renderTillForm(
  { translator, prefix }: PageContext,
  { owner, grantedAccount, formState, key, amountToConfirm }: TillPageData,
): Html {
  const { currency } = owner
  const decimals = getMinorUnits(currency) ?? 0
  const { remainingState, getError } = splitFormErrors(formState, { amount_invalid: 'amount' })
  return html`<section class="card till" id="till" data-separator="${getDecimalSeparator(translator)}" data-decimals="${decimals}" data-currency="${currency}">
<form class="form" method="post" action="${prefix}${getTillUrl({ grantedAccount, ids: {} })}">
${renderAlert(remainingState)}${amountToConfirm === null ? null : renderConfirmationNotice(translator)}
${renderAmountField(translator, { value: formState.values.amount, unit: currency, hasAutofocus: true, error: getError('amount') })}
<p class="visually-hidden" id="till-status" role="status"></p>
${renderKeypad(translator, decimals > 0)}
<button class="button primary">${translator.text.till_create}</button>
${renderTillSettings(translator, formState.values)}
${renderHiddenField('confirmed', amountToConfirm)}${renderHiddenField('key', key)}
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

/** Fields for the ids of a till. */
export const renderLocationFields = (
  { text }: DashboardTranslator,
  values: FormState['values'],
): readonly Html[] =>
  locationFields.map((name) =>
    renderField({
      name,
      label: text[`till_${name}`],
      value: values[name],
      autocomplete: 'off',
      isOptional: true,
      isVerbatim: true,
    }),
  )

function renderTillSettings(translator: DashboardTranslator, values: FormState['values']): Html {
  const { text } = translator
  const entered = locationFields.map((name) => values[name] ?? '').filter((value) => value !== '')
  const summary =
    entered.length > 0 && html`<span class="entered-values"><bdi>${entered.join(' · ')}</bdi></span>`
  return html`<details class="more" id="till-settings"><summary>${text.till_settings}${summary}</summary>
<div class="fields">${renderLocationFields(translator, values)}<p class="hint">${text.till_settings_text}</p></div></details>`
}

/** A longer amount gets a smaller font, so that it fits on one line of a phone. */
const longAmountLength = 9

interface SalePageData extends AccountView, TillSale {
  readonly formState: FormState
  readonly canCancel: boolean
}

/** One sale, as shown to the customer. Staff only receive the events of this invoice. */
export function renderSalePage(context: PageContext, sale: SalePageData): string {
  const { translator } = context
  const { currentAccount, grantedAccount, invoice, checkout } = sale
  return renderDashboardPage(context, currentAccount, {
    path: tillPath,
    title: getSaleTitle(translator, sale),
    heading: html`<span${checkout.amount.length > longAmountLength && html` class="long"`}>${renderMoney(translator, checkout.amount, checkout.currency)}</span>`,
    grantedAccount,
    live: grantedAccount ? `?invoice=${invoice.uid}` : true,
    refreshAfter: getRefreshSeconds(sale),
    body: html`${renderAlert(sale.formState)}<div class="sale-view">${renderSaleSection(context, sale)}
<div class="buttons" data-live="next">${renderNextActions(context, sale)}</div></div>`,
  })
}

const openStates: readonly SaleState[] = ['waiting', 'refused', 'down']

/** A link that starts the next sale. While this one is open, a button also cancels it, so that nobody pays it by mistake. */
function renderNextActions({ translator, prefix }: PageContext, sale: SalePageData): Html {
  const { text } = translator
  const { invoice, checkout, grantedAccount, canCancel } = sale
  const accountQuery = grantedAccount ? `?account=${grantedAccount.accountId}` : ''
  const cancelButton =
    canCancel && openStates.includes(getSaleState(checkout))
      ? html`<form class="inline-form" method="post" action="${prefix}${tillPath}/${invoice.uid}/cancel${accountQuery}"><button class="button">${text.till_cancel_next}</button></form>`
      : null
  return html`<a class="button primary" href="${prefix}${getNextSaleUrl(invoice, grantedAccount)}">${text.till_next}</a>
${cancelButton}
${hasPermission(grantedAccount, 'invoices.read') && html`<a class="button" href="${prefix}${getInvoicePath(invoice.uid, grantedAccount)}">${text.till_open_invoice}</a>`}`
}
