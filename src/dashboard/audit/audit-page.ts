import { type Html, html, type Part } from '../../platform/web/html.ts'
import { deviceName } from '../../sessions/session.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { emptyState, momentOf, pager, table } from '../pages/parts.ts'
import { type DashboardTranslator, leftToRight } from '../pages/words.ts'
import { actionLabels, details, values } from './labels.ts'
import { type ActorNames, type AuditLine, actorOf } from './line.ts'

export const auditPath = '/dashboard/settings/audit'

export interface AuditPageData {
  readonly lines: readonly AuditLine[]
  readonly known: ActorNames
  /** The reader's session. */
  readonly current: string
  /** Whether the page starts at the newest entry. */
  readonly isFirst: boolean
  /** Where the next page starts: entries below this number; null on the last page. */
  readonly next: number | null
}

/** The account's audit log. */
export function auditPage(scene: PageContext, host: CurrentAccount, shown: AuditPageData): string {
  const { words, prefix } = scene
  const { text } = words
  const { lines, isFirst, next } = shown
  const path = `${prefix}${auditPath}`
  const columns = [
    { label: text.audit_action },
    { label: text.audit_details },
    { label: text.audit_actor },
    { label: text.audit_time },
  ]
  const row = (line: AuditLine): Part[] => [
    text[actionLabels[line.action]] ?? leftToRight(line.action),
    detailOf(scene, host, line, shown.known),
    who(words, line, shown),
    momentOf(words, line.at, host),
  ]
  return dashboardPage(scene, host, {
    path: auditPath,
    title: text.audit,
    body: html`<p class="lead">${text.audit_intro}</p>
${lines.length === 0 ? emptyState(text.audit_empty, text.audit_empty_text) : table(text.audit, columns, lines.map(row))}
${pager(scene, next === null ? null : `${path}?before=${next}`, isFirst ? null : path)}`,
  })
}

function who(words: DashboardTranslator, line: AuditLine, { known, current }: AuditPageData): Part {
  const { text } = words
  const actor = actorOf(line, known, current)
  switch (actor.kind) {
    case 'this browser':
      return text.audit_by_this_browser
    case 'ended session':
      return text.audit_by_ended_session
    case 'command line':
      return text.audit_by_command_line
    case 'service':
      return text.audit_by_service
    case 'browser':
      return leftToRight(deviceName(actor.device) || text.unknown_device)
    case 'token':
      return html`<span>${words.say('audit_by_token', { name: html`<bdi>${actor.name}</bdi>` })}</span>`
    case 'unknown':
      return leftToRight(actor.id)
  }
}

type Value = AuditLine['detail'][string]

/** Details whose values have translations. */
const worded: readonly string[] = ['by', 'limit', 'reason']

/** Details of an entry, apart from those that the row shows already. */
function detailOf(
  { words, prefix }: PageContext,
  host: CurrentAccount,
  { actor, detail }: AuditLine,
  known: ActorNames,
): Html | null {
  const isPlain = (name: string, value: Value): boolean =>
    value === null ||
    value === '' ||
    (name === 'session' && value === actor) ||
    (isSide(name) && value === host.accountId)
  const told = Object.entries(detail).filter(([name, value]) => !isPlain(name, value))
  if (told.length === 0) return null
  const item = ([name, value]: (typeof told)[number]): Html => {
    const label = details[name]
    const shown = shownValue(words, host, { name, value, known })
    const what =
      name === 'invoice' ? html`<a href="${prefix}/dashboard/invoices/${String(value)}">${shown}</a>` : shown
    return html`<li><span class="term">${label ? words.text[label] : leftToRight(name)}:</span> ${what}</li>`
  }
  return html`<ul class="told">${told.map(item)}</ul>`
}

/** An account that takes part in an access link. */
const isSide = (name: string): boolean => name === 'source' || name === 'target'

function shownValue(
  words: DashboardTranslator,
  host: CurrentAccount,
  { name, value, known }: { name: string; value: Value; known: ActorNames },
): Part {
  const { text } = words
  if (typeof value === 'boolean') return value ? text.audit_yes : text.audit_no
  if (isSide(name) && typeof value === 'number') {
    const email = name === 'target' ? known.guests.get(value) : undefined
    return email === undefined
      ? words.say('audit_account', { number: leftToRight(String(value)) })
      : leftToRight(email)
  }
  const at = name.endsWith('_at') ? Date.parse(String(value)) : Number.NaN
  if (!Number.isNaN(at)) return momentOf(words, at, host)
  const word = worded.includes(name) ? values.get(String(value)) : undefined
  return word ? text[word] : html`<bdi>${value}</bdi>`
}
