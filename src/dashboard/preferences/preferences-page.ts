import type { Preferences } from '../../accounts/preferences.ts'
import { holdBounds, maxConfirmations, maxNameLength } from '../../accounts/preferences.ts'
import { type CoinCode, coins } from '../../coins/index.ts'
import { minute } from '../../kernel/clock.ts'
import { type Html, html } from '../../platform/web/html.ts'
import {
  alertOf,
  area,
  choice,
  describedBy,
  errorsByField,
  type FormState,
  field,
  fieldError,
  hidden,
} from '../pages/form.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { badge, table } from '../pages/parts.ts'
import { type DashboardTranslator, leftToRight } from '../pages/words.ts'
import { currencyOptions, zoneOptions } from './choices.ts'
import { confirmationsName, offersName } from './errors-page.ts'
import { fields } from './from-form.ts'

export const preferencesPath = '/dashboard/settings/preferences'

/** What the page shows besides the form's input. */
export interface PreferencesPageData {
  readonly preferences: Preferences
  /** Coins with a destination. */
  readonly coinsWithDestination: ReadonlySet<CoinCode>
  /** Values that apply where the account has no preference. */
  readonly defaults: { readonly holdMs: number; readonly confirmations: ReadonlyMap<CoinCode, number> }
  /** Currencies that have rates now. */
  readonly priced: readonly string[]
  /** The order in which the form listed the coins; null for the account's own order. */
  readonly order: readonly CoinCode[] | null
}

export function preferencesPage(
  scene: PageContext,
  host: CurrentAccount,
  { filled, shown, isDone }: { filled: FormState; shown: PreferencesPageData; isDone: boolean },
): string {
  const { words, prefix } = scene
  const { text } = words
  const { rest, errorOf } = errorsByField(filled, {})
  const given = { filled, shown, errorOf }
  const card = (title: string, body: Html): Html =>
    html`<section class="card preference"><h2>${title}</h2>${body}</section>`
  return dashboardPage(scene, host, {
    path: preferencesPath,
    title: text.preferences,
    done: isDone ? text.preferences_done : null,
    body: html`<p class="lead">${text.preferences_intro}</p>
<form class="preferences" method="post" action="${prefix}${preferencesPath}">
${alertOf(rest)}
${card(text.preferences_shop, shopFields(words, host, given))}
${card(text.preferences_coins, coinFields(scene, given))}
${card(text.preferences_prices, holdField(words, given))}
${card(text.preferences_frames, frameField(words, given))}
<div class="buttons"><button class="button primary">${text.preferences_save}</button></div>
</form>`,
  })
}

interface PreferencesForm {
  readonly filled: FormState
  readonly shown: PreferencesPageData
  readonly errorOf: (name: string) => Html | null
}

/** The form's input after an error, otherwise the current value. */
const valueIn = ({ filled: { values, error } }: PreferencesForm, name: string, stands: string): string =>
  error === null ? stands : (values[name] ?? stands)

function shopFields(words: DashboardTranslator, host: CurrentAccount, given: PreferencesForm): Html {
  const { text } = words
  const { name, currency, timeZone } = fields
  const { preferences, priced } = given.shown
  // An account that never chose a name has its email address as its name.
  const ownName = host.name === host.email ? '' : host.name
  return html`${field({
    name,
    error: given.errorOf(name),
    label: text.preferences_name,
    hint: words.say('preferences_name_hint', { count: maxNameLength }),
    autocomplete: 'organization',
    value: valueIn(given, name, ownName),
    optional: true,
  })}
${choice({
  name: currency,
  error: given.errorOf(currency),
  label: text.preferences_currency,
  hint: text.preferences_currency_hint,
  options: currencyOptions(priced, host.currency, words.language),
  value: valueIn(given, currency, host.currency),
})}
${choice({
  name: timeZone,
  error: given.errorOf(timeZone),
  label: text.preferences_zone,
  hint: text.preferences_zone_hint,
  options: zoneOptions(preferences.timeZone),
  value: valueIn(given, timeZone, preferences.timeZone),
})}`
}

/** Offered coins first, in the account's order. */
export function coinOrder({ preferences, order }: PreferencesPageData): CoinCode[] {
  return [...new Set([...(order ?? preferences.coins ?? []), ...coins.keys()])]
}

function coinFields(scene: PageContext, given: PreferencesForm): Html {
  const { words } = scene
  const { text } = words
  const order = coinOrder(given.shown)
  const columns = [
    { label: text.preferences_coin },
    { label: text.preferences_offered },
    { label: text.preferences_position },
    { label: text.preferences_confirmations },
  ]
  const rows = order.map((code, at) => [
    coinName(scene, code, given.shown),
    tickOf(words, code, given),
    placeOf(words, { code, place: at + 1, among: order.length }, given),
    confirmationsOf(words, code, given),
  ])
  return html`<p>${text.preferences_coins_text}</p>
${[offersName, confirmationsName].map((name) => fieldError(name, given.errorOf(name)))}
${table(text.preferences_coins, columns, rows)}
${hidden(fields.order, order.join(' '))}
<p class="hint">${words.say('preferences_confirmations_hint', { count: maxConfirmations })}</p>`
}

