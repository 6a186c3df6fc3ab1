import { coins } from '../../coins/index.ts'
import { second } from '../../kernel/clock.ts'
import { baseUnits, formatCoins } from '../../kernel/money.ts'
import { type Html, html, type Part } from '../../platform/web/html.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { badge, command, facts, momentOf, type Tone, table } from '../pages/parts.ts'
import { formatBytes, formatDuration } from '../pages/sizes-and-durations.ts'
import { type DashboardTranslator, leftToRight } from '../pages/words.ts'
import { ratesCard } from './rates-page.ts'
import type { NodeReport, OperatorReport } from './report.ts'

export const operatorPath = '/dashboard/operator'

/** Reload interval without scripts. With scripts, the page updates on events or when the reader asks. */
const refreshSeconds = 30

export function operatorPage(scene: PageContext, host: CurrentAccount, report: OperatorReport): string {
  const { words, prefix } = scene
  const { text } = words
  const troubles = report.nodes.filter(({ state }) => state === 'unusable' || state === 'silent')
  return dashboardPage(scene, host, {
    path: operatorPath,
    title: text.operator,
    live: true,
    refreshAfter: refreshSeconds,
    actions: html`<a class="button small" href="${prefix}${operatorPath}">${text.operator_refresh}</a>`,
    body: html`<div class="stack" data-live="operator">
<p class="lead">${words.say('operator_as_of', { time: momentOf(words, report.at, host) })} ${
      troubles.length === 0
        ? text.operator_nodes_available
        : words.say('operator_nodes_unavailable', { coins: troubles.map(({ coin }) => coin).join(', ') })
    }</p>
${section(
  text.operator_nodes,
  table(
    text.operator_nodes,
    [
      { label: text.operator_coin },
      { label: text.operator_state },
      { label: text.operator_height, isNumber: true },
      { label: text.operator_tip_age },
      { label: text.operator_fee_rate, isNumber: true },
    ],
    report.nodes.map((node) => nodeRow(words, node, report.at)),
  ),
)}
${ratesCard(words, report)}
${queues(words, report)}
${service(words, host, report)}
</div>`,
  })
}

const section = (title: string, body: Part): Html =>
  html`<section class="operator-part"><h2 class="section-title">${title}</h2>${body}</section>`

const tones: Readonly<Record<NodeReport['state'], Tone>> = {
  usable: 'good',
  silent: 'warn',
  unusable: 'bad',
  none: 'plain',
}

function nodeRow(words: DashboardTranslator, node: NodeReport, now: number): Part[] {
  const { text, language } = words
  const { coin, state, reason, feeRate, height, tipAt } = node
  const why = reason === null ? null : html`<p class="reason">${logged(reason)}</p>`
  return [
    html`${coins.get(coin)?.name ?? coin} <bdi class="soft">${coin}</bdi>`,
    html`<div>${badge(tones[state], text[`operator_node_${state}`])}${state === 'silent' ? html`<p class="reason">${text.operator_node_silent_text}</p>` : why}</div>`,
    height === null ? absent(words) : words.count(height),
    // The genesis block's age says nothing about the node.
    tipAt === null || height === 0 ? absent(words) : formatDuration(language, now - tipAt),
    feeRate === null
      ? absent(words)
      : html`<span>${words.say('operator_fee_per_kb', { rate: feeOf(words, coin, feeRate) })}</span>`,
  ]
}

const feeOf = ({ coins: written }: DashboardTranslator, coin: string, feeRate: bigint): Html =>
  leftToRight(`${written(formatCoins(baseUnits(feeRate)))} ${coin}`)

/** Shows an unknown value as unknown, not as zero. */
const absent = ({ text }: DashboardTranslator): Html =>
  html`<span class="soft">${text.operator_unknown}</span>`

/** Log text, in English. */
export const logged = (reason: string): Html => html`<bdi lang="en" dir="ltr">${reason}</bdi>`

function queues(words: DashboardTranslator, { outbox, webhooks, claims, at }: OperatorReport): Html {
  const { text, language } = words
  const age = (oldest: number | null): Part => (oldest === null ? '–' : formatDuration(language, at - oldest))
  const row = (
    name: Part,
    counts: readonly [number, number],
    more: { oldest: Part; error?: Part },
  ): Part[] => [name, words.count(counts[0]), words.count(counts[1]), more.oldest, more.error ?? '–']
  const events = outbox.map(({ transport, pending, failing, oldest_seconds, last_error }) =>
    row(words.say('operator_events_for', { transport: leftToRight(transport) }), [pending, failing], {
      oldest: oldest_seconds === null ? '–' : formatDuration(language, oldest_seconds * second),
      error: last_error === null || failing === 0 ? '–' : logged(last_error),
    }),
  )
  const given = webhooks.exhausted > 0
  return section(
    text.operator_queues,
    html`${table(
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
        row(text.webhooks, [webhooks.pending, webhooks.failing], {
          oldest: age(webhooks.oldest),
          error: given ? words.say('operator_abandoned', { count: words.count(webhooks.exhausted) }) : '–',
        }),
        row(text.operator_claims, [claims.count, 0], { oldest: age(claims.oldest) }),
      ],
    )}`,
  )
}

function service(
  words: DashboardTranslator,
  host: CurrentAccount,
  { facts: known, at }: OperatorReport,
): Html {
  const { text, language } = words
  const { version, startedAt, chain, database, streams } = known
  const bytes = database.bytes === null ? '' : ` · ${formatBytes(language, database.bytes)}`
  const kinds = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
  const open = { open: words.count(streams.open), most: words.count(streams.most) }
  return section(
    text.operator_service,
    html`<div class="card wide">${facts([
      [text.operator_version, leftToRight(version)],
      [text.operator_network, leftToRight(chain)],
      [
        text.operator_started,
        html`${momentOf(words, startedAt, host)} · ${words.say('operator_up', { span: formatDuration(language, at - startedAt) })}`,
      ],
      [text.operator_database, html`<bdi>${kinds[database.kind]}</bdi>${bytes}`],
      [text.operator_streams, words.say('operator_streams_open', open)],
    ])}
<p class="hint">${text.operator_doctor}</p>
${command('quittance doctor')}</div>`,
  )
}
