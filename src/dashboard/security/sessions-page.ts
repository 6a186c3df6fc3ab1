import { type Html, html } from '../../platform/web/html.ts'
import { deviceName, type Session } from '../../sessions/session.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { momentOf } from '../pages/parts.ts'
import { type DashboardTranslator, leftToRight } from '../pages/words.ts'

export const sessionsPath = '/dashboard/settings/sessions'

export function sessionsPage(
  scene: PageContext,
  host: CurrentAccount,
  { sessions, current, isDone }: { sessions: readonly Session[]; current: string; isDone: boolean },
): string {
  const { words, prefix } = scene
  const { text } = words
  const item = (session: Session): Html => {
    const name = deviceName(session.device) || text.unknown_device
    const isCurrent = session.id === current
    return html`<li class="card"><h2>${isCurrent ? text.this_session : leftToRight(name)}</h2>
${isCurrent ? html`<p>${leftToRight(name)}</p>` : null}
${facts(words, session, host)}
<form method="post" action="${prefix}${sessionsPath}/${session.id}/end"><button class="button small">${isCurrent ? text.sign_out : text.end_session}</button></form></li>`
  }
  return dashboardPage(scene, host, {
    path: sessionsPath,
    title: text.sessions,
    done: isDone ? text.done_session : null,
    body: html`<p class="lead">${text.sessions_intro}</p>
<ul class="cards wide">${sessions.map(item)}</ul>`,
  })
}

const facts = (
  words: DashboardTranslator,
  { createdAt, lastSeenAt, address }: Session,
  host: CurrentAccount,
): Html =>
  html`<p class="hint">${words.say('session_since', { time: momentOf(words, createdAt, host) })} · ${words.say('session_seen', { time: momentOf(words, lastSeenAt, host) })} · ${words.say('session_from', { address: leftToRight(address) })}</p>`
