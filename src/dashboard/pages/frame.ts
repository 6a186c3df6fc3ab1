import type { AssetName } from '../../platform/web/assets.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { brand, languageLinks, wholePage } from '../../platform/web/page.ts'
import { marks } from './marks.ts'
import type { Messages } from './messages/en.ts'
import type { Host, Scene, Viewed } from './scene.ts'
import { leftToRight } from './words.ts'

/** A page of the dashboard that its navigation names. */
interface Place {
  readonly path: string
  readonly name: keyof Messages
  /** Only operators see it. */
  readonly operatorOnly?: true
  /** Who was granted view access may look at it. */
  readonly granted?: true
}

/** The navigation, in its order. */
const places: readonly Place[] = [
  { path: '/dashboard', name: 'overview', granted: true },
  { path: '/dashboard/invoices', name: 'invoices', granted: true },
  { path: '/dashboard/till', name: 'till' },
  { path: '/dashboard/deliveries', name: 'deliveries' },
  { path: '/dashboard/people', name: 'people' },
  { path: '/dashboard/settings', name: 'settings' },
  { path: '/dashboard/operator', name: 'operator', operatorOnly: true },
]

/** What lies below *Settings*, in its order. */
const settings: readonly Place[] = [
  { path: '/dashboard/settings/destinations', name: 'destinations' },
  { path: '/dashboard/settings/tokens', name: 'tokens' },
  { path: '/dashboard/settings/webhooks', name: 'webhooks' },
  { path: '/dashboard/settings/preferences', name: 'preferences' },
  { path: '/dashboard/settings/security', name: 'security' },
  { path: '/dashboard/settings/sessions', name: 'sessions' },
  { path: '/dashboard/settings/audit', name: 'audit' },
]

/** A page for who is not signed in: one sheet of paper. */
export function entryPage(scene: Scene, { title, body }: { title: string; body: Html }): string {
  const { words, assets, prefix } = scene
  return wholePage(assets, {
    language: words.language,
    title: `${title} · Quittance`,
    kind: 'entry',
    body: html`<main>
<header class="top"><a class="home" href="${prefix}/">${brand(assets)}</a></header>
<section class="sheet alone"><div class="pay">
${body}
</div></section>
</main>
${foot(scene)}`,
  })
}

export interface DashboardPage {
  readonly path: string
  readonly title: string
  /** Its first line, where that is not its title. */
  readonly heading?: Html
  /** The list that it is in. */
  readonly up?: { readonly path: string; readonly name: string }
  /** What can be done beside the first line: links and buttons. */
  readonly actions?: Html | null
  readonly body: Html
  /** What has just been done. */
  readonly done?: Html | string | null
  /** Whose page it is, when it is not the reader's own: nothing on it may write. */
  readonly viewed?: Viewed | null
  /** What of it carries `data-live="<name>"` is drawn anew when something happens to the account. */
  readonly live?: boolean
  /** What else runs on it. */
  readonly scripts?: readonly AssetName[]
  /** Seconds after which it is read again where no scripts run. */
  readonly refreshAfter?: number | null
}

/** A page of the dashboard: who is signed in, where one can go, and what it shows. */
export function dashboardPage(scene: Scene, host: Host, page: DashboardPage): string {
  const { words, assets, prefix } = scene
  const { path, title, heading, up, actions = null, body, done = null, viewed = null, live = false } = page
  const { text } = words
  const { scripts = [], refreshAfter = null } = page
  const loaded: readonly AssetName[] = live ? ['live.js', ...scripts] : scripts
  const shown = places.filter(({ operatorOnly, granted }) =>
    viewed ? granted : !operatorOnly || host.operator,
  )
  const query = viewed ? `?account=${viewed.accountId}` : ''
  const link = (place: Place): Html =>
    html`<li><a href="${prefix}${place.path}${query}"${isHere(place, path) ? html` aria-current="page"` : null}>${text[place.name]}</a></li>`
  const isSetting = path.startsWith('/dashboard/settings')
  return wholePage(assets, {
    language: words.language,
    title: `${title} · Quittance`,
    kind: 'dashboard',
    isDashboard: true,
    script: html`${loaded.map((name) => html`<script type="module" src="${assets.url(name)}"></script>`)}`,
    refreshAfter,
    body: html`<a class="skip" href="#content">${text.skip}</a>
<header class="house">
<a class="home" href="${prefix}/dashboard">${brand(assets)}</a>
<nav class="places" aria-label="${text.navigation}"><ul>${shown.map(link)}</ul></nav>
<form class="leave" method="post" action="${prefix}/logout"><span class="who" dir="auto" title="${host.name}">${host.name}</span><button class="button small">${text.sign_out}</button></form>
</header>
${viewed && readOnlyBar(scene, viewed)}
<main id="content"${live ? liveAttributes(prefix, viewed) : null}>
${isSetting ? html`<nav class="places tabs" aria-label="${text.settings}"><ul>${settings.map(link)}</ul></nav>` : null}
${up === undefined ? null : html`<p class="up"><a href="${prefix}${up.path}${query}">${up.name}</a></p>`}
<div class="headline"><h1 class="plain-title">${heading ?? title}</h1>${actions}</div>
${done === null ? null : html`<div class="notice good" role="status">${marks.tick}<div><p>${done}</p></div></div>`}
${body}
</main>
${foot(scene)}`,
  })
}

/** The overview is above every other page, and none of them lies in it. */
const isHere = ({ path: place }: Place, path: string): boolean =>
  place === path || (place !== '/dashboard' && path.startsWith(`${place}/`))

const liveAttributes = (prefix: string, viewed: Viewed | null): Html =>
  html` data-events="${prefix}/events${viewed ? `?account=${viewed.accountId}` : ''}"`

/** Stands above every page of somebody else. Anybody may take any name: the number is the account's own. */
const readOnlyBar = ({ words, prefix }: Scene, { name, accountId }: Viewed): Html =>
  html`<aside class="read-only" aria-label="${words.text.read_only_label}"><p>${words.say('read_only', { name })} · ${words.say('people_account', { number: leftToRight(String(accountId)) })}</p>
<a href="${prefix}/dashboard">${words.text.read_only_leave}</a></aside>`

const foot = ({ words, inLanguage }: Scene): Html =>
  html`<footer class="foot">${languageLinks(words.language, words.text.languages, inLanguage)}</footer>`
