import type { PaymentException } from '../../../payments/exception.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { getExceptionPath, renderExceptionSummary } from '../../exceptions/exception-page.ts'
import { getInvoicePath } from '../../invoices/pages/components.ts'
import type { PageContext, ViewedAccount } from '../../pages/page-context.ts'
import { isolateLeftToRight } from '../../pages/translator.ts'
import type { OpenExceptions } from '../overview.ts'

/** Open payment exceptions: what arrived, for which invoice, and a link to its page. Only the owner can resolve it there. */
export function renderAttentionSection(
  { translator, prefix }: PageContext,
  grantedAccount: ViewedAccount | null,
  { exceptions, hasMore }: OpenExceptions,
): Html {
  const { text } = translator
  const renderItem = (exception: PaymentException): Html => {
    const { id, invoiceUid } = exception
    return html`<li class="card person"><div><p id="${id}">${renderExceptionSummary(translator, exception)}</p>
<p class="hint">${text.exceptions_invoice} <a href="${prefix}${getInvoicePath(invoiceUid, grantedAccount)}">${isolateLeftToRight(invoiceUid)}</a></p></div>
<a class="button small" href="${prefix}${getExceptionPath(id, grantedAccount)}" aria-describedby="${id}">${text.exceptions_open}</a></li>`
  }
  return html`<section class="overview-section"><h2>${text.exceptions_attention}</h2>
<p>${text.exceptions_attention_text}</p>
<ul class="cards wide">${exceptions.map(renderItem)}</ul>
${hasMore && html`<p class="hint">${text.exceptions_more}</p>`}</section>`
}
