import { coins as allCoins } from '../../coins/index.ts'
import { type Html, html, type Part } from '../../platform/web/html.ts'
import type { SourceState } from '../../rates/poller.ts'
import { badge, table } from '../pages/components.ts'
import { formatDuration } from '../pages/sizes-and-durations.ts'
import { type DashboardTranslator, leftToRight } from '../pages/translator.ts'
import type { OperatorReport, UnpricedPairs } from './report.ts'

/** The rate sources, and the pairs without an agreed rate. */
export function ratesCard(translator: DashboardTranslator, { rates, at }: OperatorReport): Html {
  const { text } = translator
  const { sources, maxAgeMs, unpriced, pairs } = rates
  const unpricedCount = unpriced.reduce((sum, { currencies }) => sum + countPairs(currencies), 0)
  return html`<section class="operator-section"><h2 class="section-title">${text.operator_rates}</h2>
${table(
  text.operator_rates,
  [
    { label: text.operator_source },
    { label: text.operator_state },
    { label: text.operator_last_response },
    { label: text.operator_pairs, isNumber: true },
    { label: text.operator_oldest_rate },
  ],
  sources.map((source) => sourceRow(translator, source, { at, maxAgeMs })),
)}
${
  unpricedCount === 0
    ? html`<p class="hint">${translator.format('operator_pairs_priced', { count: translator.count(pairs) })}</p>`
    : html`<details class="card wide"><summary class="unpriced-pairs">${translator.format(
        'operator_pairs_unpriced',
        {
          count: translator.count(unpricedCount),
          all: translator.count(pairs),
        },
      )}</summary>
<dl class="description-list">${unpriced.map(reasonRow)}</dl></details>`
}</section>`
}

const countPairs = (currencies: UnpricedPairs['currencies']): number =>
  currencies.reduce((sum, { coins }) => sum + (coins?.length ?? allCoins.size), 0)

function sourceRow(
  translator: DashboardTranslator,
  { source, respondedAt, failures, rates, oldest }: SourceState,
  { at, maxAgeMs }: { at: number; maxAgeMs: number },
): Part[] {
  const { text, language } = translator
  const isOld = oldest !== null && at - oldest > maxAgeMs
  const state = failures > 0 ? 'failing' : isOld ? 'old' : respondedAt === null ? 'waiting' : 'responding'
  const tone = { failing: 'bad', old: 'bad', waiting: 'busy', responding: 'good' } as const
  const formatAgo = (since: number | null): Part =>
    since === null
      ? text.operator_never
      : translator.format('operator_ago', { span: formatDuration(language, at - since) })
  return [
    leftToRight(source),
    html`<div>${badge(tone[state], text[`operator_source_${state}`])}${failures > 0 ? html`<p class="reason">${translator.format('operator_failures', { count: translator.count(failures) })}</p>` : null}</div>`,
    formatAgo(respondedAt),
    translator.count(rates),
    oldest === null ? '–' : formatDuration(language, at - oldest),
  ]
}

function reasonRow({ reason, currencies }: UnpricedPairs): Html {
  const pairNames = currencies.map(({ currency, coins }) =>
    coins === null ? currency : `${currency} (${coins.join(', ')})`,
  )
  return html`<div><dt><bdi lang="en" dir="ltr">${reason}</bdi></dt><dd dir="ltr">${pairNames.join(' · ')}</dd></div>`
}
