import { formatCoins } from '../../kernel/money.ts'
import type { PaymentException } from '../../payments/exception.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { getInvoicePath, renderCoins } from '../invoices/pages/components.ts'
import type { AccountView } from '../pages/account-view.ts'
import { renderBadge, renderDescriptionList, renderInstant } from '../pages/components.ts'
import {
  type FormState,
  getFormState,
  renderAlert,
  renderField,
  renderForm,
  renderHiddenField,
  renderTextarea,
  splitFormErrors,
} from '../pages/form.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { PageContext, ViewedAccount } from '../pages/page-context.ts'
import { type DashboardTranslator, isolateLeftToRight } from '../pages/translator.ts'

export const exceptionsPath = '/dashboard/exceptions'

interface ExceptionPageData extends AccountView {
  readonly exception: PaymentException
  readonly canAccept: boolean
  readonly formState: FormState
  readonly isDone: boolean
}

/** One payment exception, and a form for each resolution. Each explains first what it does. */
export function renderExceptionPage(
  context: PageContext,
  { currentAccount, owner, grantedAccount, exception, canAccept, formState, isDone }: ExceptionPageData,
): string {
  const { translator, prefix } = context
  const { text } = translator
  const { kind, status, invoiceUid, txid, createdAt } = exception
  return renderDashboardPage(context, currentAccount, {
    path: '/dashboard',
    title: text.exceptions_title,
    grantedAccount,
    parent: { path: '/dashboard', name: text.overview },
    confirmation: isDone ? text.exceptions_done : null,
    body: html`<section class="card">${renderDescriptionList([
      [text.exceptions_what, text[`exceptions_kind_${kind}`]],
      [text.exceptions_amount, renderExceptionAmount(translator, exception)],
      [
        text.exceptions_invoice,
        html`<a href="${prefix}${getInvoicePath(invoiceUid, grantedAccount)}">${isolateLeftToRight(invoiceUid)}</a>`,
      ],
      [text.exceptions_transaction, html`<code dir="ltr">${txid}</code>`],
      [text.exceptions_time, renderInstant(translator, createdAt, owner)],
      [
        text.exceptions_state,
        renderBadge(status === 'open' ? 'warn' : 'plain', text[`exceptions_state_${status}`]),
      ],
    ])}</section>
${status === 'open' && !grantedAccount ? renderResolutions(context, { exception, canAccept, formState }) : renderAlert(formState)}`,
  })
}

const renderExceptionAmount = (translator: DashboardTranslator, { amount, coin }: PaymentException): Html =>
  renderCoins(translator, formatCoins(amount), coin)

/** The amount that arrived, and why the merchant has to decide about it. */
export const renderExceptionSummary = (translator: DashboardTranslator, exception: PaymentException): Html =>
  html`<strong>${renderExceptionAmount(translator, exception)}</strong> · ${translator.text[`exceptions_kind_${exception.kind}`]}`

/** @param grantedAccount the exception's account, if it isn't the user's own */
export const getExceptionPath = (id: string, grantedAccount: ViewedAccount | null): string =>
  `${exceptionsPath}/${id}${grantedAccount ? `?account=${grantedAccount.accountId}` : ''}`

function renderResolutions(
  { translator, prefix }: PageContext,
  {
    exception: { id, kind },
    canAccept,
    formState,
  }: Pick<ExceptionPageData, 'exception' | 'canAccept' | 'formState'>,
): Html {
  const { text } = translator
  const { remainingState, getError } = splitFormErrors(formState, {
    refund_invalid: 'txid',
    body_invalid: formState.form === 'keep' ? 'note' : 'txid',
  })
  const txid = renderField({
    name: 'txid',
    label: text.exceptions_refund_txid,
    autocomplete: 'off',
    isVerbatim: true,
    value: formState.values.txid ?? '',
    error: getError('txid'),
  })
  const note = renderTextarea({
    name: 'note',
    label: text.exceptions_keep_note,
    hint: text.exceptions_keep_hint,
    value: formState.values.note ?? '',
    error: getError('note'),
  })
  const renderCard = (
    name: string,
    title: string,
    explanation: string,
    fields: Html | null,
    button: string,
  ) =>
    html`<section class="card"><h2>${title}</h2><p>${explanation}</p>
${renderForm(`${prefix}${exceptionsPath}/${id}`, getFormState(remainingState, name), { fields: html`${renderHiddenField('resolution', name)}${fields}`, button })}</section>`
  return html`${
    canAccept &&
    renderCard(
      'accept',
      text.exceptions_accept,
      kind === 'partial' ? text.exceptions_accept_partial : text.exceptions_accept_late,
      null,
      text.exceptions_accept_button,
    )
  }
${renderCard('refunded', text.exceptions_refund, text.exceptions_refund_text, txid, text.exceptions_refund_button)}
${renderCard('keep', text.exceptions_keep, text.exceptions_keep_text, note, text.exceptions_keep_button)}`
}
