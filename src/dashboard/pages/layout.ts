import type { Role } from '../../accounts/role.ts'
import type { Permission } from '../../accounts/scope.ts'
import type { AssetName } from '../../platform/web/assets.ts'
import { type Html, html, type Part } from '../../platform/web/html.ts'
import { renderBrand, renderLanguageLinks, renderPage } from '../../platform/web/page.ts'
import { icons } from './icons.ts'
import type { DashboardMessages } from './messages/en.ts'
import { type CurrentAccount, type GrantedAccount, hasPermission, type PageContext } from './page-context.ts'
import { isolateLeftToRight } from './translator.ts'
import { getWorkspacePath } from './workspace-path.ts'

/** A page that the navigation links to. */
interface NavigationItem {
  readonly path: string
  readonly name: keyof DashboardMessages
  /** Only operators see it. */
  readonly isOperatorOnly?: true
  /** Permissions that open it in another account. */
  readonly sharedWith?: readonly Permission[]
}

/** The navigation, in display order. */
const mainNavigation: readonly NavigationItem[] = [
  { path: '/dashboard', name: 'overview', sharedWith: ['overview.read'] },
  { path: '/dashboard/invoices', name: 'invoices', sharedWith: ['invoices.read', 'sales.read'] },
  { path: '/dashboard/till', name: 'till', sharedWith: ['sales.write'] },
  { path: '/dashboard/deliveries', name: 'deliveries' },
  { path: '/dashboard/people', name: 'people' },
  { path: '/dashboard/settings', name: 'settings' },
  { path: '/dashboard/operator', name: 'operator', isOperatorOnly: true },
]

/** The pages below *Settings*, in display order. */
const settingsNavigation: readonly NavigationItem[] = [
  { path: '/dashboard/settings/destinations', name: 'destinations' },
  { path: '/dashboard/settings/tokens', name: 'tokens' },
  { path: '/dashboard/settings/webhooks', name: 'webhooks' },
  { path: '/dashboard/settings/preferences', name: 'preferences' },
  { path: '/dashboard/settings/security', name: 'security' },
  { path: '/dashboard/settings/sessions', name: 'sessions' },
  { path: '/dashboard/settings/audit', name: 'audit' },
]

/** A page for visitors who aren't signed in. */
export function renderEntryPage(
  context: PageContext,
  { title, body, scripts = [] }: { title: string; body: Html; scripts?: readonly AssetName[] },
): string {
  const { translator, assets, prefix } = context
  return renderPage(assets, {
    language: translator.language,
    title: `${title} · Quittance`,
    kind: 'entry',
    script: renderScripts(assets, scripts),
    body: html`<main>
<header class="top"><a class="home" href="${prefix}/">${renderBrand(assets)}</a></header>
<section class="sheet single"><div class="pay">
${body}
</div></section>
</main>
${renderFooter(context)}`,
  })
}

interface DashboardPage {
  readonly path: string
  readonly title: string
  /** The main heading, if it differs from the title. */
  readonly heading?: Html
  /** The list that the page belongs to, as a link above the heading. */
  readonly parent?: { readonly path: string; readonly name: string }
  /** Links and buttons next to the heading. */
  readonly actions?: Html | null
  readonly body: Html
  /** Confirmation of the action just completed. */
  readonly confirmation?: Html | string | null
  /** The account of somebody else that the user views; null on the user's own pages. */
  readonly grantedAccount?: GrantedAccount | null
  /**
   * Elements with `data-live="<name>"` update on the account's events, or on those of a query. `poll`: only as often as their `data-poll`
   * says, for users who may not read the account's events.
   */
  readonly live?: boolean | `?invoice=${string}` | 'poll'
  /** Further scripts. */
  readonly scripts?: readonly AssetName[]
  /** Seconds between reloads without JavaScript. */
  readonly refreshAfter?: number | null
}

