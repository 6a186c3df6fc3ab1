import type { Assets } from './assets.ts'
import { type Html, html, type Part } from './html.ts'
import { directions, type Language, languageNames, languages } from './language.ts'

/** Content of a page, for the layout that all pages share. */
interface Page {
  readonly language: Language
  readonly title: string
  readonly body: Html
  /** CSS class of the page. */
  readonly kind: string
  readonly script?: Html
  /** Whether the page needs the dashboard's stylesheet. */
  readonly isDashboard?: boolean
  /** Seconds between reloads without JavaScript. */
  readonly refreshAfter?: number | null
}

export function renderPage(
  assets: Assets,
  { language, title, body, kind, script, refreshAfter, isDashboard = false }: Page,
): string {
  const refresh = refreshAfter
    ? html`<noscript><meta http-equiv="refresh" content="${refreshAfter}"></noscript>`
    : null
  return html`<!doctype html>
<html lang="${language}" dir="${directions[language]}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="${assets.getUrl('logo.svg')}" type="image/svg+xml">
<link rel="preload" href="${assets.getUrl('figtree.woff2')}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assets.getUrl('quittance.css')}">
${isDashboard && html`<link rel="stylesheet" href="${assets.getUrl('dashboard.css')}">`}
${refresh}${script}
</head>
<body class="${kind}">
${body}
</body>
</html>
`.text
}

/** The logo and the product name. */
export const renderBrand = (assets: Assets): Html =>
  html`<span class="brand"><img src="${assets.getUrl('logo.svg')}" alt="" width="22" height="22">Quittance</span>`

/** Links to the same page in the other languages. `getHref` keeps the URL's other parameters. */
export function renderLanguageLinks(
  current: Language,
  label: string,
  getHref: (language: Language) => string,
): Html {
  const renderLink = (language: Language): Part =>
    language === current
      ? html`<li><span aria-current="true" lang="${language}">${languageNames[language]}</span></li>`
      : html`<li><a href="${getHref(language)}" lang="${language}" hreflang="${language}">${languageNames[language]}</a></li>`
  return html`<nav class="languages" aria-label="${label}"><ul>${languages.map(renderLink)}</ul></nav>`
}
