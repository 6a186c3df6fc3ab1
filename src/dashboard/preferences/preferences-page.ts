import { holdBounds, maxNameLength } from '../../accounts/account-change.ts'
import { minute } from '../../kernel/clock.ts'
import { type Html, html } from '../../platform/web/html.ts'
import {
  type FormState,
  renderAlert,
  renderField,
  renderSelect,
  renderTextarea,
  splitFormErrors,
} from '../pages/form.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { type DashboardTranslator, isolateLeftToRight } from '../pages/translator.ts'
import { listCurrencyOptions, listZoneOptions } from './choices.ts'
import { fields } from './form-fields.ts'
import { anyWalletId, renderAnyWalletFields } from './pages/any-wallet-fields.ts'
import { renderCoinFields } from './pages/coin-fields.ts'
import { renderEmailFields } from './pages/email-fields.ts'
import { getFieldValue, type PreferencesForm, type PreferencesPageData } from './pages/form.ts'

export const preferencesPath = '/dashboard/settings/preferences'

export function renderPreferencesPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  {
    formState,
    preferencesData,
    isDone,
  }: { formState: FormState; preferencesData: PreferencesPageData; isDone: boolean },
): string {
  const { translator, prefix } = context
  const { text } = translator
  const { remainingState, getError } = splitFormErrors(formState, {})
  const form = { formState, preferencesData, getError }
  const renderCard = (title: string, body: Html, id: string | null = null): Html =>
    html`<section class="card preference"${id && html` id="${id}"`}><h2>${title}</h2>${body}</section>`
  return renderDashboardPage(context, currentAccount, {
    path: preferencesPath,
    title: text.preferences,
    confirmation: isDone ? text.preferences_done : null,
    body: html`<p class="lead">${text.preferences_intro}</p>
<form class="preferences" method="post" action="${prefix}${preferencesPath}">
${renderAlert(remainingState)}
${renderCard(text.preferences_shop, renderShopFields(translator, currentAccount, form))}
${renderCard(text.preferences_coins, renderCoinFields(context, form))}
${renderCard(text.preferences_any_wallets, renderAnyWalletFields(translator, form), anyWalletId)}
${renderCard(text.preferences_prices, renderHoldField(translator, form))}
${renderCard(text.preferences_frames, renderFrameField(translator, form))}
${renderCard(text.preferences_emails, renderEmailFields(translator, form))}
<div class="buttons"><button class="button primary">${text.preferences_save}</button></div>
</form>`,
  })
}

function renderShopFields(
  translator: DashboardTranslator,
  currentAccount: CurrentAccount,
  form: PreferencesForm,
): Html {
  const { text } = translator
  const { name, currency, timeZone } = fields
  const { preferences, ratedCurrencies } = form.preferencesData
  // An account that never chose a name has its email address as its name.
  const ownName = currentAccount.name === currentAccount.email ? '' : currentAccount.name
  return html`${renderField({
    name,
    error: form.getError(name),
    label: text.preferences_name,
    hint: translator.format('preferences_name_hint', { count: maxNameLength }),
    autocomplete: 'organization',
    value: getFieldValue(form, name, ownName),
    isOptional: true,
  })}
${renderSelect({
  name: currency,
  error: form.getError(currency),
  label: text.preferences_currency,
  hint: text.preferences_currency_hint,
  options: listCurrencyOptions(ratedCurrencies, currentAccount.currency, translator.language),
  value: getFieldValue(form, currency, currentAccount.currency),
})}
${renderSelect({
  name: timeZone,
  error: form.getError(timeZone),
  label: text.preferences_zone,
  hint: text.preferences_zone_hint,
  options: listZoneOptions(preferences.timeZone),
  value: getFieldValue(form, timeZone, preferences.timeZone),
})}`
}

function renderHoldField(translator: DashboardTranslator, form: PreferencesForm): Html {
  const { preferences, defaults } = form.preferencesData
  const { minMs, maxMs } = holdBounds
  const values = {
    min: translator.formatCount(minMs / minute),
    max: translator.formatCount(maxMs / minute),
    default: formatRoundedMinutes(translator, defaults.holdMs),
  }
  const currentValue = preferences.holdMs === null ? '' : `${preferences.holdMs / minute}`
  return html`<p>${translator.text.preferences_prices_text}</p>
${renderField({
  name: fields.hold,
  error: form.getError(fields.hold),
  label: translator.text.preferences_hold,
  hint: translator.format('preferences_hold_hint', values),
  autocomplete: 'off',
  inputmode: 'decimal',
  isOptional: true,
  value: getFieldValue(form, fields.hold, currentValue),
})}`
}

const formatRoundedMinutes = ({ formatMinutes }: DashboardTranslator, ms: number): string =>
  formatMinutes(Math.round((ms / minute) * 10) / 10)

function renderFrameField(translator: DashboardTranslator, form: PreferencesForm): Html {
  const { frameOrigins: name } = fields
  return renderTextarea({
    name,
    error: form.getError(name),
    label: translator.text.preferences_origins,
    hint: translator.format('preferences_origins_hint', {
      example: isolateLeftToRight('https://shop.example'),
    }),
    rows: 3,
    isOptional: true,
    value: getFieldValue(form, name, form.preferencesData.preferences.frameOrigins.join('\n')),
  })
}
