import { type Html, html } from '../../platform/web/html.ts'

const renderIcon = (name: string, shapes: Html): Html =>
  html`<svg class="icon icon-${name}" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${shapes}</svg>`

/** Our own status icons. They accompany text and never replace it. */
export const icons = {
  tick: renderIcon('tick', html`<path d="m5.5 12.5 4.3 4.3 8.7-9.3"/>`),
  cross: renderIcon('cross', html`<path d="m7 7 10 10M17 7 7 17"/>`),
  alert: renderIcon('alert', html`<path d="M12 7v6.2M12 16.8v.2"/><circle cx="12" cy="12" r="9"/>`),
  clock: renderIcon('clock', html`<circle cx="12" cy="12" r="9"/><path d="M12 7v5.3l3.4 2"/>`),
  back: renderIcon('back', html`<path d="M10 6.5 4.5 12l5.5 5.5M5 12h14.5"/>`),
  undone: renderIcon('undone', html`<path d="M8.5 4.5 4 9l4.5 4.5M4.5 9H14a5.5 5.5 0 0 1 0 11h-3"/>`),
  cut: renderIcon('cut', html`<path d="M3.5 12h5m7 0h5M10 8.5l-1.5 7m7-7-1.5 7"/>`),
  wait: renderIcon('wait', html`<path d="M12 3a9 9 0 1 1-9 9"/>`),
  search: renderIcon('search', html`<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/>`),
  wallet: renderIcon(
    'wallet',
    html`<path d="M4 7.5A2.5 2.5 0 0 1 6.5 5H17v3.5"/><path d="M4 7.5v9A2.5 2.5 0 0 0 6.5 19H20V8.5H5.2A1.2 1.2 0 0 1 4 7.5"/><path d="M16.2 13.7v.1"/>`,
  ),
  copy: renderIcon(
    'copy',
    html`<rect x="9" y="9" width="11" height="11" rx="2.5"/><path d="M15 5.5V6M5.5 15A1.5 1.5 0 0 1 4 13.5V6.5A2.5 2.5 0 0 1 6.5 4h7A1.5 1.5 0 0 1 15 5.5"/>`,
  ),
  print: renderIcon(
    'print',
    html`<path d="M7 8.5V4h10v4.5M7 17H5.5A1.5 1.5 0 0 1 4 15.5V11a2.5 2.5 0 0 1 2.5-2.5h11A2.5 2.5 0 0 1 20 11v4.5a1.5 1.5 0 0 1-1.5 1.5H17"/><path d="M7.5 14h9v6h-9z"/>`,
  ),
} as const
