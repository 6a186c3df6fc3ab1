import { type Html, html, type Part } from '../../platform/web/html.ts'
import type { DeliveryShown } from '../../webhooks/deliveries.ts'
import type { Endpoint } from '../../webhooks/endpoint.ts'
import type { ShownSecret } from '../../webhooks/endpoints.ts'
import { liveAttributes, refreshSeconds } from '../deliveries/state-page.ts'
import { type FormState, filledIn } from '../pages/form.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { emptyState, pager, table } from '../pages/parts.ts'
import { leftToRight } from '../pages/words.ts'
import type { EndpointFormValues } from './endpoint-form.ts'
import {
  endpointForm,
  endpointState,
  lastDelivery,
  secretCard,
  typesOf,
  verifyCard,
  webhooksPath,
} from './endpoint-parts-page.ts'

/** Actions that the page can confirm after a redirect. */
export const webhookListActions = ['deleted', 'rotated'] as const
export type WebhookListAction = (typeof webhookListActions)[number]

export interface WebhooksPageData {
  readonly endpoints: readonly Endpoint[]
  /** The last endpoint of this page if more follow; otherwise null. */
  readonly next: string | null
  readonly isFirst: boolean
  /** The newest delivery of each endpoint that has any. */
  readonly last: ReadonlyMap<string | null, DeliveryShown>
  readonly filled: FormState
  /** The account's secret; null while it is hidden. */
  readonly secret: ShownSecret | null
  readonly isSecretOver: boolean
  readonly done: WebhookListAction | null
  readonly now: number
}

/** The endpoints, and the secret that signs webhooks to invoices' own URLs. */
export function webhooksPage(scene: PageContext, host: CurrentAccount, shown: WebhooksPageData): string {
  const { words, prefix } = scene
  const { text } = words
  const { endpoints, next, isFirst, last, filled, secret, isSecretOver: isOver, done, now } = shown
  const look = refreshSeconds([...last.values()], now)
  const path = `${prefix}${webhooksPath}`
  return dashboardPage(scene, host, {
    path: webhooksPath,
    title: text.webhooks,
    actions: html`<a class="button primary small" href="${path}/new">${text.webhooks_add}</a>`,
    done: done && text[`webhooks_done_${done}`],
    live: true,
    scripts: ['copy.js'],
    body: html`<p class="lead">${text.webhooks_intro}</p>
<div class="column"${liveAttributes('endpoints', look)}>
${endpoints.length === 0 ? emptyState(text.webhooks_none, text.webhooks_none_text) : endpointTable(scene, host, shown)}
${pager(scene, next && `${path}?after=${next}`, isFirst ? null : path)}</div>
<div class="sides">${secretCard(scene, host, {
      path: webhooksPath,
      title: text.webhooks_secret_account,
      explained: text.webhooks_secret_account_text,
      filled: filledIn(filled, 'secret'),
      secret,
      isOver,
    })}${verifyCard(scene)}</div>`,
  })
}

function endpointTable(
  scene: PageContext,
  host: CurrentAccount,
  { endpoints, last }: WebhooksPageData,
): Html {
  const { words, prefix } = scene
  const { text } = words
  const row = (endpoint: Endpoint): Part[] => {
    const { id, url, description, types } = endpoint
    return [
      html`<a href="${prefix}${webhooksPath}/${id}">${leftToRight(url)}</a>${description && html`<p class="hint">${description}</p>`}`,
      typesOf(words, types),
      endpointState(words, endpoint, host),
      lastDelivery(scene, host, last.get(id)),
    ]
  }
  const columns = [
    { label: text.webhooks_webhook },
    { label: text.webhooks_events },
    { label: text.webhooks_state },
    { label: text.webhooks_last_delivery },
  ] as const
  return table(text.webhooks_caption, columns, endpoints.map(row))
}

/** The form for a new endpoint. */
export function newEndpointPage(
  scene: PageContext,
  host: CurrentAccount,
  { wish, filled }: { wish: EndpointFormValues; filled: FormState },
): string {
  const { words, prefix } = scene
  const { text } = words
  const form = { action: `${prefix}${webhooksPath}`, wish, filled, button: text.webhooks_add }
  return dashboardPage(scene, host, {
    path: `${webhooksPath}/new`,
    title: text.webhooks_add,
    body: html`<section class="card wide">${endpointForm(scene, form)}</section>`,
  })
}
