import { coins as allCoins } from '../../../coins/index.ts'
import { type Html, html, type Part } from '../../../platform/web/html.ts'
import type { SourceState } from '../../../rates/poller.ts'
import { renderBadge, renderTable } from '../../pages/components.ts'
import { formatDuration } from '../../pages/sizes-and-durations.ts'
import { type DashboardTranslator, isolateLeftToRight } from '../../pages/translator.ts'
import type { OperatorReport, UnpricedPairs } from '../report.ts'

/** The rate sources, and the pairs without an agreed rate. */
export function renderRatesCard(translator: DashboardTranslator, { rates, at }: OperatorReport): Html {
  const { text } = translator
  const { sources, maxAgeMs, unpriced, pairs } = rates
  const unpricedCount = unpriced.reduce((sum, { currencies }) => sum + countPairs(currencies), 0)
  return html`<section class="operator-section"><h2 class="section-title">${text.operator_rates}</h2>
${renderTable(
  text.operator_rates,
  [
    { label: text.operator_source },
    { label: text.operator_state },
    { label: text.operator_last_response },
    { label: text.operator_pairs, isNumber: true },
    { label: text.operator_oldest_rate },
  ],
  sources.map((source) => renderSourceRow(translator, source, { at, maxAgeMs })),
)}
${
  unpricedCount === 0
    ? html`<p class="hint">${translator.format('operator_pairs_priced', { count: translator.formatCount(pairs) })}</p>`
    : html`<details class="card wide"><summary class="unpriced-pairs">${translator.format(
        'operator_pairs_unpriced',
        {
          count: translator.formatCount(unpricedCount),
          all: translator.formatCount(pairs),
        },
      )}</summary>
<dl class="description-list">${unpriced.map(renderReasonRow)}</dl></details>`
}</section>`
}

const countPairs = (currencies: UnpricedPairs['currencies']): number =>
  currencies.reduce((sum, { coins }) => sum + (coins?.length ?? allCoins.size), 0)

function renderSourceRow(
  translator: DashboardTranslator,
  { source, respondedAt, failures, rateCount, oldestRateAt }: SourceState,
  { at, maxAgeMs }: { at: number; maxAgeMs: number },
): Part[] {
  const { text, language } = translator
  const isOld = oldestRateAt !== null && at - oldestRateAt > maxAgeMs
  const state = failures > 0 ? 'failing' : isOld ? 'old' : respondedAt === null ? 'waiting' : 'responding'
  const tone = { failing: 'bad', old: 'bad', waiting: 'busy', responding: 'good' } as const
  const formatAgo = (since: number | null): Part =>
    since === null
      ? text.operator_never
      : translator.format('operator_ago', { span: formatDuration(language, at - since) })
  return [
    isolateLeftToRight(source),
    html`<div>${renderBadge(tone[state], text[`operator_source_${state}`])}${failures > 0 ? html`<p class="reason">${translator.format('operator_failures', { count: translator.formatCount(failures) })}</p>` : null}</div>`,
    formatAgo(respondedAt),
    translator.formatCount(rateCount),
    oldestRateAt === null ? '–' : formatDuration(language, at - oldestRateAt),
  ]
}

function renderReasonRow({ reason, currencies }: UnpricedPairs): Html {
  const pairNames = currencies.map(({ currency, coins }) =>
    coins === null ? currency : `${currency} (${coins.join(', ')})`,
  )
  return html`<div><dt><bdi lang="en" dir="ltr">${reason}</bdi></dt><dd dir="ltr">${pairNames.join(' · ')}</dd></div>`
}