/** A dashboard page: the signed-in account, the navigation and the content. */
export function renderDashboardPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  page: DashboardPage,
): string {
  const { translator, assets, prefix } = context
  const {
    path,
    title,
    heading,
    parent,
    actions = null,
    body,
    confirmation = null,
    grantedAccount = null,
    live = false,
  } = page
  const { text } = translator
  const { scripts = [], refreshAfter = null } = page
  const allScripts: readonly AssetName[] = live ? ['live.js', ...scripts] : scripts
  const visibleItems = mainNavigation.filter(({ isOperatorOnly, sharedWith = [] }) =>
    grantedAccount
      ? hasPermission(grantedAccount, ...sharedWith)
      : !isOperatorOnly || currentAccount.isOperator,
  )
  const query = grantedAccount ? `?account=${grantedAccount.accountId}` : ''
  const renderLink = (item: NavigationItem): Html =>
    html`<li><a href="${prefix}${item.path}${query}"${isCurrent(item, path) ? html` aria-current="page"` : null}>${text[item.name]}</a></li>`
  const isSetting = path.startsWith('/dashboard/settings')
  return renderPage(assets, {
    language: translator.language,
    title: `${title} · Quittance`,
    kind: 'dashboard',
    isDashboard: true,
    script: renderScripts(assets, allScripts),
    refreshAfter,
    body: html`<a class="skip" href="#content">${text.skip}</a>
<header class="site-header">
<a class="home" href="${prefix}/dashboard">${renderBrand(assets)}</a>
<nav class="nav-links" aria-label="${text.navigation}"><ul>${visibleItems.map(renderLink)}</ul></nav>
<form class="sign-out" method="post" action="${prefix}/logout">${renderAccountSwitcher(context, currentAccount, grantedAccount)}<button class="button small">${text.sign_out}</button></form>
</header>
${grantedAccount && renderGrantedAccountBar(context, grantedAccount)}
<main id="content"${live && live !== 'poll' && renderEventsAttribute(prefix, live === true ? query : live)}>
${isSetting ? html`<nav class="nav-links tabs" aria-label="${text.settings}"><ul>${settingsNavigation.map(renderLink)}</ul></nav>` : null}
${parent === undefined ? null : html`<p class="parent-link"><a href="${prefix}${parent.path}${query}">${parent.name}</a></p>`}
<div class="headline"><h1 class="plain-title">${heading ?? title}</h1>${actions}</div>
${confirmation === null ? null : html`<div class="notice good" role="status">${icons.tick}<div><p>${confirmation}</p></div></div>`}
${body}
</main>
${renderFooter(context)}`,
  })
}

/** The account's name. Staff can switch to the accounts they work in. */
function renderAccountSwitcher(
  { translator, prefix }: PageContext,
  { name, staffMemberships }: CurrentAccount,
  grantedAccount: GrantedAccount | null,
): Html {
  const ownName = html`<span class="account-name" dir="auto" title="${name}">${name}</span>`
  if (staffMemberships.length === 0) return ownName
  const renderItem = (path: string, label: Part, isCurrent: boolean): Html =>
    html`<li><a href="${prefix}${path}"${isCurrent && html` aria-current="true"`}>${label}</a></li>`
  const staffMembershipItems = staffMemberships.map((staffMembership) => {
    const label = translator.format(`${staffMembership.role}_at`, { name: staffMembership.name })
    return renderItem(
      getWorkspacePath(staffMembership),
      label,
      grantedAccount?.accountId === staffMembership.accountId,
    )
  })
  return html`<details class="switcher"><summary aria-label="${translator.text.switch_account}: ${grantedAccount?.name ?? name}"><span class="account-name" dir="auto">${grantedAccount?.name ?? name}</span></summary>
<ul>${renderItem('/dashboard', html`<bdi>${name}</bdi>`, grantedAccount === null)}${staffMembershipItems}</ul></details>`
}

const renderScripts = (assets: PageContext['assets'], names: readonly AssetName[]): Html =>
  html`${names.map((name) => html`<script type="module" src="${assets.getUrl(name)}"></script>`)}`

/** The overview's path is a prefix of every other page's, but none of them belongs to it. */
const isCurrent = (item: NavigationItem, path: string): boolean =>
  item.path === path || (item.path !== '/dashboard' && path.startsWith(`${item.path}/`))

const renderEventsAttribute = (prefix: string, eventQuery: string): Html =>
  html` data-events="${prefix}/events${eventQuery}"`

const barMessages = {
  viewer: 'read_only',
  bookkeeper: 'bookkeeper_at',
  cashier: 'cashier_at',
} as const satisfies Readonly<Record<Role, keyof DashboardMessages>>

/** A staff role takes precedence over a viewer's access, since a user can have both. */
const getMainRole = (roles: readonly Role[]): Role => roles.find((role) => role !== 'viewer') ?? 'viewer'

/** Shown on every page of another account. It includes the account's number, since names aren't unique. */
const renderGrantedAccountBar = (
  { translator, prefix }: PageContext,
  { name, accountId, roles }: GrantedAccount,
): Html =>
  html`<aside class="read-only" aria-label="${translator.text.read_only_label}"><p>${translator.format(barMessages[getMainRole(roles)], { name })} · ${translator.format('people_account', { number: isolateLeftToRight(String(accountId)) })}</p>
<a href="${prefix}/dashboard">${translator.text.read_only_leave}</a></aside>`

const renderFooter = ({ translator, buildLanguageUrl }: PageContext): Html =>
  html`<footer class="page-footer">${renderLanguageLinks(translator.language, translator.text.languages, buildLanguageUrl)}</footer>`
