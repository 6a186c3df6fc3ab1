import { type Html, html } from '../../platform/web/html.ts'

const renderIcon = (shapes: Html): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${shapes}</svg>`

/** Icons that accompany text and never replace it. */
export const icons = {
  tick: renderIcon(html`<path d="m5.5 12.5 4.3 4.3 8.7-9.3"/>`),
  alert: renderIcon(html`<path d="M12 7v6.2M12 16.8v.2"/><circle cx="12" cy="12" r="9"/>`),
} as const