function coinName(
  { words, prefix }: PageContext,
  code: CoinCode,
  { coinsWithDestination }: PreferencesPageData,
): Html {
  const name = html`<span class="coin-name"><img src="${prefix}/coins/${code.toLowerCase()}.svg" alt="" width="24" height="24"><span>${nameOf(code)} <bdi class="soft">${code}</bdi></span></span>`
  if (coinsWithDestination.has(code)) return name
  return html`${name}<a class="no-destination" href="${prefix}/dashboard/settings/destinations">${badge('plain', words.text.preferences_no_destination)}</a>`
}

const nameOf = (code: CoinCode): string => coins.get(code)?.name ?? code

function tickOf(
  { say }: DashboardTranslator,
  code: CoinCode,
  { filled, shown: { preferences }, errorOf }: PreferencesForm,
): Html {
  const name = fields.offer(code)
  const isOffered = preferences.coins?.includes(code) ?? true
  const checked = filled.error === null ? isOffered : filled.values[name] !== undefined
  const label = say('preferences_offer', { coin: nameOf(code) })
  return html`<label class="tick"><input type="checkbox" name="${name}"${checked ? html` checked` : null}${describedBy(offersName, errorOf(offersName))}><span class="unseen">${label}</span></label>`
}

function placeOf(
  words: DashboardTranslator,
  { code, place, among }: { code: CoinCode; place: number; among: number },
  given: PreferencesForm,
): Html {
  const name = fields.place(code)
  const options = Array.from({ length: among }, (_, at) => ({ value: `${at + 1}`, text: `${at + 1}` }))
  const label = words.say('preferences_position_of', { coin: nameOf(code) })
  return smallChoice({ name, label, options, value: valueIn(given, name, `${place}`) })
}

function confirmationsOf(words: DashboardTranslator, code: CoinCode, given: PreferencesForm): Html {
  const { preferences, defaults } = given.shown
  const name = fields.confirmations(code)
  const usually = words.say('preferences_default', { count: defaults.confirmations.get(code) ?? 1 })
  const counts = Array.from({ length: maxConfirmations + 1 }, (_, count) => ({
    value: `${count}`,
    text: count === 0 ? words.text.preferences_immediately : `${count}`,
  }))
  const label = words.say('preferences_confirmations_of', { coin: nameOf(code) })
  const own = preferences.confirmations.get(code)
  return smallChoice({
    name,
    label,
    options: [{ value: '', text: usually }, ...counts],
    value: valueIn(given, name, own === undefined ? '' : `${own}`),
    described: describedBy(confirmationsName, given.errorOf(confirmationsName)),
  })
}

/** A select box for a table cell. The column heading is its visible label. */
function smallChoice(given: {
  name: string
  label: Html
  options: readonly { value: string; text: Html | string }[]
  value: string
  described?: Html
}): Html {
  const { name, label, options, value, described = null } = given
  const line = (option: (typeof options)[number]): Html =>
    html`<option value="${option.value}"${option.value === value ? html` selected` : null}>${option.text}</option>`
  return html`<span class="field"><label class="unseen" for="${name}">${label}</label><select id="${name}" name="${name}"${described}>${options.map(line)}</select></span>`
}

function holdField(words: DashboardTranslator, given: PreferencesForm): Html {
  const { preferences, defaults } = given.shown
  const { minMs, maxMs } = holdBounds
  const values = {
    least: words.count(minMs / minute),
    most: words.count(maxMs / minute),
    usual: minutesOf(words, defaults.holdMs),
  }
  const stands = preferences.holdMs === null ? '' : `${preferences.holdMs / minute}`
  return html`<p>${words.text.preferences_prices_text}</p>
${field({
  name: fields.hold,
  error: given.errorOf(fields.hold),
  label: words.text.preferences_hold,
  hint: words.say('preferences_hold_hint', values),
  autocomplete: 'off',
  inputmode: 'decimal',
  optional: true,
  value: valueIn(given, fields.hold, stands),
})}`
}

const minutesOf = ({ minutes }: DashboardTranslator, ms: number): string =>
  minutes(Math.round((ms / minute) * 10) / 10)

function frameField(words: DashboardTranslator, given: PreferencesForm): Html {
  const { frameOrigins: name } = fields
  return area({
    name,
    error: given.errorOf(name),
    label: words.text.preferences_origins,
    hint: words.say('preferences_origins_hint', { example: leftToRight('https://shop.example') }),
    rows: 3,
    optional: true,
    value: valueIn(given, name, given.shown.preferences.frameOrigins.join('\n')),
  })
}
