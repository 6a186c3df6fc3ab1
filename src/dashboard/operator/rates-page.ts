import { coins as everyCoin } from '../../coins/index.ts'
import { type Html, html, type Part } from '../../platform/web/html.ts'
import type { SourceState } from '../../rates/poller.ts'
import { badge, table } from '../pages/parts.ts'
import { formatDuration } from '../pages/sizes-and-durations.ts'
import { type DashboardTranslator, leftToRight } from '../pages/words.ts'
import type { OperatorReport, RefusedPairs } from './report.ts'

/** The rate sources, and the pairs without a price. */
export function ratesCard(words: DashboardTranslator, { rates, at }: OperatorReport): Html {
  const { text } = words
  const { sources, maxAgeMs, refused, pairs } = rates
  const without = refused.reduce((sum, { currencies }) => sum + countOf(currencies), 0)
  return html`<section class="operator-part"><h2 class="section-title">${text.operator_rates}</h2>
${table(
  text.operator_rates,
  [
    { label: text.operator_source },
    { label: text.operator_state },
    { label: text.operator_last_response },
    { label: text.operator_pairs, isNumber: true },
    { label: text.operator_oldest_rate },
  ],
  sources.map((source) => sourceRow(words, source, { at, maxAgeMs })),
)}
${
  without === 0
    ? html`<p class="hint">${words.say('operator_pairs_priced', { count: words.count(pairs) })}</p>`
    : html`<details class="card wide"><summary class="refused-pairs">${words.say('operator_pairs_unpriced', {
        count: words.count(without),
        all: words.count(pairs),
      })}</summary>
<dl class="facts">${refused.map(reasonRow)}</dl></details>`
}</section>`
}

const countOf = (currencies: RefusedPairs['currencies']): number =>
  currencies.reduce((sum, { coins }) => sum + (coins?.length ?? everyCoin.size), 0)

function sourceRow(
  words: DashboardTranslator,
  { source, answeredAt, failures, rates, oldest }: SourceState,
  { at, maxAgeMs }: { at: number; maxAgeMs: number },
): Part[] {
  const { text, language } = words
  const isOld = oldest !== null && at - oldest > maxAgeMs
  const state = failures > 0 ? 'failing' : isOld ? 'old' : answeredAt === null ? 'waiting' : 'answering'
  const tone = { failing: 'bad', old: 'bad', waiting: 'busy', answering: 'good' } as const
  const ago = (since: number | null): Part =>
    since === null
      ? text.operator_never
      : words.say('operator_ago', { span: formatDuration(language, at - since) })
  return [
    leftToRight(source),
    html`<div>${badge(tone[state], text[`operator_source_${state}`])}${failures > 0 ? html`<p class="reason">${words.say('operator_failures', { count: words.count(failures) })}</p>` : null}</div>`,
    ago(answeredAt),
    words.count(rates),
    oldest === null ? '–' : formatDuration(language, at - oldest),
  ]
}

function reasonRow({ reason, currencies }: RefusedPairs): Html {
  const named = currencies.map(({ currency, coins }) =>
    coins === null ? currency : `${currency} (${coins.join(', ')})`,
  )
  return html`<div><dt><bdi lang="en" dir="ltr">${reason}</bdi></dt><dd dir="ltr">${named.join(' · ')}</dd></div>`
}
