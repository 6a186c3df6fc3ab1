import type { AccountLinks } from '../account-links/links.ts'
import { type AccountStores, createAccounts } from '../accounts/accounts.ts'
import { createPermissionCheck } from '../accounts/role.ts'
import type { Checkout } from '../checkout/checkout.ts'
import { createAuditRoutes } from '../dashboard/audit/routes.ts'
import { createDeliveryRoutes } from '../dashboard/deliveries/routes.ts'
import { createDestinationRoutes } from '../dashboard/destinations/routes.ts'
import { createRegistrationRoutes } from '../dashboard/entry/register-routes.ts'
import { createResetRoutes } from '../dashboard/entry/reset-routes.ts'
import { createEntryRoutes } from '../dashboard/entry/routes.ts'
import { createExceptionRoutes } from '../dashboard/exceptions/routes.ts'
import { createInvoiceRoutes } from '../dashboard/invoices/routes.ts'
import { createNotFoundRoutes } from '../dashboard/not-found-routes.ts'
import type { OperatorReport } from '../dashboard/operator/report.ts'
import { createOperatorRoutes } from '../dashboard/operator/routes.ts'
import { createOverviews } from '../dashboard/overview/overview.ts'
import { createOverviewRoutes } from '../dashboard/overview/routes.ts'
import { createAccountLoader } from '../dashboard/pages/account-view.ts'
import { createInvitationRoutes } from '../dashboard/people/invitation-routes.ts'
import { createPeopleRoutes } from '../dashboard/people/routes.ts'
import { createStaffRoutes } from '../dashboard/people/staff-routes.ts'
import { createPreferencesRoutes } from '../dashboard/preferences/routes.ts'
import { createPasskeyRoutes } from '../dashboard/security/passkey-routes.ts'
import { createSecurityRoutes } from '../dashboard/security/routes.ts'
import { createNewInvoiceRoutes } from '../dashboard/till/new-invoice-routes.ts'
import type { TillDependencies } from '../dashboard/till/pages/forms.ts'
import { createTillRoutes } from '../dashboard/till/routes.ts'
import { createTokenRoutes } from '../dashboard/tokens/routes.ts'
import { createWebhookRoutes } from '../dashboard/webhooks/routes.ts'
import { createWebhookSecretRoutes } from '../dashboard/webhooks/secret-routes.ts'
import { createConnectRoutes } from '../greenfield/connect/routes.ts'
import type { ViewContext } from '../invoices/view.ts'
import { createTextCipher } from '../kernel/text-cipher.ts'
import { getBasePath } from '../kernel/web-address.ts'
import type { Server } from '../platform/http/server.ts'
import type { Assets } from '../platform/web/assets.ts'
import { createOneTimeViews } from '../sessions/one-time-views.ts'
import { createTillSales } from '../staff/sales.ts'
import type { EndpointsWithOwnerEmails } from '../webhooks/endpoints-with-owner-emails.ts'
import type { AppContext } from './context.ts'
import type { Identity } from './identity.ts'
import type { InvoiceServices } from './invoicing.ts'
import type { ExceptionServices } from './payment-exceptions.ts'
import type { WebhookServices } from './webhook-delivery.ts'

/** The services of the dashboard, apart from those of the account itself. */
interface DashboardServices {
  readonly invoicing: InvoiceServices
  readonly links: AccountLinks
  readonly assets: Assets
  readonly view: ViewContext
  readonly exceptions: ExceptionServices
  readonly webhooks: Omit<WebhookServices, 'endpoints'> & { readonly endpoints: EndpointsWithOwnerEmails }
  readonly getRules: TillDependencies['getRules']
  readonly showCheckout: (uid: string, coin: null) => Promise<Checkout>
  /** Collects the status report for the operator. */
  readonly collectReport: () => Promise<OperatorReport>
}

