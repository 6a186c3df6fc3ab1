import type { AccountChange, Preferences } from '../../accounts/preferences.ts'
import { holdBounds, longestName, mostConfirmations } from '../../accounts/preferences.ts'
import { type CoinCode, coins } from '../../coins/index.ts'
import { minute } from '../../kernel/clock.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { alertOf, area, choice, type Filled, field, hidden } from '../pages/form.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { Messages } from '../pages/messages/en.ts'
import { badge, table } from '../pages/parts.ts'
import type { Host, Scene } from '../pages/scene.ts'
import { leftToRight, type Words } from '../pages/words.ts'
import { currencyOptions, zoneOptions } from './choices.ts'
import { fields } from './from-form.ts'

export const preferencesPath = '/dashboard/settings/preferences'

/** What the page shows beside what was typed. */
export interface Shown {
  readonly preferences: Preferences
  /** Coins with a destination. */
  readonly taken: ReadonlySet<CoinCode>
  /** What holds where nothing is preferred. */
  readonly usual: { readonly holdMs: number; readonly confirmations: ReadonlyMap<CoinCode, number> }
  /** Currencies that have a price now. */
  readonly priced: readonly string[]
  /** The coins in the order in which the form showed them; null: the account's. */
  readonly order: readonly CoinCode[] | null
}

export function preferencesPage(
  scene: Scene,
  host: Host,
  { filled, shown, isDone }: { filled: Filled; shown: Shown; isDone: boolean },
): string {
  const { words, prefix } = scene
  const { text } = words
  const card = (title: string, body: Html): Html =>
    html`<section class="card preference"><h2>${title}</h2>${body}</section>`
  return dashboardPage(scene, host, {
    path: preferencesPath,
    title: text.preferences,
    done: isDone ? text.preferences_done : null,
    body: html`<p class="lead">${text.preferences_intro}</p>
<form class="preferences" method="post" action="${prefix}${preferencesPath}">
${alertOf(filled)}
${card(text.preferences_shop, shopFields(words, host, { filled, shown }))}
${card(text.preferences_coins, coinFields(scene, { filled, shown }))}
${card(text.preferences_prices, holdField(words, { filled, shown }))}
${card(text.preferences_frames, frameField(words, { filled, shown }))}
<div class="buttons"><button class="button primary">${text.preferences_save}</button></div>
</form>`,
  })
}

interface Given {
  readonly filled: Filled
  readonly shown: Shown
}

/** What was typed, else what stands. */
const valueIn = ({ filled: { values, error } }: Given, name: string, stands: string): string =>
  error === null ? stands : (values[name] ?? stands)

function shopFields(words: Words, host: Host, given: Given): Html {
  const { text } = words
  const { name, currency, timeZone } = fields
  const { preferences, priced } = given.shown
  // Who never gave a name is called by the address.
  const ownName = host.name === host.email ? '' : host.name
  return html`${field({
    name,
    label: text.preferences_name,
    hint: words.say('preferences_name_hint', { count: longestName }),
    autocomplete: 'organization',
    value: valueIn(given, name, ownName),
    optional: true,
  })}
${choice({
  name: currency,
  label: text.preferences_currency,
  hint: text.preferences_currency_hint,
  options: currencyOptions(priced, host.currency, words.language),
  value: valueIn(given, currency, host.currency),
})}
${choice({
  name: timeZone,
  label: text.preferences_zone,
  hint: text.preferences_zone_hint,
  options: zoneOptions(preferences.timeZone),
  value: valueIn(given, timeZone, preferences.timeZone),
})}`
}

/** Those that are offered first, in their order. */
export function coinOrder({ preferences, order }: Shown): CoinCode[] {
  return [...new Set([...(order ?? preferences.coins ?? []), ...coins.keys()])]
}

function coinFields(scene: Scene, given: Given): Html {
  const { words } = scene
  const { text } = words
  const order = coinOrder(given.shown)
  const columns = [
    { label: text.preferences_coin },
    { label: text.preferences_offered },
    { label: text.preferences_place },
    { label: text.preferences_confirmations },
  ]
  const rows = order.map((code, at) => [
    coinName(scene, code, given.shown),
    tickOf(words, code, given),
    placeOf(words, { code, place: at + 1, among: order.length }, given),
    confirmationsOf(words, code, given),
  ])
  return html`<p>${text.preferences_coins_text}</p>
${table(text.preferences_coins, columns, rows)}
${hidden(fields.order, order.join(' '))}
<p class="hint">${words.say('preferences_confirmations_hint', { count: mostConfirmations })}</p>`
}

