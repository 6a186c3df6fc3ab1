import { arc, pie } from 'd3-shape'
import { findCoin } from '../../../coins/index.ts'
import { formatDecimal } from '../../../kernel/money.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { renderMoney } from '../../pages/translator.ts'
import type { CoinShare } from '../figures.ts'
import type { Charts } from '../overview.ts'
import { formatPercent } from './formats.ts'
import { linkToInvoices, type OverviewContext, renderTable } from './rows.ts'

const radius = 60

/** A ring chart of the coins' shares. */
export function renderSharesChart({ translator }: OverviewContext, { shares }: Charts): Html {
  const { language, text } = translator
  const ring = pie<CoinShare>()
    .value(({ sum }) => Number(formatDecimal(sum)))
    .sort(null)
  // d3 leaves a narrow gap between slices. A ring with one slice needs none.
  const slice = arc<ReturnType<typeof ring>[number]>()
    .innerRadius(radius * 0.62)
    .outerRadius(radius)
    .padAngle(shares.length > 1 ? 0.03 : 0)
    .cornerRadius(2)
    .digits(2)
  const description = shares
    .map(({ coin, thousandths }) => `${coin} ${formatPercent(language, thousandths)}`)
    .join(', ')
  return html`<svg class="chart ring" role="img" viewBox="${-radius} ${-radius} ${2 * radius} ${2 * radius}" width="160" height="160" aria-labelledby="shares-title shares-desc">
<title id="shares-title">${text.overview_shares}</title><desc id="shares-desc">${description}</desc>
${ring([...shares]).map((each) => html`<path class="slice" data-coin="${each.data.coin}" d="${slice(each)}"/>`)}</svg>`
}

/** Revenue per coin, with the coin's colour in the ring and links to its invoices. */
export function renderSharesTable(context: OverviewContext, { shares, span }: Charts): Html {
  const { translator, owner } = context
  const { language, text } = translator
  const renderRow = (share: CoinShare) => {
    const { coin, sum, count, thousandths } = share
    const filters = { currency: owner.currency, coin, span }
    return [
      html`<span class="coin-key"><svg class="swatch" width="12" height="12" aria-hidden="true"><rect class="slice" data-coin="${coin}" width="12" height="12" rx="3"/></svg><bdi title="${findCoin(coin)?.name ?? coin}">${coin}</bdi></span>`,
      linkToInvoices(context, share, filters, renderMoney(translator, formatDecimal(sum), owner.currency)),
      formatPercent(language, thousandths),
      linkToInvoices(context, share, filters, translator.formatCount(count)),
    ]
  }
  return renderTable(
    text.overview_shares,
    [
      { label: text.overview_coin },
      { label: text.overview_sum, isNumber: true },
      { label: text.overview_share, isNumber: true },
      { label: text.overview_count, isNumber: true },
    ],
    shares.map(renderRow),
  )
}
