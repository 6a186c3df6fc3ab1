import { type Html, html } from '../../platform/web/html.ts'
import { formatDeviceName, type Session } from '../../sessions/session.ts'
import { renderInstant } from '../pages/components.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { type DashboardTranslator, isolateLeftToRight } from '../pages/translator.ts'

export const sessionsPath = '/dashboard/settings/sessions'

export function renderSessionsPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  {
    sessions,
    currentSessionId,
    isDone,
  }: { sessions: readonly Session[]; currentSessionId: string; isDone: boolean },
): string {
  const { translator, prefix } = context
  const { text } = translator
  const renderItem = (session: Session): Html => {
    const name = formatDeviceName(session.device) || text.unknown_device
    const isCurrent = session.id === currentSessionId
    return html`<li class="card"><h2>${isCurrent ? text.this_session : isolateLeftToRight(name)}</h2>
${isCurrent ? html`<p>${isolateLeftToRight(name)}</p>` : null}
${renderSessionDetails(translator, session, currentAccount)}
<form method="post" action="${prefix}${sessionsPath}/${session.id}/end"><button class="button small">${isCurrent ? text.sign_out : text.end_session}</button></form></li>`
  }
  return renderDashboardPage(context, currentAccount, {
    path: sessionsPath,
    title: text.sessions,
    confirmation: isDone ? text.done_session : null,
    body: html`<p class="lead">${text.sessions_intro}</p>
<ul class="cards wide">${sessions.map(renderItem)}</ul>`,
  })
}

const renderSessionDetails = (
  translator: DashboardTranslator,
  { createdAt, lastSeenAt, address }: Session,
  currentAccount: CurrentAccount,
): Html =>
  html`<p class="hint">${translator.format('session_since', { time: renderInstant(translator, createdAt, currentAccount) })} · ${translator.format('session_seen', { time: renderInstant(translator, lastSeenAt, currentAccount) })} · ${translator.format('session_from', { address: isolateLeftToRight(address) })}</p>`
