import { type Html, html } from '../../platform/web/html.ts'
import { dashboardPage } from '../pages/frame.ts'
import { marks } from '../pages/marks.ts'
import type { Host, Scene } from '../pages/scene.ts'
import type { Looking } from '../pages/viewing.ts'
import { leftToRight } from '../pages/words.ts'
import type { FailedDeliveries, Overview, OwnOverview } from './overview.ts'
import { figureCards, periodLinks, picturesOf } from './pages/figures.ts'
import { firstStepsCard, type Ground } from './pages/first-steps.ts'
import { latestInvoices } from './pages/latest.ts'
import type { Drawing } from './pages/rows.ts'

export interface OverviewShown {
  readonly looking: Looking
  readonly overview: Overview
  /** Null: somebody else's pages are looked at. */
  readonly own: OwnOverview | null
  readonly ground: Ground
}

/** Where one lands: what there is to do, what came in, and what is new. */
export function overviewPage(scene: Scene, { looking, overview, own, ground }: OverviewShown): string {
  const { words } = scene
  const { text } = words
  const { host, of, viewed } = looking
  const drawing: Drawing = { ...scene, of, viewed }
  return dashboardPage(scene, host, {
    path: '/dashboard',
    title: text.overview,
    heading: viewed
      ? words.say('overview_of', { name: viewed.name })
      : words.say('welcome', { name: host.name }),
    viewed,
    live: true,
    body: html`${own && ownParts(scene, host, own, ground)}
<section class="overview-part" data-live="figures">${figureCards(drawing, overview.figures)}</section>
<section class="overview-part"><div class="headline"><h2>${text.overview_pictures}</h2>${periodLinks(drawing, overview.pictures.period)}</div>
${picturesOf(drawing, overview.pictures)}</section>
<section class="overview-part" data-live="latest">${latestInvoices(drawing, overview.latest)}</section>`,
  })
}

/** Nothing of it is anybody else's business. What may come or go while one looks stands in an element that stays. */
const ownParts = (scene: Scene, host: Host, { steps, failed }: OwnOverview, ground: Ground): Html => {
  const { words } = scene
  const { operator, email } = host
  return html`<p class="lead">${words.say('landing_text', { email: leftToRight(email) })}${operator && html` ${words.text.operator_note}`}</p>
<div data-live="failed">${failedNotice(scene, failed)}</div>
<div data-live="steps">${firstStepsCard(scene, host, steps, ground)}</div>`
}

const failedNotice = ({ words, prefix }: Scene, { count, cut }: FailedDeliveries): Html | null =>
  count === 0
    ? null
    : html`<div class="notice bad">${marks.alert}<div><p>${words.say('overview_failed', { count: `${words.count(count)}${cut ? '+' : ''}` })} <a href="${prefix}/dashboard/deliveries?status=failed">${words.text.overview_failed_link}</a></p></div></div>`