function coinName({ words, prefix }: Scene, code: CoinCode, { taken }: Shown): Html {
  const name = html`<span class="coin-name"><img src="${prefix}/coins/${code.toLowerCase()}.svg" alt="" width="24" height="24"><span>${nameOf(code)} <bdi class="soft">${code}</bdi></span></span>`
  if (taken.has(code)) return name
  return html`${name}<a class="no-destination" href="${prefix}/dashboard/settings/destinations">${badge('plain', words.text.preferences_no_destination)}</a>`
}

const nameOf = (code: CoinCode): string => coins.get(code)?.name ?? code

function tickOf({ say }: Words, code: CoinCode, { filled, shown: { preferences } }: Given): Html {
  const name = fields.offer(code)
  const isOffered = preferences.coins?.includes(code) ?? true
  const checked = filled.error === null ? isOffered : filled.values[name] !== undefined
  const label = say('preferences_offer', { coin: nameOf(code) })
  return html`<label class="tick"><input type="checkbox" name="${name}"${checked ? html` checked` : null}><span class="unseen">${label}</span></label>`
}

function placeOf(
  words: Words,
  { code, place, among }: { code: CoinCode; place: number; among: number },
  given: Given,
): Html {
  const name = fields.place(code)
  const options = Array.from({ length: among }, (_, at) => ({ value: `${at + 1}`, text: `${at + 1}` }))
  const label = words.say('preferences_place_of', { coin: nameOf(code) })
  return smallChoice({ name, label, options, value: valueIn(given, name, `${place}`) })
}

function confirmationsOf(words: Words, code: CoinCode, given: Given): Html {
  const { preferences, usual } = given.shown
  const name = fields.confirmations(code)
  const usually = words.say('preferences_usual', { count: usual.confirmations.get(code) ?? 1 })
  const counts = Array.from({ length: mostConfirmations + 1 }, (_, count) => ({
    value: `${count}`,
    text: count === 0 ? words.text.preferences_at_once : `${count}`,
  }))
  const label = words.say('preferences_confirmations_of', { coin: nameOf(code) })
  const own = preferences.confirmations.get(code)
  return smallChoice({
    name,
    label,
    options: [{ value: '', text: usually }, ...counts],
    value: valueIn(given, name, own === undefined ? '' : `${own}`),
  })
}

/** In a cell, whose column says what it is. */
function smallChoice(given: {
  name: string
  label: Html
  options: readonly { value: string; text: Html | string }[]
  value: string
}): Html {
  const { name, label, options, value } = given
  const line = (option: (typeof options)[number]): Html =>
    html`<option value="${option.value}"${option.value === value ? html` selected` : null}>${option.text}</option>`
  return html`<span class="field"><label class="unseen" for="${name}">${label}</label><select id="${name}" name="${name}">${options.map(line)}</select></span>`
}

function holdField(words: Words, given: Given): Html {
  const { preferences, usual } = given.shown
  const { leastMs, mostMs } = holdBounds
  const values = {
    least: words.count(leastMs / minute),
    most: words.count(mostMs / minute),
    usual: minutesOf(words, usual.holdMs),
  }
  const stands = preferences.holdMs === null ? '' : `${preferences.holdMs / minute}`
  return html`<p>${words.text.preferences_prices_text}</p>
${field({
  name: fields.hold,
  label: words.text.preferences_hold,
  hint: words.say('preferences_hold_hint', values),
  autocomplete: 'off',
  inputmode: 'decimal',
  optional: true,
  value: valueIn(given, fields.hold, stands),
})}`
}

const minutesOf = ({ minutes }: Words, ms: number): string => minutes(Math.round((ms / minute) * 10) / 10)

function frameField(words: Words, given: Given): Html {
  const { frameOrigins: name } = fields
  return area({
    name,
    label: words.text.preferences_origins,
    hint: words.say('preferences_origins_hint', { example: leftToRight('https://shop.example') }),
    rows: 3,
    optional: true,
    value: valueIn(given, name, given.shown.preferences.frameOrigins.join('\n')),
  })
}

/** What to say of each wish that cannot be met. */
const sentences: Readonly<Record<keyof AccountChange, keyof Messages>> = {
  name: 'preferences_error_name',
  currency: 'preferences_error_currency',
  operator: 'error_other',
  timeZone: 'preferences_error_zone',
  coins: 'preferences_error_coins',
  holdSeconds: 'preferences_error_hold',
  confirmations: 'preferences_error_confirmations',
  frameOrigins: 'preferences_error_origins',
}

export function mistakeSentences(words: Words, mistakes: readonly (keyof AccountChange)[]): Html {
  const values = {
    length: longestName,
    most: mostConfirmations,
    least_minutes: holdBounds.leastMs / minute,
    most_minutes: words.count(holdBounds.mostMs / minute),
    example: leftToRight('https://shop.example'),
  }
  return html`${mistakes.map((each, at) => [at > 0 ? ' ' : '', words.say(sentences[each], values)])}`
}
