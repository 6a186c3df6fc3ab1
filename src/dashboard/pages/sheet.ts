import { type Html, html, type Part } from '../../platform/web/html.ts'
import { entryPage } from './frame.ts'
import type { Messages } from './messages/en.ts'
import type { Scene } from './scene.ts'

/** A title, a few words, and what follows. */
export const sheet = (scene: Scene, title: Html | string, body: Part, name: keyof Messages): string =>
  entryPage(scene, {
    title: scene.words.text[name],
    body: html`<div class="outcome"><h1 class="plain-title">${title}</h1></div>
${body}`,
  })

/** A way to somewhere else, in words. */
export const link = (href: string, text: string): Html => html`<a href="${href}">${text}</a>`
