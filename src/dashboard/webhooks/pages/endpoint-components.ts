import { type Html, html, type Part } from '../../../platform/web/html.ts'
import type { DeliveryWithAttempts } from '../../../webhooks/deliveries.ts'
import type { DisabledReason, Endpoint } from '../../../webhooks/endpoint.ts'
import type { SecretPair } from '../../../webhooks/endpoint-secrets.ts'
import {
  deliveriesPath,
  renderDeliveryState,
  renderLastAttempt,
} from '../../deliveries/pages/delivery-state.ts'
import { renderBadge, renderCommand, renderInstant } from '../../pages/components.ts'
import { renderCopyField, renderUsernameField } from '../../pages/fields.ts'
import {
  type FormState,
  renderAlert,
  renderCheckbox,
  renderField,
  renderForm,
  splitFormErrors,
} from '../../pages/form.ts'
import type { DashboardMessages } from '../../pages/messages/en.ts'
import type { CurrentAccount, PageContext } from '../../pages/page-context.ts'
import { type DashboardTranslator, isolateLeftToRight } from '../../pages/translator.ts'
import {
  type EndpointFormValues,
  type EventTypeGroup,
  getTypeFieldName,
  groupEventTypes,
} from '../endpoint-form.ts'

export const webhooksPath = '/dashboard/settings/webhooks'

const disabledMessages: Readonly<Record<DisabledReason, keyof DashboardMessages>> = {
  failing: 'webhooks_disabled_failing',
  gone: 'webhooks_disabled_gone',
  by_hand: 'webhooks_disabled_by_hand',
}

/** Whether the endpoint is enabled, and if not, why. */
export function renderEndpointState(
  translator: DashboardTranslator,
  endpoint: Endpoint,
  currentAccount: CurrentAccount,
): Html {
  const { enabled, failingSince, disabledAt, disabledReason } = endpoint
  const { text } = translator
  if (enabled && failingSince === null) return renderBadge('good', text.webhooks_enabled)
  if (enabled && failingSince !== null)
    return html`<div>${renderBadge('warn', text.webhooks_failing)}
<p class="hint">${translator.format('webhooks_failing_since', { time: renderInstant(translator, failingSince, currentAccount) })}</p></div>`
  const when =
    disabledAt &&
    translator.format('webhooks_disabled_at', { time: renderInstant(translator, disabledAt, currentAccount) })
  return html`<div>${renderBadge('plain', text.webhooks_disabled)}
<p class="hint">${when} ${disabledReason && text[disabledMessages[disabledReason]]}</p></div>`
}

/** An endpoint's newest delivery: its state, its time and the response. */
export function renderLastDelivery(
  { translator, prefix }: PageContext,
  currentAccount: CurrentAccount,
  last: DeliveryWithAttempts | undefined,
): Html {
  if (!last) return html`${translator.text.webhooks_no_deliveries}`
  return html`<div>${renderDeliveryState(translator, last, currentAccount)}
<p class="hint"><a href="${prefix}${deliveriesPath}/${last.id}">${renderInstant(translator, last.createdAt, currentAccount)}</a> · ${renderLastAttempt(translator, last)}</p></div>`
}

/** Event types that an endpoint receives. */
export const renderEventTypes = ({ text }: DashboardTranslator, types: readonly string[]): Part =>
  types.length === 0
    ? text.webhooks_every_event
    : html`<span class="types">${types.map((type) => html`<code dir="ltr">${type}</code> `)}</span>`

export function renderEndpointForm(
  { translator }: PageContext,
  {
    action,
    formValues,
    formState,
    button,
  }: { action: string; formValues: EndpointFormValues; formState: FormState; button: string },
): Html {
  const { text } = translator
  const { remainingState, getError } = splitFormErrors(formState, {
    webhook_url_invalid: 'url',
    webhook_description_invalid: 'description',
  })
  return renderForm(action, remainingState, {
    button,
    fields: [
      renderField({
        name: 'url',
        error: getError('url'),
        label: text.webhooks_url,
        type: 'url',
        autocomplete: 'off',
        value: formValues.url,
        hint: text.webhooks_url_hint,
        placeholder: 'https://shop.example.com/hooks',
        isVerbatim: true,
      }),
      renderField({
        name: 'description',
        error: getError('description'),
        label: text.webhooks_description,
        autocomplete: 'off',
        value: formValues.description ?? '',
        hint: text.webhooks_description_hint,
        isOptional: true,
      }),
      html`<fieldset class="events"><legend>${text.webhooks_events}</legend><p class="hint">${text.webhooks_events_hint}</p>
<div class="event-groups">${groupEventTypes(formValues.types).map((group) => renderGroupCheckboxes(translator, group, formValues.types))}</div></fieldset>`,
    ],
  })
}

