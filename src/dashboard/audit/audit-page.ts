import { type Html, html, type Part } from '../../platform/web/html.ts'
import { formatDeviceName } from '../../sessions/session.ts'
import { renderEmptyState, renderInstant, renderPager, renderTable } from '../pages/components.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { type DashboardTranslator, isolateLeftToRight } from '../pages/translator.ts'
import { actionLabels, detailLabels, valueLabels } from './labels.ts'
import { type ActorNames, type AuditLine, isByMember, resolveActor } from './line.ts'

export const auditPath = '/dashboard/settings/audit'

interface AuditPageData {
  readonly lines: readonly AuditLine[]
  readonly names: ActorNames
  /** Id of the user's session. */
  readonly currentSessionId: string
  /** Whether the page starts at the newest entry. */
  readonly isFirstPage: boolean
  /** Where the next page starts: entries below this number; null on the last page. */
  readonly nextCursor: number | null
}

/** The account's audit log. */
export function renderAuditPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  data: AuditPageData,
): string {
  const { translator, prefix } = context
  const { text } = translator
  const { lines, isFirstPage, nextCursor } = data
  const path = `${prefix}${auditPath}`
  const columns = [
    { label: text.audit_action },
    { label: text.audit_details },
    { label: text.audit_actor },
    { label: text.audit_time },
  ]
  const renderRow = (line: AuditLine): Part[] => [
    text[actionLabels[line.action]] ?? isolateLeftToRight(line.action),
    renderDetails(context, currentAccount, line, data.names),
    renderActor(translator, line, data),
    renderInstant(translator, line.at, currentAccount),
  ]
  return renderDashboardPage(context, currentAccount, {
    path: auditPath,
    title: text.audit,
    body: html`<p class="lead">${text.audit_intro}</p>
${lines.length === 0 ? renderEmptyState(text.audit_empty, text.audit_empty_text) : renderTable(text.audit, columns, lines.map(renderRow))}
${renderPager(context, nextCursor === null ? null : `${path}?before=${nextCursor}`, isFirstPage ? null : path)}`,
  })
}

function renderActor(
  translator: DashboardTranslator,
  line: AuditLine,
  { names, currentSessionId }: AuditPageData,
): Part {
  const { text } = translator
  const actor = resolveActor(line, names, currentSessionId)
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
      return isolateLeftToRight(formatDeviceName(actor.device) || text.unknown_device)
    case 'token':
      return html`<span>${translator.format('audit_by_token', { name: html`<bdi>${actor.name}</bdi>` })}</span>`
    case 'member':
      return actor.email === null ? text.audit_by_ended_session : isolateLeftToRight(actor.email)
    case 'unknown':
      return isolateLeftToRight(actor.id)
  }
}

type Value = AuditLine['detail'][string]

/** Details whose values have translations. */
const translatedDetails: readonly string[] = ['by', 'kind', 'limit', 'reason', 'resolution', 'role', 'scope']

/** Details of an entry, apart from those that the row shows already. */
function renderDetails(
  { translator, prefix }: PageContext,
  currentAccount: CurrentAccount,
  { action, actor, detail }: AuditLine,
  names: ActorNames,
): Html | null {
  const isRedundant = (name: string, value: Value): boolean =>
    value === null ||
    value === '' ||
    (name === 'session' && value === actor) ||
    (isLinkParty(name) && value === currentAccount.accountId) ||
    (name === 'member' && isByMember(action))
  const shownDetails = Object.entries(detail).filter(([name, value]) => !isRedundant(name, value))
  if (shownDetails.length === 0) return null
  const renderItem = ([name, value]: (typeof shownDetails)[number]): Html => {
    const label = detailLabels[name]
    const formattedValue = renderValue(translator, currentAccount, { name, value, names })
    const content =
      name === 'invoice'
        ? html`<a href="${prefix}/dashboard/invoices/${String(value)}">${formattedValue}</a>`
        : formattedValue
    return html`<li><span class="term">${label ? translator.text[label] : isolateLeftToRight(name)}:</span> ${content}</li>`
  }
  return html`<ul class="audit-details">${shownDetails.map(renderItem)}</ul>`
}

/** One of the two accounts of an access link. */
const isLinkParty = (name: string): boolean => name === 'source' || name === 'target'

function renderValue(
  translator: DashboardTranslator,
  currentAccount: CurrentAccount,
  { name, value, names }: { name: string; value: Value; names: ActorNames },
): Part {
  const { text } = translator
  if (typeof value === 'boolean') return value ? text.audit_yes : text.audit_no
  if ((isLinkParty(name) || name === 'member') && typeof value === 'number') {
    const email = name !== 'source' ? names.emails.get(value) : undefined
    return email === undefined
      ? translator.format('audit_account', { number: isolateLeftToRight(String(value)) })
      : isolateLeftToRight(email)
  }
  const at = name.endsWith('_at') ? Date.parse(String(value)) : Number.NaN
  if (!Number.isNaN(at)) return renderInstant(translator, at, currentAccount)
  const label = translatedDetails.includes(name) ? valueLabels.get(String(value)) : undefined
  return label ? text[label] : html`<bdi>${value}</bdi>`
}
