import { getTranslator as getCheckoutTranslator } from '../../../checkout/pages/translator.ts'
import type { UnavailableCoin } from '../../../invoices/option.ts'
import { type Html, html, type Part } from '../../../platform/web/html.ts'
import { type Language, languageTags } from '../../../platform/web/language.ts'
import { renderEmptyState } from '../../pages/components.ts'
import { renderDescription, renderFieldError } from '../../pages/form.ts'
import type { GrantedAccount, PageContext } from '../../pages/page-context.ts'
import type { DashboardTranslator } from '../../pages/translator.ts'
import type { DecimalSeparator } from '../typed-amount.ts'

/** The decimal separator of the page's language. */
export const getDecimalSeparator = (
  translator: Pick<DashboardTranslator, 'formatCoins'>,
): DecimalSeparator => (translator.formatCoins('0.5').includes(',') ? ',' : '.')

/** Why a coin is unavailable, with the checkout page's message. */
export const renderCoinReason = (
  translator: DashboardTranslator,
  name: string,
  reason: UnavailableCoin['reason'],
): Html =>
  translator.format('till_coin_reason', {
    coin: html`<bdi>${name}</bdi>`,
    reason: getCheckoutTranslator(translator.language).text[`unavailable_${reason}`],
  })

/** The amount field, with its currency next to it. */
export function renderAmountField(
  { text }: DashboardTranslator,
  {
    value = '',
    unit = null,
    hasAutofocus = false,
    error = null,
  }: { value?: string | undefined; unit?: string | null; hasAutofocus?: boolean; error?: Html | null },
): Html {
  const descriptionAttributes = renderDescription('amount', error, unit === null ? [] : ['amount-unit'])
  return html`<div class="field"><label for="amount">${text.till_amount}</label>
<div class="with-unit" dir="ltr"><input class="amount-input" id="amount" name="amount" type="text" inputmode="decimal" autocomplete="off" aria-required="true" placeholder="0" value="${value}"${descriptionAttributes}${
    hasAutofocus ? html` autofocus` : null
  }>${unit === null ? null : html`<span class="unit" id="amount-unit">${unit}</span>`}</div>${renderFieldError('amount', error)}</div>`
}

/** No payment is possible without a destination. Staff can't add one. */
export const renderNoDestination = (
  context: PageContext,
  grantedAccount: GrantedAccount | null = null,
): Html =>
  renderEmptyState(
    context.translator.text.till_no_destination_title,
    grantedAccount
      ? html`<p>${context.translator.text.till_no_destination_staff}</p>`
      : html`<p>${context.translator.text.till_no_destination}</p>
<p class="buttons">${renderDestinationsLink(context, html` class="button primary"`)}</p>`,
  )

export const renderDestinationsLink = ({ translator, prefix }: PageContext, attributes: Part = null): Html =>
  html`<a${attributes} href="${prefix}/dashboard/settings/destinations">${translator.text.till_no_destination_link}</a>`

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Example: `3 days`. Exact: 90 minutes are not `1 hour`. */
export function formatLifetime(language: Language, seconds: number): string {
  const [unit, size] = units.find(([, each]) => seconds % each === 0) ?? units[2]
  const format = new Intl.NumberFormat(languageTags[language], { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(seconds / size)
}
