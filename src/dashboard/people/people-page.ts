import { type Html, html } from '../../platform/web/html.ts'
import { errorsByField, type FormState, field, form } from '../pages/form.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { emptyState, momentOf, pager } from '../pages/parts.ts'
import { leftToRight } from '../pages/words.ts'
import type { Guest, LinkPage, SharedAccount } from './person.ts'

export const peoplePath = '/dashboard/people'

export interface PeoplePageData {
  readonly filled: FormState
  readonly guests: LinkPage<Guest>
  readonly opened: LinkPage<SharedAccount>
  /** Where each list starts: after the link with this id, or null for the first page. */
  readonly before: { readonly guests: number | null; readonly opened: number | null }
  /** Confirmation of the action just completed. */
  readonly done: { readonly granted: number } | 'ended' | null
}

/** Accounts that may view this one, and accounts that it may view. */
export function peoplePage(scene: PageContext, host: CurrentAccount, shown: PeoplePageData): string {
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

function doneOf({ words }: PageContext, { done, guests }: PeoplePageData): Html | string | null {
  if (done === null) return null
  if (done === 'ended') return words.text.people_done_ended
  const guest = guests.rows.find(({ linkId }) => linkId === done.granted)
  return guest ? sees(words, guest) : words.text.people_done_granted
}

const sees = (words: PageContext['words'], { email }: Guest): Html =>
  words.say('people_viewer', { email: html`<strong>${leftToRight(email)}</strong>` })

function grantCard({ words, prefix }: PageContext, filled: FormState): Html {
  const { text } = words
  const { rest, errorOf } = errorsByField(filled, {
    link_email_invalid: 'email',
    link_to_self: 'email',
    account_not_found: 'email',
  })
  const email = field({
    name: 'email',
    error: errorOf('email'),
    label: text.email,
    type: 'email',
    // It is somebody else's address, so autofill would be wrong.
    autocomplete: 'off',
    inputmode: 'email',
    value: filled.values.email ?? '',
    hint: text.people_email_hint,
  })
  return html`<section class="card"><h2>${text.people_grant_title}</h2>
${form(`${prefix}${peoplePath}`, rest, { fields: email, button: text.people_grant })}</section>`
}

function guestsPart(scene: PageContext, host: CurrentAccount, { guests, before }: PeoplePageData): Html {
  const { words } = scene
  const { text } = words
  const person = (guest: Guest): Html =>
    html`<li class="card person"><div><p id="link-${guest.linkId}">${sees(words, guest)}</p>
<p class="hint">${words.say('people_since', { time: momentOf(words, guest.since, host) })}</p></div>
${ending(scene, guest.linkId, text.people_remove)}</li>`
  return part(
    { title: text.people_viewers, name: 'guests' },
    guests.rows.length === 0 && before.guests === null
      ? emptyState(text.people_viewers_none, text.people_viewers_none_text)
      : html`<ul class="cards wide">${guests.rows.map(person)}</ul>
${more(scene, 'guests_before', guests.next, before.guests)}`,
  )
}

function openedPart(scene: PageContext, host: CurrentAccount, { opened, before }: PeoplePageData): Html {
  const { words, prefix } = scene
  const { text } = words
  const account = ({ linkId, accountId, name, since }: SharedAccount): Html => {
    const id = `link-${linkId}`
    return html`<li class="card person"><div><p id="${id}">${words.say('people_shared_account', { name: html`<strong><bdi>${name}</bdi></strong>` })}</p>
<p class="hint">${words.say('people_account', { number: leftToRight(String(accountId)) })} · ${words.say('people_since', { time: momentOf(words, since, host) })}</p></div>
<div class="deeds"><a class="button small" href="${prefix}/dashboard?account=${accountId}" aria-describedby="${id}">${text.people_open}</a>${ending(scene, linkId, text.people_reject)}</div></li>`
  }
  return part(
    { title: text.people_shared, name: 'opened' },
    opened.rows.length === 0 && before.opened === null
      ? emptyState(
          text.people_shared_none,
          words.say('people_shared_none_text', { email: leftToRight(host.email) }),
        )
      : html`<ul class="cards wide">${opened.rows.map(account)}</ul>
${more(scene, 'opened_before', opened.next, before.opened)}`,
  )
}

const part = ({ title, name }: { title: string; name: string }, body: Html): Html =>
  html`<section class="people" data-live="${name}"><h2 class="section-title">${title}</h2>
${body}</section>`

/** The buttons share a label, so each is described by the person or account it is about. */
const ending = ({ prefix }: PageContext, linkId: number, button: string): Html =>
  html`<form class="deed" method="post" action="${prefix}${peoplePath}/${linkId}/end"><button class="button small" aria-describedby="link-${linkId}">${button}</button></form>`

function more(scene: PageContext, name: string, next: number | null, before: number | null): Html | null {
  const path = `${scene.prefix}${peoplePath}`
  return pager(scene, next === null ? null : `${path}?${name}=${next}`, before === null ? null : path)
}
