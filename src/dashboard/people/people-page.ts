import { type Html, html } from '../../platform/web/html.ts'
import { type Filled, field, form } from '../pages/form.ts'
import { dashboardPage } from '../pages/frame.ts'
import { emptyState, momentOf, pager } from '../pages/parts.ts'
import type { Host, Scene } from '../pages/scene.ts'
import { leftToRight } from '../pages/words.ts'
import type { Guest, Listed, Opened } from './person.ts'

export const peoplePath = '/dashboard/people'

export interface PeopleScene {
  readonly filled: Filled
  readonly guests: Listed<Guest>
  readonly opened: Listed<Opened>
  /** Where the lists begin: behind the newest link, or null at the newest. */
  readonly before: { readonly guests: number | null; readonly opened: number | null }
  /** What has just been done. */
  readonly done: { readonly granted: number } | 'ended' | null
}

/** Who sees the account, and whose accounts it sees. */
export function peoplePage(scene: Scene, host: Host, shown: PeopleScene): string {
  const { text } = scene.words
  return dashboardPage(scene, host, {
    path: peoplePath,
    title: text.people,
    done: doneOf(scene, shown),
    live: true,
    body: html`<p class="lead">${text.people_intro}</p>
${grantCard(scene, shown.filled)}
${guestsPart(scene, host, shown)}
${openedPart(scene, host, shown)}`,
  })
}

function doneOf({ words }: Scene, { done, guests }: PeopleScene): Html | string | null {
  if (done === null) return null
  if (done === 'ended') return words.text.people_done_ended
  const guest = guests.rows.find(({ linkId }) => linkId === done.granted)
  return guest ? sees(words, guest) : words.text.people_done_granted
}

const sees = (words: Scene['words'], { email }: Guest): Html =>
  words.say('people_sees', { email: html`<strong>${leftToRight(email)}</strong>` })

function grantCard({ words, prefix }: Scene, filled: Filled): Html {
  const { text } = words
  const email = field({
    name: 'email',
    label: text.email,
    type: 'email',
    // Somebody else's address: a browser has none to fill in.
    autocomplete: 'off',
    inputmode: 'email',
    value: filled.values.email ?? '',
    hint: text.people_email_hint,
  })
  return html`<section class="card"><h2>${text.people_grant_title}</h2>
${form(`${prefix}${peoplePath}`, filled, { fields: email, button: text.people_grant })}</section>`
}

function guestsPart(scene: Scene, host: Host, { guests, before }: PeopleScene): Html {
  const { words } = scene
  const { text } = words
  const person = (guest: Guest): Html =>
    html`<li class="card person"><div><p id="link-${guest.linkId}">${sees(words, guest)}</p>
<p class="hint">${words.say('people_since', { time: momentOf(words, guest.since, host) })}</p></div>
${ending(scene, guest.linkId, text.people_remove)}</li>`
  return part(
    { title: text.people_guests, name: 'guests' },
    guests.rows.length === 0 && before.guests === null
      ? emptyState(text.people_guests_none, text.people_guests_none_text)
      : html`<ul class="cards wide">${guests.rows.map(person)}</ul>
${more(scene, 'guests_before', guests.next, before.guests)}`,
  )
}

function openedPart(scene: Scene, host: Host, { opened, before }: PeopleScene): Html {
  const { words, prefix } = scene
  const { text } = words
  const account = ({ linkId, accountId, name, since }: Opened): Html => {
    const id = `link-${linkId}`
    return html`<li class="card person"><div><p id="${id}">${words.say('people_lets_see', { name: html`<strong><bdi>${name}</bdi></strong>` })}</p>
<p class="hint">${words.say('people_account', { number: leftToRight(String(accountId)) })} · ${words.say('people_since', { time: momentOf(words, since, host) })}</p></div>
<div class="deeds"><a class="button small" href="${prefix}/dashboard?account=${accountId}" aria-describedby="${id}">${text.people_open}</a>${ending(scene, linkId, text.people_reject)}</div></li>`
  }
  return part(
    { title: text.people_opened, name: 'opened' },
    opened.rows.length === 0 && before.opened === null
      ? emptyState(
          text.people_opened_none,
          words.say('people_opened_none_text', { email: leftToRight(host.email) }),
        )
      : html`<ul class="cards wide">${opened.rows.map(account)}</ul>
${more(scene, 'opened_before', opened.next, before.opened)}`,
  )
}

const part = ({ title, name }: { title: string; name: string }, body: Html): Html =>
  html`<section class="people" data-live="${name}"><h2 class="section-title">${title}</h2>
${body}</section>`

/** Each button says the same: who it is about is read out beside it. */
const ending = ({ prefix }: Scene, linkId: number, button: string): Html =>
  html`<form class="deed" method="post" action="${prefix}${peoplePath}/${linkId}/end"><button class="button small" aria-describedby="link-${linkId}">${button}</button></form>`

function more(scene: Scene, name: string, next: number | null, before: number | null): Html | null {
  const path = `${scene.prefix}${peoplePath}`
  return pager(scene, next === null ? null : `${path}?${name}=${next}`, before === null ? null : path)
}
