import type { AccessToken } from '../../../accounts/access-token.ts'
import { renderCopyField } from '../../../dashboard/pages/fields.ts'
import { renderHiddenField } from '../../../dashboard/pages/form.ts'
import { renderDashboardPage } from '../../../dashboard/pages/layout.ts'
import type { CurrentAccount, PageContext } from '../../../dashboard/pages/page-context.ts'
import { isolateLeftToRight } from '../../../dashboard/pages/translator.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import type { IssuedKey } from '../authorize.ts'
import type { RedirectTarget } from '../connection.ts'
import { connectPath, renderNotice, renderTokenLink } from './connect-page.ts'
import { getTranslator } from './translator.ts'

interface ConnectedPageData {
  readonly issuedKey: IssuedKey
  readonly redirect: RedirectTarget | null
  /** An earlier key of the same application and shop, which still works. */
  readonly earlierKey: AccessToken | null
}

/** Sends the new key to the shop, with a form that a script submits. Without a redirect, shows the key once. */
export function renderConnectedPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  { issuedKey, redirect, earlierKey }: ConnectedPageData,
): string {
  const { text, format } = getTranslator(context.translator.language)
  return renderDashboardPage(context, currentAccount, {
    path: connectPath,
    title: text.done,
    scripts: [redirect === null ? 'copy.js' : 'submit.js'],
    body: html`<section class="card new-token">
${redirect === null ? renderShownKey(context, issuedKey) : renderKeyForm(context, issuedKey, redirect)}
${earlierKey && renderNotice('warn', format('done_repeated', { link: renderTokenLink(context, earlierKey) }))}</section>`,
  })
}

function renderShownKey(context: PageContext, { key, storeId }: IssuedKey): Html {
  const { text } = getTranslator(context.translator.language)
  return html`<p>${text.done_show}</p>
${renderCopyField(context.translator, 'secret', context.translator.text.tokens_secret, key)}
<p>${text.done_store}: ${isolateLeftToRight(storeId)}</p>`
}

/** The fields that plug-ins read. */
function renderKeyForm(
  context: PageContext,
  { key, permissions, storeId }: IssuedKey,
  { url, authority }: RedirectTarget,
): Html {
  const { format } = getTranslator(context.translator.language)
  const host = isolateLeftToRight(authority)
  return html`<p>${format('done_send', { host })}</p>
<form class="form" method="post" action="${url}" data-submit>
${renderHiddenField('apiKey', key)}${renderHiddenField('userId', storeId)}${permissions.map((each) => renderHiddenField('permissions[]', each))}
<div class="buttons"><button class="button primary"><span>${format('continue', { host })}</span></button></div>
</form>`
}
