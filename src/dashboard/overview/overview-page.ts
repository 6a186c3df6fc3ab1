import { type Html, html } from '../../platform/web/html.ts'
import type { AccountView } from '../pages/account-view.ts'
import { icons } from '../pages/icons.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { isolateLeftToRight } from '../pages/translator.ts'
import { getWorkspacePath } from '../pages/workspace-path.ts'
import type { FailedDeliveries, OpenExceptions, Overview, OwnerOverview } from './overview.ts'
import { renderAttentionSection } from './pages/attention.ts'
import { renderCharts, renderFigureCards, renderPeriodLinks } from './pages/figures.ts'
import { renderFirstStepsCard, type SiteInfo } from './pages/first-steps.ts'
import { renderLatestInvoices } from './pages/latest.ts'
import type { OverviewContext } from './pages/rows.ts'

interface OverviewPageData {
  readonly accountView: AccountView
  readonly overview: Overview
  /** Null on another account's pages. */
  readonly ownerOverview: OwnerOverview | null
  /** Null for viewers. */
  readonly exceptions: OpenExceptions | null
  readonly site: SiteInfo
}

/** The start page: open tasks, revenue and the latest invoices. */
export function renderOverviewPage(
  context: PageContext,
  { accountView, overview, ownerOverview, exceptions, site }: OverviewPageData,
): string {
  const { translator } = context
  const { text } = translator
  const { currentAccount, owner, grantedAccount } = accountView
  const overviewContext: OverviewContext = { ...context, owner, grantedAccount }
  return renderDashboardPage(context, currentAccount, {
    path: '/dashboard',
    title: text.overview,
    heading: grantedAccount
      ? translator.format('overview_of', { name: grantedAccount.name })
      : translator.format('welcome', { name: currentAccount.name }),
    grantedAccount,
    live: true,
    body: html`${ownerOverview && renderLandingText(context, currentAccount)}
${ownerOverview && renderStaffMemberships(context, currentAccount)}
${exceptions && html`<div data-live="exceptions">${exceptions.exceptions.length > 0 && renderAttentionSection(context, grantedAccount, exceptions)}</div>`}
${ownerOverview && renderOwnerSections(context, currentAccount, ownerOverview, site)}
<section class="overview-section" data-live="figures">${renderFigureCards(overviewContext, overview.figures)}</section>
<section class="overview-section"><div class="headline"><h2>${text.overview_trends}</h2>${renderPeriodLinks(overviewContext, overview.charts.period)}</div>
${renderCharts(overviewContext, overview.charts)}</section>
<section class="overview-section" data-live="latest">${renderLatestInvoices(overviewContext, overview.latest)}</section>`,
  })
}

const renderLandingText = ({ translator }: PageContext, { email, isOperator }: CurrentAccount): Html =>
  html`<p class="lead">${translator.format('landing_text', { email: isolateLeftToRight(email) })}${isOperator && html` ${translator.text.operator_note}`}</p>`

/** Links to the accounts where the user is staff. */
const renderStaffMemberships = (
  { translator, prefix }: PageContext,
  { staffMemberships }: CurrentAccount,
): Html | null =>
  staffMemberships.length === 0
    ? null
    : html`<p class="buttons">${staffMemberships.map((staffMembership) => html`<a class="button" href="${prefix}${getWorkspacePath(staffMembership)}">${translator.format(`${staffMembership.role}_at`, { name: staffMembership.name })}</a>`)}</p>`

/** Only the owner sees these sections. A section that may appear or disappear while the page is open has a permanent wrapper element. */
const renderOwnerSections = (
  context: PageContext,
  currentAccount: CurrentAccount,
  { steps, failedDeliveries }: OwnerOverview,
  site: SiteInfo,
): Html =>
  html`<div data-live="failed">${renderFailedNotice(context, failedDeliveries)}</div>
<div data-live="steps">${renderFirstStepsCard(context, currentAccount, steps, site)}</div>`

const renderFailedNotice = (
  { translator, prefix }: PageContext,
  { count, hasMore }: FailedDeliveries,
): Html | null =>
  count === 0
    ? null
    : html`<div class="notice bad">${icons.alert}<div><p>${translator.format('overview_failed', { count: `${translator.formatCount(count)}${hasMore ? '+' : ''}` })} <a href="${prefix}/dashboard/deliveries?status=failed">${translator.text.overview_failed_link}</a></p></div></div>`
