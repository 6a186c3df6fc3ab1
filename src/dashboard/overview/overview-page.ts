import { type Html, html } from '../../platform/web/html.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { Host, Scene, Viewed } from '../pages/scene.ts'
import { leftToRight } from '../pages/words.ts'

/** Where one lands: what there is to do. */
export function overviewPage(scene: Scene, host: Host, viewed: Viewed | null): string {
  const { words, prefix } = scene
  const { text } = words
  const card = (path: string, name: 'security' | 'sessions'): Html =>
    html`<li class="card"><h2><a href="${prefix}${path}">${text[name]}</a></h2><p>${text[`${name}_text`]}</p></li>`
  return dashboardPage(scene, host, {
    path: '/dashboard',
    title: text.overview,
    heading: words.say('welcome', { name: host.name }),
    viewed,
    body: html`<p class="lead">${words.say('landing_text', { email: leftToRight(host.email) })}${host.operator ? html` ${text.operator_note}` : null}</p>
<ul class="cards">${card('/dashboard/settings/security', 'security')}${card('/dashboard/settings/sessions', 'sessions')}</ul>`,
  })
}
