import type { InvoicePage } from '../../invoices/browse.ts'
import { hasPayment, type Invoice } from '../../invoices/invoice.ts'
import { formatCoins } from '../../kernel/money.ts'
import { html, type Part } from '../../platform/web/html.ts'
import type { AccountView } from '../pages/account-view.ts'
import { emptyCell, renderEmptyState, renderInstant, renderPager, renderTable } from '../pages/components.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { PageContext } from '../pages/page-context.ts'
import { getSalePath } from '../till/pages/till.ts'
import { listPath, renderAmount, renderCoins, renderStatusBadge } from './pages/components.ts'

interface TodayPageData extends AccountView {
  readonly page: InvoicePage
  /** Whether the page starts at the newest invoice. */
  readonly isFirstPage: boolean
}

/** Today's invoices, for staff who see no others: without search, totals and exports. Each links to its sale at the till. */
export function renderTodayPage(context: PageContext, data: TodayPageData): string {
  const { translator, prefix } = context
  const { currentAccount, owner, grantedAccount, page, isFirstPage } = data
  const { text } = translator
  const path = `${prefix}${listPath}?account=${owner.accountId}`
  const renderRow = (invoice: Invoice): Part[] => {
    const payment = hasPayment(invoice) ? invoice.payment : null
    return [
      html`<a href="${prefix}${getSalePath(invoice.uid, owner)}">${renderAmount(translator, invoice)}</a>`,
      renderStatusBadge(translator, invoice),
      payment ? renderCoins(translator, formatCoins(payment.amount), payment.coin) : emptyCell,
      renderInstant(translator, invoice.createdAt, owner),
      invoice.memo === null ? emptyCell : html`<bdi>${invoice.memo}</bdi>`,
    ]
  }
  const columns = [
    { label: text.invoices_amount },
    { label: text.invoices_status },
    { label: text.invoices_coin },
    { label: text.invoices_created },
    { label: text.invoices_memo },
  ]
  return renderDashboardPage(context, currentAccount, {
    path: listPath,
    title: text.today_title,
    grantedAccount,
    live: 'poll',
    body: html`<div class="listing" data-live="today" data-poll="5">${page.invoices.length === 0 ? renderEmptyState(text.invoices_none_title, text.today_none_text) : renderTable(text.today_title, columns, page.invoices.map(renderRow))}
${renderPager(context, page.next && `${path}&cursor=${page.next}`, isFirstPage ? null : path)}</div>`,
  })
}
