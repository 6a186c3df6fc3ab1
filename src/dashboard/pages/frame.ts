import { type Html, html } from '../../platform/web/html.ts'
import { brand, languageLinks, wholePage } from '../../platform/web/page.ts'
import { marks } from './marks.ts'
import type { Messages } from './messages/en.ts'
import type { Host, Scene } from './scene.ts'

/** A page of the dashboard that its navigation names. */
export interface Place {
  readonly path: string
  readonly name: keyof Messages
  /** Only operators see it. */
  readonly operatorOnly?: true
}

/** The navigation, in its order: a page that is added to the dashboard gets its line here. */
export const places: readonly Place[] = [
  { path: '/dashboard', name: 'dashboard' },
  { path: '/dashboard/settings/security', name: 'security' },
  { path: '/dashboard/settings/sessions', name: 'sessions' },
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
  readonly body: Html
  /** What has just been done. */
  readonly done?: string | null
}

/** A page of the dashboard: who is signed in, where one can go, and what it shows. */
export function dashboardPage(
  scene: Scene,
  host: Host,
  { path, title, heading, body, done = null }: DashboardPage,
): string {
  const { words, assets, prefix } = scene
  const { text } = words
  const shown = places.filter(({ operatorOnly }) => !operatorOnly || host.operator)
  const link = (place: Place): Html =>
    html`<li><a href="${prefix}${place.path}"${place.path === path ? html` aria-current="page"` : null}>${text[place.name]}</a></li>`
  return wholePage(assets, {
    language: words.language,
    title: `${title} · Quittance`,
    kind: 'dashboard',
    body: html`<a class="skip" href="#content">${text.skip}</a>
<header class="house">
<a class="home" href="${prefix}/dashboard">${brand(assets)}</a>
<nav class="places" aria-label="${text.navigation}"><ul>${shown.map(link)}</ul></nav>
<form class="leave" method="post" action="${prefix}/logout"><span class="who">${host.name}</span><button class="button small">${text.sign_out}</button></form>
</header>
<main id="content">
<h1 class="plain-title">${heading ?? title}</h1>
${done === null ? null : html`<div class="notice good" role="status">${marks.tick}<div><p>${done}</p></div></div>`}
${body}
</main>
${foot(scene)}`,
  })
}

const foot = ({ words, inLanguage }: Scene): Html =>
  html`<footer class="foot">${languageLinks(words.language, words.text.languages, inLanguage)}</footer>`
