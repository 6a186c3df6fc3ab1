import { maxConfirmations } from '../../../accounts/account-change.ts'
import { type CoinCode, coins, getCoin } from '../../../coins/index.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { renderBadge, renderTable } from '../../pages/components.ts'
import { renderDescription, renderFieldError, renderHiddenField } from '../../pages/form.ts'
import type { PageContext } from '../../pages/page-context.ts'
import type { DashboardTranslator } from '../../pages/translator.ts'
import { fields } from '../form-fields.ts'
import { confirmationsName, offersName } from './field-errors.ts'
import { getFieldValue, type PreferencesForm, type PreferencesPageData } from './form.ts'

/** The table of coins: which are offered, in which order, and their required confirmations. */
export function renderCoinFields(context: PageContext, form: PreferencesForm): Html {
  const { translator } = context
  const { text } = translator
  const order = getCoinOrder(form.preferencesData)
  const columns = [
    { label: text.preferences_coin },
    { label: text.preferences_offered },
    { label: text.preferences_position },
    { label: text.preferences_confirmations },
  ]
  const rows = order.map((code, index) => [
    renderCoinName(context, code, form.preferencesData),
    renderOfferCheckbox(translator, code, form),
    renderPositionSelect(translator, { code, position: index + 1, total: order.length }, form),
    renderConfirmationsSelect(translator, code, form),
  ])
  return html`<p>${text.preferences_coins_text}</p>
${[offersName, confirmationsName].map((name) => renderFieldError(name, form.getError(name)))}
${renderTable(text.preferences_coins, columns, rows)}
${renderHiddenField(fields.order, order.join(' '))}
<p class="hint">${translator.format('preferences_confirmations_hint', { count: maxConfirmations })}</p>`
}

/** Offered coins first, in the account's order. */
function getCoinOrder({ preferences, order }: PreferencesPageData): CoinCode[] {
  return [...new Set([...(order ?? preferences.coins ?? []), ...coins.keys()])]
}

function renderCoinName(
  { translator, prefix }: PageContext,
  code: CoinCode,
  { coinsWithDestination }: PreferencesPageData,
): Html {
  const name = html`<span class="coin-name"><img src="${prefix}/coins/${code.toLowerCase()}.svg" alt="" width="24" height="24"><span>${getCoin(code).name} <bdi class="muted">${code}</bdi></span></span>`
  if (coinsWithDestination.has(code)) return name
  return html`${name}<a class="no-destination" href="${prefix}/dashboard/settings/destinations">${renderBadge('plain', translator.text.preferences_no_destination)}</a>`
}

function renderOfferCheckbox(
  { format }: DashboardTranslator,
  code: CoinCode,
  { formState, preferencesData: { preferences }, getError }: PreferencesForm,
): Html {
  const name = fields.getOfferName(code)
  const isOffered = preferences.coins?.includes(code) ?? true
  const checked = formState.error === null ? isOffered : formState.values[name] !== undefined
  const label = format('preferences_offer', { coin: getCoin(code).name })
  return html`<label class="checkbox"><input type="checkbox" name="${name}"${checked ? html` checked` : null}${renderDescription(offersName, getError(offersName))}><span class="visually-hidden">${label}</span></label>`
}

function renderPositionSelect(
  translator: DashboardTranslator,
  { code, position, total }: { code: CoinCode; position: number; total: number },
  form: PreferencesForm,
): Html {
  const name = fields.getPositionName(code)
  const options = Array.from({ length: total }, (_, index) => ({
    value: `${index + 1}`,
    text: `${index + 1}`,
  }))
  const label = translator.format('preferences_position_of', { coin: getCoin(code).name })
  return renderTableSelect({ name, label, options, value: getFieldValue(form, name, `${position}`) })
}

function renderConfirmationsSelect(
  translator: DashboardTranslator,
  code: CoinCode,
  form: PreferencesForm,
): Html {
  const { preferences, defaults } = form.preferencesData
  const name = fields.getConfirmationsName(code)
  const defaultText = translator.format('preferences_default', { count: defaults.confirmations[code] })
  const counts = Array.from({ length: maxConfirmations + 1 }, (_, count) => ({
    value: `${count}`,
    text: count === 0 ? translator.text.preferences_immediately : `${count}`,
  }))
  const label = translator.format('preferences_confirmations_of', { coin: getCoin(code).name })
  const ownValue = preferences.confirmations.get(code)
  return renderTableSelect({
    name,
    label,
    options: [{ value: '', text: defaultText }, ...counts],
    value: getFieldValue(form, name, ownValue === undefined ? '' : `${ownValue}`),
    descriptionAttributes: renderDescription(confirmationsName, form.getError(confirmationsName)),
  })
}

/** A select box for a table cell. The column heading is its visible label. */
function renderTableSelect(select: {
  name: string
  label: Html
  options: readonly { value: string; text: Html | string }[]
  value: string
  descriptionAttributes?: Html
}): Html {
  const { name, label, options, value, descriptionAttributes = null } = select
  const renderOption = (option: (typeof options)[number]): Html =>
    html`<option value="${option.value}"${option.value === value ? html` selected` : null}>${option.text}</option>`
  return html`<span class="field"><label class="visually-hidden" for="${name}">${label}</label><select id="${name}" name="${name}"${descriptionAttributes}>${options.map(renderOption)}</select></span>`
}
