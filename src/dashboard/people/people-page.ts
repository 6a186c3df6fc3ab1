import { type Html, html } from '../../platform/web/html.ts'
import { renderEmptyState, renderInstant, renderPager } from '../pages/components.ts'
import { type FormState, renderField, renderForm, splitFormErrors } from '../pages/form.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { isolateLeftToRight } from '../pages/translator.ts'
import type { PeopleMessages } from './messages/en.ts'
import { peoplePath } from './people-path.ts'
import type { LinkPage, SharedAccount, StaffList, Viewer } from './person.ts'
import { renderStaffMembershipItems, renderStaffSection } from './staff-page.ts'

/** Actions about staff that the page can confirm after a redirect. */
export const staffActions = ['staff_invited', 'staff_revoked', 'staff_role'] as const
type StaffAction = (typeof staffActions)[number]

export interface PeoplePageData {
  readonly formState: FormState
  readonly viewers: LinkPage<Viewer>
  readonly sharedAccounts: LinkPage<SharedAccount>
  /** Where each list starts: after the link with this id, or null for the first page. */
  readonly before: { readonly viewers: number | null; readonly sharedAccounts: number | null }
  /** The action just completed. */
  readonly completedAction: { readonly granted: number } | 'ended' | StaffAction | null
  readonly staff: StaffList
}

/** The account's staff and viewers, and the accounts shared with it. */
export function renderPeoplePage(
  context: PageContext,
  currentAccount: CurrentAccount,
  data: PeoplePageData,
): string {
  const { text } = context.translator
  return renderDashboardPage(context, currentAccount, {
    path: peoplePath,
    title: text.people,
    confirmation: renderConfirmation(context, data),
    live: true,
    body: html`<p class="lead">${text.people_intro}</p>
${renderStaffSection(context, currentAccount, data.staff)}
${renderGrantCard(context, data.formState)}
${renderViewerSection(context, currentAccount, data)}
${renderSharedSection(context, currentAccount, data)}`,
  })
}

function renderConfirmation(
  { translator }: PageContext,
  { completedAction, viewers }: PeoplePageData,
): Html | string | null {
  if (completedAction === null) return null
  if (completedAction === 'ended') return translator.text.people_done_ended
  if (typeof completedAction === 'string') return translator.text[doneMessages[completedAction]]
  const viewer = viewers.rows.find(({ linkId }) => linkId === completedAction.granted)
  return viewer ? describeViewer(translator, viewer) : translator.text.people_done_granted
}

const doneMessages = {
  staff_invited: 'staff_done_invited',
  staff_revoked: 'staff_done_revoked',
  staff_role: 'staff_done_role',
} as const satisfies Readonly<Record<StaffAction, keyof PeopleMessages>>

const describeViewer = (translator: PageContext['translator'], { email }: Viewer): Html =>
  translator.format('people_viewer', { email: html`<strong>${isolateLeftToRight(email)}</strong>` })

function renderGrantCard({ translator, prefix }: PageContext, formState: FormState): Html {
  const { text } = translator
  const { remainingState, getError } = splitFormErrors(formState, {
    link_email_invalid: 'email',
    link_to_self: 'email',
    account_not_found: 'email',
  })
  const email = renderField({
    name: 'email',
    error: getError('email'),
    label: text.email,
    type: 'email',
    // It is someone else's address, so autofill would be wrong.
    autocomplete: 'off',
    inputmode: 'email',
    value: formState.values.email ?? '',
    hint: text.people_email_hint,
  })
  return html`<section class="card"><h2>${text.people_grant_title}</h2>
${renderForm(`${prefix}${peoplePath}`, remainingState, { fields: email, button: text.people_grant })}</section>`
}

function renderViewerSection(
  context: PageContext,
  currentAccount: CurrentAccount,
  { viewers, before }: PeoplePageData,
): Html {
  const { translator } = context
  const { text } = translator
  const renderPerson = (viewer: Viewer): Html =>
    html`<li class="card person"><div><p id="link-${viewer.linkId}">${describeViewer(translator, viewer)}</p>
<p class="hint">${translator.format('people_since', { time: renderInstant(translator, viewer.linkedAt, currentAccount) })}</p></div>
${renderEndButton(context, viewer.linkId, text.people_remove)}</li>`
  return renderSection(
    { title: text.people_viewers, name: 'guests' },
    viewers.rows.length === 0 && before.viewers === null
      ? renderEmptyState(text.people_viewers_none, text.people_viewers_none_text)
      : html`<ul class="cards wide">${viewers.rows.map(renderPerson)}</ul>
${renderPeoplePager(context, 'guests_before', viewers.next, before.viewers)}`,
  )
}

function renderSharedSection(
  context: PageContext,
  currentAccount: CurrentAccount,
  { sharedAccounts, before }: PeoplePageData,
): Html {
  const { translator, prefix } = context
  const { text } = translator
  const { staffMemberships } = currentAccount
  const renderAccount = ({ linkId, accountId, name, linkedAt }: SharedAccount): Html => {
    const id = `link-${linkId}`
    return html`<li class="card person"><div><p id="${id}">${translator.format('people_shared_account', { name: html`<strong><bdi>${name}</bdi></strong>` })}</p>
<p class="hint">${translator.format('people_account', { number: isolateLeftToRight(String(accountId)) })} · ${translator.format('people_since', { time: renderInstant(translator, linkedAt, currentAccount) })}</p></div>
<div class="actions"><a class="button small" href="${prefix}/dashboard?account=${accountId}" aria-describedby="${id}">${text.people_open}</a>${renderEndButton(context, linkId, text.people_reject)}</div></li>`
  }
  return renderSection(
    { title: text.people_shared, name: 'opened' },
    sharedAccounts.rows.length + staffMemberships.length === 0 && before.sharedAccounts === null
      ? renderEmptyState(
          text.people_shared_none,
          translator.format('people_shared_none_text', { email: isolateLeftToRight(currentAccount.email) }),
        )
      : html`<ul class="cards wide">${renderStaffMembershipItems(context, staffMemberships)}${sharedAccounts.rows.map(renderAccount)}</ul>
${renderPeoplePager(context, 'opened_before', sharedAccounts.next, before.sharedAccounts)}`,
  )
}

const renderSection = ({ title, name }: { title: string; name: string }, body: Html): Html =>
  html`<section class="people" data-live="${name}"><h2 class="section-title">${title}</h2>
${body}</section>`

/** The buttons share a label, so each is described by the person or account it is about. */
const renderEndButton = ({ prefix }: PageContext, linkId: number, button: string): Html =>
  html`<form class="inline-form" method="post" action="${prefix}${peoplePath}/${linkId}/end"><button class="button small" aria-describedby="link-${linkId}">${button}</button></form>`

function renderPeoplePager(
  context: PageContext,
  name: string,
  next: number | null,
  before: number | null,
): Html | null {
  const path = `${context.prefix}${peoplePath}`
  return renderPager(context, next === null ? null : `${path}?${name}=${next}`, before === null ? null : path)
}
