import { staffRoles } from '../../accounts/role.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { renderEmptyState, renderInstant } from '../pages/components.ts'
import {
  type FormState,
  renderField,
  renderForm,
  renderPostButton,
  renderSelect,
  splitFormErrors,
} from '../pages/form.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext, StaffMembership } from '../pages/page-context.ts'
import { isolateLeftToRight } from '../pages/translator.ts'
import { getWorkspacePath } from '../pages/workspace-path.ts'
import { peoplePath } from './people-path.ts'
import type { ListedInvitation, ListedStaffMember, NewInvitationLink, StaffList } from './person.ts'

export const staffPath = `${peoplePath}/staff`
export const staffInvitationsPath = `${peoplePath}/invitations`

interface InvitePageData {
  readonly formState: FormState
  /** The link of a new invitation that can't be emailed. */
  readonly newLink: NewInvitationLink | null
  readonly canSendEmail: boolean
  /** Whether an invitee can register. */
  readonly canRegister: boolean
}

/** The page that invites staff. */
export function renderInvitePage(
  context: PageContext,
  currentAccount: CurrentAccount,
  data: InvitePageData,
): string {
  const { text } = context.translator
  return renderDashboardPage(context, currentAccount, {
    path: staffPath,
    title: text.staff_invite_title,
    parent: { path: peoplePath, name: text.people },
    scripts: data.newLink ? ['copy.js'] : [],
    body: data.newLink ? renderLinkCard(context, data.newLink) : renderInviteCard(context, data),
  })
}

function renderInviteCard(
  { translator, prefix }: PageContext,
  { formState, canSendEmail, canRegister }: InvitePageData,
): Html {
  const { text } = translator
  const { remainingState, getError } = splitFormErrors(formState, {
    account_invalid: 'email',
    link_to_self: 'email',
    staff_exists: 'email',
  })
  const linkHint = canSendEmail ? text.staff_email_hint : text.staff_link_hint
  const email = renderField({
    name: 'email',
    error: getError('email'),
    label: text.email,
    type: 'email',
    autocomplete: 'off',
    inputmode: 'email',
    value: formState.values.email ?? '',
    hint: canRegister ? linkHint : `${linkHint} ${text.staff_needs_account}`,
  })
  const role = renderSelect({
    name: 'role',
    label: text.staff_role,
    options: listRoleOptions(text),
    value: formState.values.role,
    hint: text.staff_role_hint,
  })
  return html`<section class="card">${renderForm(`${prefix}${staffPath}`, remainingState, { fields: [email, role], button: canSendEmail ? text.staff_invite : text.staff_create_link })}</section>`
}

type Text = PageContext['translator']['text']

const listRoleOptions = (text: Text): { value: string; text: string }[] =>
  staffRoles.map((role) => ({ value: role, text: text[`role_${role}`] }))

/** Members and open invitations. */
export function renderStaffSection(
  context: PageContext,
  currentAccount: CurrentAccount,
  { members, invitations }: StaffList,
): Html {
  const { translator, prefix } = context
  const { text } = translator
  return html`<section class="people"><div class="headline"><h2 class="section-title">${text.staff}</h2><a class="button small" href="${prefix}${staffPath}">${text.staff_invite_title}</a></div>
${
  members.length + invitations.length === 0
    ? renderEmptyState(text.staff_none, text.staff_none_text)
    : html`<ul class="cards wide">${members.map((member) => renderMember(context, currentAccount, member))}${invitations.map((invitation) => renderInvitation(context, currentAccount, invitation))}</ul>`
}</section>`
}

const describeStaff = (
  { translator }: PageContext,
  { email, role }: Pick<ListedStaffMember, 'email' | 'role'>,
): Html =>
  translator.format('staff_member', {
    email: html`<strong>${isolateLeftToRight(email)}</strong>`,
    role: translator.text[`role_${role}`],
  })

function renderMember(context: PageContext, currentAccount: CurrentAccount, member: ListedStaffMember): Html {
  const { translator, prefix } = context
  const { text } = translator
  const { id, role, joinedAt } = member
  const otherRoles = staffRoles.filter((each) => each !== role)
  const path = `${prefix}${staffPath}/${id}`
  const roleButtons = otherRoles.map(
    (each) =>
      html`<form class="inline-form" method="post" action="${path}/role"><input type="hidden" name="role" value="${each}"><button class="button small" aria-describedby="staff-${id}">${translator.format('staff_make_role', { role: text[`role_${each}`] })}</button></form>`,
  )
  return html`<li class="card person"><div><p id="staff-${id}">${describeStaff(context, member)}</p>
<p class="hint">${translator.format('people_since', { time: renderInstant(translator, joinedAt, currentAccount) })}</p></div>
<div class="actions">${roleButtons}${renderPostButton(`${path}/end`, text.people_remove, null)}</div></li>`
}

function renderInvitation(
  context: PageContext,
  currentAccount: CurrentAccount,
  invitation: ListedInvitation,
): Html {
  const { translator, prefix } = context
  const { text } = translator
  const { id, expiresAt, isExpired } = invitation
  const path = `${prefix}${staffInvitationsPath}/${id}`
  const time = renderInstant(translator, expiresAt, currentAccount)
  return html`<li class="card person"><div><p id="invitation-${id}">${describeStaff(context, invitation)}</p>
<p class="hint">${translator.format(isExpired ? 'staff_expired' : 'staff_valid_until', { time })}</p></div>
<div class="actions">${renderPostButton(`${path}/resend`, text.staff_resend)}${renderPostButton(`${path}/revoke`, text.staff_revoke)}</div></li>`
}

/** The link of a new invitation, when it can't be emailed. */
const renderLinkCard = ({ translator }: PageContext, { email, link }: NewInvitationLink): Html =>
  html`<section class="card"><h2>${translator.text.staff_link_title}</h2>
<p>${translator.format('staff_link_text', { email: isolateLeftToRight(email) })}</p>
<p><code class="machine-text" dir="ltr">${link}</code> <button type="button" class="copy requires-js" data-copy="${link}" data-copied="${translator.text.invoices_copied}"><span>${translator.text.invoices_copy}</span></button></p></section>`

/** Accounts in which the user works. */
export function renderStaffMembershipItems(
  context: PageContext,
  staffMemberships: readonly StaffMembership[],
): Html[] {
  const { translator, prefix } = context
  const { text } = translator
  return staffMemberships.map((staffMembership) => {
    const { id, accountId, name, role } = staffMembership
    const elementId = `workplace-${id}`
    return html`<li class="card person"><div><p id="${elementId}">${translator.format(`staff_works_as_${role}`, { name: html`<strong><bdi>${name}</bdi></strong>` })}</p>
<p class="hint">${translator.format('people_account', { number: isolateLeftToRight(String(accountId)) })}</p></div>
<div class="actions"><a class="button small" href="${prefix}${getWorkspacePath(staffMembership)}" aria-describedby="${elementId}">${text.people_open}</a>${renderPostButton(`${prefix}${staffPath}/${id}/end`, text.staff_leave)}</div></li>`
  })
}
