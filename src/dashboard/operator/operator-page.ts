import { getCoin } from '../../coins/index.ts'
import { second } from '../../kernel/clock.ts'
import { formatCoins, toBaseUnits } from '../../kernel/money.ts'
import { type Html, html, type Part } from '../../platform/web/html.ts'
import {
  renderBadge,
  renderCommand,
  renderDescriptionList,
  renderInstant,
  renderTable,
  type Tone,
} from '../pages/components.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { formatBytes, formatDuration } from '../pages/sizes-and-durations.ts'
import { type DashboardTranslator, isolateLeftToRight } from '../pages/translator.ts'
import { renderRatesCard } from './pages/rates.ts'
import type { NodeReport, OperatorReport } from './report.ts'

export const operatorPath = '/dashboard/operator'

/** Reload interval without JavaScript. With JavaScript, the page updates on events or when the user refreshes it. */
const refreshSeconds = 30

export function renderOperatorPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  report: OperatorReport,
): string {
  const { translator, prefix } = context
  const { text } = translator
  const failingNodes = report.nodes.filter(({ state }) => state === 'unusable' || state === 'no_fee_rate')
  return renderDashboardPage(context, currentAccount, {
    path: operatorPath,
    title: text.operator,
    live: true,
    refreshAfter: refreshSeconds,
    actions: html`<a class="button small" href="${prefix}${operatorPath}">${text.operator_refresh}</a>`,
    body: html`<div class="stack" data-live="operator">
<p class="lead">${translator.format('operator_as_of', { time: renderInstant(translator, report.at, currentAccount) })} ${
      failingNodes.length === 0
        ? text.operator_nodes_available
        : translator.format('operator_nodes_unavailable', {
            coins: failingNodes.map(({ coin }) => coin).join(', '),
          })
    }</p>
${renderSection(
  text.operator_nodes,
  renderTable(
    text.operator_nodes,
    [
      { label: text.operator_coin },
      { label: text.operator_state },
      { label: text.operator_height, isNumber: true },
      { label: text.operator_tip_age },
      { label: text.operator_fee_rate, isNumber: true },
    ],
    report.nodes.map((node) => renderNodeRow(translator, node, report.at)),
  ),
)}
${renderRatesCard(translator, report)}
${renderQueues(translator, report)}
${renderService(translator, currentAccount, report)}
</div>`,
  })
}

const renderSection = (title: string, body: Part): Html =>
  html`<section class="operator-section"><h2 class="section-title">${title}</h2>${body}</section>`

const tones: Readonly<Record<NodeReport['state'], Tone>> = {
  usable: 'good',
  no_fee_rate: 'warn',
  unusable: 'bad',
  none: 'plain',
}

function renderNodeRow(translator: DashboardTranslator, node: NodeReport, now: number): Part[] {
  const { text, language } = translator
  const { coin, state, reason, feeRate, height, tipAt } = node
  const reasonNote = reason === null ? null : html`<p class="reason">${renderLogText(reason)}</p>`
  return [
    html`${getCoin(coin).name} <bdi class="muted">${coin}</bdi>`,
    html`<div>${renderBadge(tones[state], text[`operator_node_${state}`])}${state === 'no_fee_rate' ? html`<p class="reason">${text.operator_node_no_fee_rate_text}</p>` : reasonNote}</div>`,
    height === null ? renderUnknownValue(translator) : translator.formatCount(height),
    // The age of the genesis block says nothing about the node's health.
    tipAt === null || height === 0 ? renderUnknownValue(translator) : formatDuration(language, now - tipAt),
    feeRate === null
      ? renderUnknownValue(translator)
      : html`<span>${translator.format('operator_fee_per_kb', { rate: formatFeeRate(translator, coin, feeRate) })}</span>`,
  ]
}

const formatFeeRate = (
  { formatCoins: formatAmount }: DashboardTranslator,
  coin: string,
  feeRate: bigint,
): Html => isolateLeftToRight(`${formatAmount(formatCoins(toBaseUnits(feeRate)))} ${coin}`)

/** Shows an unknown value as unknown, not as zero. */
const renderUnknownValue = ({ text }: DashboardTranslator): Html =>
  html`<span class="muted">${text.operator_unknown}</span>`

/** Log text, in English. */
const renderLogText = (reason: string): Html => html`<bdi lang="en" dir="ltr">${reason}</bdi>`

function renderQueues(
  translator: DashboardTranslator,
  { outbox, webhooks, claims, at }: OperatorReport,
): Html {
  const { text, language } = translator
  const renderAge = (oldest: number | null): Part =>
    oldest === null ? '–' : formatDuration(language, at - oldest)
  const renderRow = (
    name: Part,
    counts: readonly [number, number],
    { oldest, error = '–' }: { oldest: Part; error?: Part },
  ): Part[] => [name, translator.formatCount(counts[0]), translator.formatCount(counts[1]), oldest, error]
  const events = outbox.map(({ transport, pending, failing, oldest_seconds, last_error }) =>
    renderRow(
      translator.format('operator_events_for', { transport: isolateLeftToRight(transport) }),
      [pending, failing],
      {
        oldest: oldest_seconds === null ? '–' : formatDuration(language, oldest_seconds * second),
        error: last_error === null || failing === 0 ? '–' : renderLogText(last_error),
      },
    ),
  )
  return renderSection(
    text.operator_queues,
    renderTable(
      text.operator_queues,
      [
        { label: text.operator_queue },
        { label: text.operator_pending, isNumber: true },
        { label: text.operator_failing, isNumber: true },
        { label: text.operator_oldest },
        { label: text.operator_last_error },
      ],
      [
        ...events,
        renderRow(text.webhooks, [webhooks.pending, webhooks.failing], {
          oldest: renderAge(webhooks.oldest),
          error:
            webhooks.exhausted > 0
              ? translator.format('operator_abandoned', { count: translator.formatCount(webhooks.exhausted) })
              : '–',
        }),
        renderRow(text.operator_claims, [claims.count, 0], { oldest: renderAge(claims.oldest) }),
      ],
    ),
  )
}

function renderService(
  translator: DashboardTranslator,
  currentAccount: CurrentAccount,
  { service, at }: OperatorReport,
): Html {
  const { text, language } = translator
  const { version, startedAt, chain, database, streams } = service
  const bytes = database.bytes === null ? '' : ` · ${formatBytes(language, database.bytes)}`
  const kinds = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
  const open = { open: translator.formatCount(streams.open), max: translator.formatCount(streams.max) }
  return renderSection(
    text.operator_service,
    html`<div class="card wide">${renderDescriptionList([
      [text.operator_version, isolateLeftToRight(version)],
      [text.operator_network, isolateLeftToRight(chain)],
      [
        text.operator_started,
        html`${renderInstant(translator, startedAt, currentAccount)} · ${translator.format('operator_up', { span: formatDuration(language, at - startedAt) })}`,
      ],
      [text.operator_database, html`<bdi>${kinds[database.kind]}</bdi>${bytes}`],
      [text.operator_streams, translator.format('operator_streams_open', open)],
    ])}
<p class="hint">${text.operator_doctor}</p>
${renderCommand('quittance doctor')}</div>`,
  )
}
