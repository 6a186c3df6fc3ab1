import type { AccountLinks } from '../account-links/links.ts'
import { type AccountStores, createAccounts } from '../accounts/accounts.ts'
import { readPreferences } from '../accounts/preferences.ts'
import type { Checkout } from '../checkout/checkout.ts'
import { auditRoutes } from '../dashboard/audit/routes.ts'
import { deliveryRoutes } from '../dashboard/deliveries/routes.ts'
import { destinationRoutes } from '../dashboard/destinations/routes.ts'
import { registerRoutes } from '../dashboard/entry/register-routes.ts'
import { resetRoutes } from '../dashboard/entry/reset-routes.ts'
import { entryRoutes } from '../dashboard/entry/routes.ts'
import { invoicePages } from '../dashboard/invoices/routes.ts'
import { missingRoutes } from '../dashboard/missing-routes.ts'
import type { OperatorReport } from '../dashboard/operator/report.ts'
import { operatorRoutes } from '../dashboard/operator/routes.ts'
import { createOverviews } from '../dashboard/overview/overview.ts'
import { overviewRoutes } from '../dashboard/overview/routes.ts'
import { peopleRoutes } from '../dashboard/people/routes.ts'
import { preferencesRoutes } from '../dashboard/preferences/routes.ts'
import { securityRoutes } from '../dashboard/security/routes.ts'
import { newInvoiceRoutes } from '../dashboard/till/new-invoice-routes.ts'
import type { TillParts } from '../dashboard/till/pages/forms.ts'
import { tillRoutes } from '../dashboard/till/routes.ts'
import { tokenRoutes } from '../dashboard/tokens/routes.ts'
import { webhookPages } from '../dashboard/webhooks/routes.ts'
import { webhookSecretPages } from '../dashboard/webhooks/secret-routes.ts'
import { newestFirst } from '../invoices/browse.ts'
import type { ViewContext } from '../invoices/view.ts'
import { basePathOf } from '../kernel/web-address.ts'
import type { Server } from '../platform/http/server.ts'
import type { Assets } from '../platform/web/assets.ts'
import { createOneTimeViews } from '../sessions/one-time-views.ts'
import { createSessionCipher } from '../sessions/session-cipher.ts'
import type { NotifyingEndpoints } from '../webhooks/notifying-endpoints.ts'
import type { AppContext } from './context.ts'
import type { Identity } from './identity.ts'
import type { InvoiceServices } from './invoicing.ts'
import type { WebhookServices } from './webhook-delivery.ts'

/** Number of recent invoices from which an account's usual amounts are taken. */
const latestForUsual = 20

/** The services of the dashboard, apart from those of the account itself. */
export interface DashboardServices {
  readonly invoicing: InvoiceServices
  readonly links: AccountLinks
  readonly assets: Assets
  readonly view: ViewContext
  readonly webhooks: Omit<WebhookServices, 'endpoints'> & { readonly endpoints: NotifyingEndpoints }
  readonly rules: TillParts['rules']
  readonly checkout: (uid: string, coin: null) => Promise<Checkout>
  /** The status report for the operator. */
  readonly report: () => Promise<OperatorReport>
}

/** The merchant's pages. */
export async function dashboardRoutes(
  server: Server,
  context: AppContext,
  identity: Identity,
  { invoicing, links, view, webhooks, rules, checkout, report, assets }: DashboardServices,
): Promise<void> {
  const { config, read, clock } = context
  const { baseUrl, sessions: life, chain } = config
  const prefix = basePathOf(baseUrl)
  const entrance = { ...identity, assets, baseUrl, prefix, life }
  const isFirst = () => read.accounts.isEmpty()
  await server.register(entryRoutes({ ...entrance, isSandbox: chain === 'regtest' }))
  await server.register(registerRoutes({ ...entrance, isFirst }))
  await server.register(resetRoutes(entrance))

  const parts = {
    ...entrance,
    account: (accountId: number) => read.credentials.getById(accountId),
    isGranted: (owner: number, viewer: number) => read.links.isGranted(owner, viewer),
  }
  const seen = createOverviews({ reader: read.overview, lister: invoicing.lister, clock })
  await server.register(overviewRoutes({ ...parts, overviews: seen, isSandbox: chain === 'regtest' }))
  await server.register(
    invoicePages({
      ...parts,
      ...invoicing,
      amounts: invoicing.lister.amounts,
      find: read.invoices.find,
      refusal: read.refusals.find,
      history: read.invoiceHistory,
      deliveries: webhooks.deliveries,
      currencies: invoicing.prices.currencies,
      view,
      clock,
    }),
  )
  const selling: TillParts = {
    ...parts,
    rules,
    create: invoicing.create,
    cancel: invoicing.cancel,
    isPayable: async (asked) => {
      const { destinations } = await read.accounts.offering(asked.accountId)
      return destinations.length > (await invoicing.leftOut(asked)).length
    },
    latestAmounts: async (accountId, currency) => {
      const asked = { filters: { currency }, limit: latestForUsual, cursor: null, sort: newestFirst }
      return ((await invoicing.browse(accountId, asked))?.invoices ?? []).map(({ amount }) => amount)
    },
    unavailableCoins: invoicing.leftOut,
    find: (uid) => read.invoices.find(uid),
    checkout: (uid) => checkout(uid, null),
    isReady: async (accountId) => (await read.accounts.offering(accountId)).destinations.length > 0,
  }
  await server.register(tillRoutes(selling))
  await server.register(newInvoiceRoutes(selling))
  await server.register(peopleRoutes({ ...parts, people: read.people, links }))
  await server.register(auditRoutes({ ...parts, audit: read.auditLines }))
  const secured = { ...parts, ...createAccountServices(context), read, chain, clock }
  await server.register(destinationRoutes(secured))
  await server.register(tokenRoutes(secured))
  const hooked = { ...parts, ...webhooks, clock, shownOnce: createOneTimeViews(context) }
  await server.register(deliveryRoutes(hooked))
  await server.register(webhookPages(hooked))
  await server.register(webhookSecretPages(hooked))
  await server.register(securityRoutes(parts))
  const { quoteMs: holdMs, confirmations } = config
  const preferring = {
    preferences: async (id: number) => readPreferences(await read.accounts.written(id)),
    coinsWithDestination: async (id: number) =>
      new Set((await read.accounts.destinations(id)).map(({ coin }) => coin)),
    defaults: { holdMs, confirmations },
    priced: invoicing.prices.currencies,
  }
  await server.register(preferencesRoutes({ ...secured, ...preferring }))
  await server.register(operatorRoutes({ ...parts, report }))
  await server.register(missingRoutes(parts))
}

/** Account operations of the dashboard, in the name of a session: as a transaction, and as part of one. */
function createAccountServices({ config, transact, clock, serverKey }: AppContext) {
  const { chain } = config
  return {
    transact,
    seals: createSessionCipher(serverKey),
    accountsAs: (actor: string) => createAccounts(transact, { chain, clock, actor }),
    accountsIn: (stores: AccountStores, actor: string) =>
      createAccounts((work) => work(stores), { chain, clock, actor }),
  }
}