const groupNames: Readonly<Record<string, keyof DashboardMessages>> = {
  invoice: 'webhooks_kind_invoice',
  payment: 'webhooks_kind_payment',
  account: 'webhooks_kind_account',
  webhook: 'webhooks_kind_webhook',
}

function renderGroupCheckboxes(
  { text }: DashboardTranslator,
  { eventPrefix, wildcard, types }: EventTypeGroup,
  selectedTypes: readonly string[],
): Html {
  const renderTypeCheckbox = (type: string, label: Part): Html =>
    renderCheckbox({ name: getTypeFieldName(type), label, isChecked: selectedTypes.includes(type) })
  const name = groupNames[eventPrefix]
  return html`<div class="kind" role="group" aria-label="${name ? text[name] : eventPrefix}"><p class="event-group-name">${name ? text[name] : eventPrefix}</p>
${renderTypeCheckbox(wildcard, html`${text.webhooks_kind_all} <code dir="ltr">${wildcard}</code>`)}
${types.map((type) => renderTypeCheckbox(type, html`<code dir="ltr">${type}</code>`))}</div>`
}

interface SecretCardData {
  /** Path that its forms post to. */
  readonly path: string
  readonly title: string
  readonly explanation: string
  readonly formState: FormState
  /** Null while it is hidden. */
  readonly secret: SecretPair | null
  /** Whether this URL has already shown the secret. */
  readonly isSecretAlreadyShown: boolean
}

/** A webhook secret. Showing or rotating it requires the password. */
export function renderSecretCard(
  { translator, prefix }: PageContext,
  currentAccount: CurrentAccount,
  data: SecretCardData,
): Html {
  const { text } = translator
  const { path, title, explanation, formState, secret, isSecretAlreadyShown } = data
  const { remainingState, getError } = splitFormErrors(formState, { password_wrong: 'password' })
  const password = renderField({
    name: 'password',
    error: getError('password'),
    id: 'secret-password',
    label: text.password,
    type: 'password',
    autocomplete: 'current-password',
    hint: text.webhooks_secret_password_hint,
  })
  return html`<section class="card" id="secret"><h2>${title}</h2><p>${explanation}</p>
${secret && renderRevealedSecret(translator, secret)}
${isSecretAlreadyShown ? html`<p class="hint">${text.webhooks_secret_already_shown}</p>` : null}
<form class="form" method="post" action="${prefix}${path}/secret">
${renderAlert(remainingState)}
${renderUsernameField(currentAccount.email)}${password}
<p class="hint">${text.webhooks_secret_rotate_text}</p>
<div class="buttons"><button class="button primary">${text.webhooks_secret_show}</button><button class="button" formaction="${prefix}${path}/secret/rotate">${text.webhooks_secret_rotate}</button></div>
</form></section>`
}

const renderRevealedSecret = (translator: DashboardTranslator, { secret, previous }: SecretPair): Html => {
  const { text } = translator
  return html`<div class="secret" role="status"><p>${text.webhooks_secret_copy}</p>
${renderCopyField(translator, 'webhook-secret', text.webhooks_secret, secret)}
${previous === null ? null : renderCopyField(translator, 'webhook-secret-before', text.webhooks_secret_previous, previous)}</div>`
}

const verificationExample = `import { Webhook } from 'standardwebhooks'
const hook = new Webhook('whsec_…')
const event = hook.verify(rawBody, headers)`

/** Explains how a receiver verifies the signature of a webhook. */
export function renderVerifyCard({ translator }: PageContext): Html {
  const { text } = translator
  const standard = html`<a href="https://www.standardwebhooks.com" rel="noreferrer">${isolateLeftToRight('Standard Webhooks')}</a>`
  return html`<section class="card wide"><h2>${text.webhooks_verify}</h2>
<p>${translator.format('webhooks_verify_text', { standard })}</p>
${renderCommand(verificationExample)}
<p>${text.webhooks_verify_response}</p></section>`
}
