import type { AccessToken } from '../../../accounts/access-token.ts'
import { renderDescriptionList, renderInstant } from '../../../dashboard/pages/components.ts'
import { renderCurrentPasswordField } from '../../../dashboard/pages/fields.ts'
import {
  type FormState,
  renderAlert,
  renderCheckbox,
  splitFormErrors,
} from '../../../dashboard/pages/form.ts'
import { icons } from '../../../dashboard/pages/icons.ts'
import { renderDashboardPage } from '../../../dashboard/pages/layout.ts'
import type { CurrentAccount, PageContext } from '../../../dashboard/pages/page-context.ts'
import { isolateLeftToRight } from '../../../dashboard/pages/translator.ts'
import { tokensPath } from '../../../dashboard/tokens/tokens-page.ts'
import { type Html, html, type Part } from '../../../platform/web/html.ts'
import { getStoreId } from '../../permissions.ts'
import { type Connection, formatConnectionQuery } from '../connection.ts'
import { getTranslator } from './translator.ts'

export const connectPath = '/api-keys/authorize'

interface ConnectPageData {
  readonly connection: Connection
  /** An earlier key of the same application and shop. */
  readonly earlierKey: AccessToken | null
  /** Whether to offer adding the shop's origin to those that may embed the checkout in a frame. */
  readonly offersCheckoutFraming: boolean
  readonly formState: FormState
}

/** The page on which the owner authorizes a shop plug-in. */
export function renderConnectPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  { connection, earlierKey, offersCheckoutFraming, formState }: ConnectPageData,
): string {
  const { prefix } = context
  const { text, format } = getTranslator(context.translator.language)
  const { redirect } = connection
  const { remainingState, getError } = splitFormErrors(formState, { password_wrong: 'password' })
  const frameCheckbox =
    redirect && offersCheckoutFraming
      ? renderCheckbox({
          name: 'allow_frame',
          label: format('allow_frame', { origin: isolateLeftToRight(redirect.origin) }),
          isChecked: 'allow_frame' in formState.values,
        })
      : null
  return renderDashboardPage(context, currentAccount, {
    path: connectPath,
    title: text.title,
    body: html`<section class="card">${renderRequestDetails(context, currentAccount, connection)}
${renderPermissionLists(context, connection)}
${earlierKey && renderNotice('warn', format('repeated', { time: renderInstant(context.translator, earlierKey.createdAt, currentAccount), link: renderTokenLink(context, earlierKey) }))}
<form class="form" method="post" action="${prefix}${connectPath}?${formatConnectionQuery(connection)}">
${renderAlert(remainingState)}
${frameCheckbox}
${renderCurrentPasswordField(context.translator, getError('password'))}
<div class="buttons"><button class="button primary">${text.authorize}</button><a class="button" href="${prefix}/dashboard">${text.cancel}</a></div>
</form></section>`,
  })
}

function renderRequestDetails(context: PageContext, account: CurrentAccount, connection: Connection): Html {
  const { text, format } = getTranslator(context.translator.language)
  const { applicationName, applicationIdentifier, redirect } = connection
  const application = html`<bdi>${applicationName ?? applicationIdentifier ?? text.plug_in}</bdi>`
  const identifier = applicationName === null ? null : applicationIdentifier
  const store = isolateLeftToRight(getStoreId(account))
  return html`<p>${format('intro', { application })}</p>
${renderDescriptionList([
  [text.application, html`${application}${identifier && html` (<bdi>${identifier}</bdi>)`}`],
  [
    text.host,
    redirect
      ? format('host_text', { host: html`<strong>${isolateLeftToRight(redirect.authority)}</strong>` })
      : text.no_host,
  ],
  [text.account, format('account_text', { email: isolateLeftToRight(account.email), store })],
])}`
}

function renderPermissionLists(context: PageContext, { permissions, unsupported }: Connection): Html {
  const { text } = getTranslator(context.translator.language)
  const renderList = (items: readonly Part[]) =>
    html`<ul class="bullets">${items.map((each) => html`<li>${each}</li>`)}</ul>`
  return html`<h2>${text.permissions}</h2>
${renderList(permissions.map((each) => text[each]))}
${
  unsupported.length > 0 &&
  html`<p>${text.unsupported}</p>
${renderList(unsupported.map((each) => html`<code dir="ltr">${each}</code>`))}`
}`
}

export const renderNotice = (kind: 'good' | 'warn', content: Part): Html =>
  html`<div class="notice ${kind}" role="status">${kind === 'good' ? icons.tick : icons.alert}<div><p>${content}</p></div></div>`

export const renderTokenLink = ({ prefix }: PageContext, { id, name }: AccessToken): Html =>
  html`<a href="${prefix}${tokensPath}/${id}"><bdi>${name}</bdi></a>`