/** The merchant's pages. */
export async function registerDashboardRoutes(
  server: Server,
  context: AppContext,
  identity: Identity,
  {
    invoicing,
    links,
    view,
    exceptions,
    webhooks,
    getRules,
    showCheckout,
    collectReport,
    assets,
  }: DashboardServices,
): Promise<void> {
  const { config, read, clock } = context
  const { baseUrl, sessions: timeouts, chain } = config
  const prefix = getBasePath(baseUrl)
  const listRoles = read.staff.listRoles
  const loadAccount = createAccountLoader(read)
  const entryDependencies = { ...identity, assets, baseUrl, prefix, timeouts, listRoles }
  const isFirstAccount = () => read.accounts.isEmpty()
  await server.register(createEntryRoutes({ ...entryDependencies, isSandbox: chain === 'regtest' }))
  await server.register(createRegistrationRoutes({ ...entryDependencies, isFirstAccount }))
  await server.register(createResetRoutes(entryDependencies))

  const common = {
    ...entryDependencies,
    loadAccount,
    canReadInvoices: createPermissionCheck(read.staff, 'invoices.read'),
  }
  const overviews = createOverviews({
    reader: read.overview,
    listExceptions: exceptions.listExceptions,
    lister: invoicing.lister,
    clock,
  })
  await server.register(createOverviewRoutes({ ...common, overviews, isSandbox: chain === 'regtest' }))
  await server.register(
    createExceptionRoutes({
      ...common,
      findException: read.exceptions.find,
      findInvoice: read.invoices.find,
      resolve: exceptions.resolve,
    }),
  )
  await server.register(
    createInvoiceRoutes({
      ...common,
      ...invoicing,
      listAmounts: invoicing.lister.listAmounts,
      find: read.invoices.find,
      findRejection: read.rejections.find,
      history: read.invoiceHistory,
      listExceptions: read.exceptions.listByInvoice,
      deliveries: webhooks.deliveries,
      listCurrencies: invoicing.prices.listCurrencies,
      view,
      clock,
    }),
  )
  const tillDependencies: TillDependencies = {
    ...common,
    getRules,
    create: invoicing.create,
    sales: createTillSales({ ...invoicing, clock }),
    isTillSale: read.staff.isSale,
    clock,
    browse: invoicing.browse,
    findInvoiceDefaults: read.accounts.findInvoiceDefaults,
    findUnavailableCoins: invoicing.findUnavailableCoins,
    find: (uid) => read.invoices.find(uid),
    showCheckout: (uid) => showCheckout(uid, null),
  }
  await server.register(createTillRoutes(tillDependencies))
  await server.register(createNewInvoiceRoutes(tillDependencies))
  await server.register(createPeopleRoutes({ ...common, people: read.people, links, clock }))
  await server.register(createStaffRoutes(common))
  await server.register(createInvitationRoutes(common))
  await server.register(createAuditRoutes({ ...common, audit: read.auditLines }))
  const accountDependencies = { ...common, ...createAccountServices(context), read, chain, clock }
  await server.register(createDestinationRoutes(accountDependencies))
  await server.register(createTokenRoutes(accountDependencies))
  if (config.greenfield) await server.register(createConnectRoutes(accountDependencies))
  const webhookDependencies = { ...common, ...webhooks, clock, oneTimeViews: createOneTimeViews(context) }
  await server.register(createDeliveryRoutes(webhookDependencies))
  await server.register(createWebhookRoutes(webhookDependencies))
  await server.register(createWebhookSecretRoutes(webhookDependencies))
  await server.register(createSecurityRoutes(common))
  await server.register(createPasskeyRoutes(common))
  const { quoteMs: holdMs, confirmations } = config
  const preferenceDependencies = {
    getStoredAccount: read.accounts.getStoredAccount,
    listDestinations: read.accounts.listDestinations,
    defaults: { holdMs, confirmations },
    listRatedCurrencies: invoicing.prices.listCurrencies,
  }
  await server.register(createPreferencesRoutes({ ...accountDependencies, ...preferenceDependencies }))
  await server.register(createOperatorRoutes({ ...common, collectReport }))
  await server.register(createNotFoundRoutes(common))
}

/** Account operations by a session: in their own transaction (`createAccountsAs`), or in an open one (`createAccountsIn`). */
function createAccountServices({ config, transact, clock, serverKey }: AppContext) {
  const { chain } = config
  return {
    transact,
    cipher: createTextCipher(serverKey),
    createAccountsAs: (actor: string) => createAccounts(transact, { chain, clock, actor }),
    createAccountsIn: (stores: AccountStores, actor: string) =>
      createAccounts((work) => work(stores), { chain, clock, actor }),
  }
}
