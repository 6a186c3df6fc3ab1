import { type Html, html } from '../../platform/web/html.ts'
import type { AccountView } from '../pages/account-view.ts'
import { dashboardPage } from '../pages/frame.ts'
import { marks } from '../pages/marks.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { leftToRight } from '../pages/words.ts'
import type { FailedDeliveries, Overview, OwnOverview } from './overview.ts'
import { figureCards, periodLinks, picturesOf } from './pages/figures.ts'
import { firstStepsCard, type Ground } from './pages/first-steps.ts'
import { latestInvoices } from './pages/latest.ts'
import type { OverviewContext } from './pages/rows.ts'

export interface OverviewPageData {
  readonly looking: AccountView
  readonly overview: Overview
  /** Null on another account's pages. */
  readonly own: OwnOverview | null
  readonly ground: Ground
}

/** The start page: open tasks, revenue and the latest invoices. */
export function overviewPage(
  scene: PageContext,
  { looking, overview, own, ground }: OverviewPageData,
): string {
  const { words } = scene
  const { text } = words
  const { currentAccount, owner, viewed } = looking
  const drawing: OverviewContext = { ...scene, owner, viewed }
  return dashboardPage(scene, currentAccount, {
    path: '/dashboard',
    title: text.overview,
    heading: viewed
      ? words.say('overview_of', { name: viewed.name })
      : words.say('welcome', { name: currentAccount.name }),
    viewed,
    live: true,
    body: html`${own && ownParts(scene, currentAccount, own, ground)}
<section class="overview-part" data-live="figures">${figureCards(drawing, overview.figures)}</section>
<section class="overview-part"><div class="headline"><h2>${text.overview_trends}</h2>${periodLinks(drawing, overview.pictures.period)}</div>
${picturesOf(drawing, overview.pictures)}</section>
<section class="overview-part" data-live="latest">${latestInvoices(drawing, overview.latest)}</section>`,
  })
}

/** Only the owner sees these parts. A part that may come or go while the page is open has a permanent wrapper element. */
const ownParts = (
  scene: PageContext,
  host: CurrentAccount,
  { steps, failed }: OwnOverview,
  ground: Ground,
): Html => {
  const { words } = scene
  const { operator, email } = host
  return html`<p class="lead">${words.say('landing_text', { email: leftToRight(email) })}${operator && html` ${words.text.operator_note}`}</p>
<div data-live="failed">${failedNotice(scene, failed)}</div>
<div data-live="steps">${firstStepsCard(scene, host, steps, ground)}</div>`
}

const failedNotice = ({ words, prefix }: PageContext, { count, cut }: FailedDeliveries): Html | null =>
  count === 0
    ? null
    : html`<div class="notice bad">${marks.alert}<div><p>${words.say('overview_failed', { count: `${words.count(count)}${cut ? '+' : ''}` })} <a href="${prefix}/dashboard/deliveries?status=failed">${words.text.overview_failed_link}</a></p></div></div>`
