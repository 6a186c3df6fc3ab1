import { formatCoins } from '../../kernel/money.ts'
import type { PaymentException } from '../../payments/exception.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { renderCoins } from '../invoices/invoice-components-page.ts'
import { badge, descriptionList, renderInstant } from '../pages/components.ts'
import {
  type FormState,
  field,
  form,
  getFormState,
  hidden,
  renderAlert,
  splitFormErrors,
  textarea,
} from '../pages/form.ts'
import { dashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { type DashboardTranslator, leftToRight } from '../pages/translator.ts'

export const exceptionsPath = '/dashboard/exceptions'

interface ExceptionPageData {
  readonly exception: PaymentException
  readonly canAccept: boolean
  readonly formState: FormState
  readonly isDone: boolean
}

/** One payment exception, and a form for each resolution. Each explains first what it does. */
export function exceptionPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  { exception, canAccept, formState, isDone }: ExceptionPageData,
): string {
  const { translator, prefix } = context
  const { text } = translator
  const { kind, status, invoiceUid, txid, createdAt } = exception
  return dashboardPage(context, currentAccount, {
    path: '/dashboard',
    title: text.exceptions_title,
    parent: { path: '/dashboard', name: text.overview },
    done: isDone ? text.exceptions_done : null,
    body: html`<section class="card">${descriptionList([
      [text.exceptions_what, text[`exceptions_kind_${kind}`]],
      [text.exceptions_amount, renderExceptionAmount(translator, exception)],
      [
        text.exceptions_invoice,
        html`<a href="${prefix}/dashboard/invoices/${invoiceUid}">${leftToRight(invoiceUid)}</a>`,
      ],
      [text.exceptions_transaction, html`<code dir="ltr">${txid}</code>`],
      [text.exceptions_time, renderInstant(translator, createdAt, currentAccount)],
      [
        text.exceptions_state,
        badge(status === 'open' ? 'warn' : 'plain', text[`exceptions_state_${status}`]),
      ],
    ])}</section>
${status === 'open' ? resolutions(context, { exception, canAccept, formState }) : renderAlert(formState)}`,
  })
}

export const renderExceptionAmount = (
  translator: DashboardTranslator,
  { amount, coin }: PaymentException,
): Html => renderCoins(translator, formatCoins(amount), coin)

function resolutions(
  { translator, prefix }: PageContext,
  { exception: { id, kind }, canAccept, formState }: Omit<ExceptionPageData, 'isDone'>,
): Html {
  const { text } = translator
  const { rest, getError } = splitFormErrors(formState, {
    refund_invalid: 'txid',
    body_invalid: formState.form === 'keep' ? 'note' : 'txid',
  })
  const txid = field({
    name: 'txid',
    label: text.exceptions_refund_txid,
    autocomplete: 'off',
    verbatim: true,
    value: formState.values.txid ?? '',
    error: getError('txid'),
  })
  const note = textarea({
    name: 'note',
    label: text.exceptions_keep_note,
    hint: text.exceptions_keep_hint,
    value: formState.values.note ?? '',
    error: getError('note'),
  })
  const card = (name: string, title: string, explanation: string, fields: Html | null, button: string) =>
    html`<section class="card"><h2>${title}</h2><p>${explanation}</p>
${form(`${prefix}${exceptionsPath}/${id}`, getFormState(rest, name), { fields: html`${hidden('resolution', name)}${fields}`, button })}</section>`
  return html`${
    canAccept &&
    card(
      'accept',
      text.exceptions_accept,
      kind === 'partial' ? text.exceptions_accept_partial : text.exceptions_accept_late,
      null,
      text.exceptions_accept_button,
    )
  }
${card('refunded', text.exceptions_refund, text.exceptions_refund_text, txid, text.exceptions_refund_button)}
${card('keep', text.exceptions_keep, text.exceptions_keep_text, note, text.exceptions_keep_button)}`
}
