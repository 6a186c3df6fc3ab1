import { type Html, html } from '../../platform/web/html.ts'
import { marks } from './marks.ts'
import type { PageContext } from './page-context.ts'
import { link, sheet } from './sheet.ts'

/** Page for a link that has expired or was used already. */
export const overPage = (scene: PageContext): string =>
  sheet(
    scene,
    scene.words.text.link_expired_title,
    html`<p class="lead">${scene.words.text.link_expired_text}</p>
<p class="aside">${link(`${scene.prefix}/login`, scene.words.text.sign_in)}</p>`,
    'link_expired_title',
  )

/** Page for any other error. */
export function failedPage(scene: PageContext, sentence: Html, isMissing = false): string {
  const { text } = scene.words
  const title = isMissing ? 'error_missing_title' : 'error_title'
  return sheet(
    scene,
    text[title],
    html`<div class="notice bad" role="alert">${marks.alert}<div><p>${sentence}</p></div></div>
<p class="aside">${link(`${scene.prefix}/`, text.error_back)}</p>`,
    title,
  )
}
