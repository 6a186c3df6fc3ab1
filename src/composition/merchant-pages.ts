import type { AccountLinks } from '../account-links/links.ts'
import { type AccountStores, createAccounts } from '../accounts/accounts.ts'
import type { Checkout } from '../checkout/checkout.ts'
import { auditRoutes } from '../dashboard/audit/routes.ts'
import { deliveryRoutes } from '../dashboard/deliveries/routes.ts'
import { destinationRoutes } from '../dashboard/destinations/routes.ts'
import { registerRoutes } from '../dashboard/entry/register-routes.ts'
import { resetRoutes } from '../dashboard/entry/reset-routes.ts'
import { entryRoutes } from '../dashboard/entry/routes.ts'
import { exceptionPages } from '../dashboard/exceptions/routes.ts'
import { invoicePages } from '../dashboard/invoices/routes.ts'
import { notFoundRoutes } from '../dashboard/not-found-routes.ts'
import type { OperatorReport } from '../dashboard/operator/report.ts'
import { operatorRoutes } from '../dashboard/operator/routes.ts'
import { createOverviews } from '../dashboard/overview/overview.ts'
import { overviewRoutes } from '../dashboard/overview/routes.ts'
import { peopleRoutes } from '../dashboard/people/routes.ts'
import { preferencesRoutes } from '../dashboard/preferences/routes.ts'
import { securityRoutes } from '../dashboard/security/routes.ts'
import { newInvoiceRoutes } from '../dashboard/till/new-invoice-routes.ts'
import type { TillDependencies } from '../dashboard/till/pages/forms.ts'
import { tillRoutes } from '../dashboard/till/routes.ts'
import { tokenRoutes } from '../dashboard/tokens/routes.ts'
import { webhookPages } from '../dashboard/webhooks/routes.ts'
import { webhookSecretPages } from '../dashboard/webhooks/secret-routes.ts'
import { connectRoutes } from '../greenfield/connect/routes.ts'
import type { ViewContext } from '../invoices/view.ts'
import { createTextCipher } from '../kernel/text-cipher.ts'
import { getBasePath } from '../kernel/web-address.ts'
import type { Server } from '../platform/http/server.ts'
import type { Assets } from '../platform/web/assets.ts'
import { createOneTimeViews } from '../sessions/one-time-views.ts'
import type { NotifyingEndpoints } from '../webhooks/notifying-endpoints.ts'
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
  readonly webhooks: Omit<WebhookServices, 'endpoints'> & { readonly endpoints: NotifyingEndpoints }
  readonly getRules: TillDependencies['getRules']
  readonly checkout: (uid: string, coin: null) => Promise<Checkout>
  /** The status report for the operator. */
  readonly report: () => Promise<OperatorReport>
}

/** The merchant's pages. */
export async function dashboardRoutes(
  server: Server,
  context: AppContext,
  identity: Identity,
  { invoicing, links, view, exceptions, webhooks, getRules, checkout, report, assets }: DashboardServices,
): Promise<void> {
  const { config, read, clock } = context
  const { baseUrl, sessions: timeouts, chain } = config
  const prefix = getBasePath(baseUrl)
  const entryDependencies = { ...identity, assets, baseUrl, prefix, timeouts }
  const isFirst = () => read.accounts.isEmpty()
  await server.register(entryRoutes({ ...entryDependencies, isSandbox: chain === 'regtest' }))
  await server.register(registerRoutes({ ...entryDependencies, isFirst }))
  await server.register(resetRoutes(entryDependencies))

  const common = {
    ...entryDependencies,
    loadAccount: (accountId: number) => read.credentials.getById(accountId),
    isGranted: (owner: number, viewer: number) => read.links.isGranted(owner, viewer),
  }
  const overviews = createOverviews({
    reader: read.overview,
    listExceptions: exceptions.listExceptions,
    lister: invoicing.lister,
    clock,
  })
  await server.register(overviewRoutes({ ...common, overviews, isSandbox: chain === 'regtest' }))
  await server.register(
    exceptionPages({
      ...common,
      findException: read.exceptions.find,
      findInvoice: read.invoices.find,
      resolve: exceptions.resolve,
    }),
  )
  await server.register(
    invoicePages({
      ...common,
      ...invoicing,
      listAmounts: invoicing.lister.listAmounts,
      find: read.invoices.find,
      findRejection: read.rejections.find,
      history: read.invoiceHistory,
      deliveries: webhooks.deliveries,
      currencies: invoicing.prices.listCurrencies,
      view,
      clock,
    }),
  )
  const tillDependencies: TillDependencies = {
    ...common,
    getRules,
    create: invoicing.create,
    cancel: invoicing.cancel,
    browse: invoicing.browse,
    findInvoiceDefaults: read.accounts.findInvoiceDefaults,
    findUnavailableCoins: invoicing.findUnavailableCoins,
    find: (uid) => read.invoices.find(uid),
    checkout: (uid) => checkout(uid, null),
  }
  await server.register(tillRoutes(tillDependencies))
  await server.register(newInvoiceRoutes(tillDependencies))
  await server.register(peopleRoutes({ ...common, people: read.people, links }))
  await server.register(auditRoutes({ ...common, audit: read.auditLines }))
  const accountDependencies = { ...common, ...createAccountServices(context), read, chain, clock }
  await server.register(destinationRoutes(accountDependencies))
  await server.register(tokenRoutes(accountDependencies))
  if (config.greenfield) await server.register(connectRoutes(accountDependencies))
  const webhookDependencies = { ...common, ...webhooks, clock, oneTimeViews: createOneTimeViews(context) }
  await server.register(deliveryRoutes(webhookDependencies))
  await server.register(webhookPages(webhookDependencies))
  await server.register(webhookSecretPages(webhookDependencies))
  await server.register(securityRoutes(common))
  const { quoteMs: holdMs, confirmations } = config
  const preferenceDependencies = {
    getStored: read.accounts.getStored,
    destinations: read.accounts.listDestinations,
    defaults: { holdMs, confirmations },
    listRatedCurrencies: invoicing.prices.listCurrencies,
  }
  await server.register(preferencesRoutes({ ...accountDependencies, ...preferenceDependencies }))
  await server.register(operatorRoutes({ ...common, report }))
  await server.register(notFoundRoutes(common))
}

/** Account operations by a session: in their own transaction (`accountsAs`), or in an open one (`accountsIn`). */
function createAccountServices({ config, transact, clock, serverKey }: AppContext) {
  const { chain } = config
  return {
    transact,
    cipher: createTextCipher(serverKey),
    accountsAs: (actor: string) => createAccounts(transact, { chain, clock, actor }),
    accountsIn: (stores: AccountStores, actor: string) =>
      createAccounts((work) => work(stores), { chain, clock, actor }),
  }
}
