import { accountLinks } from './account-links/links.ts'
import { type AccountStores, accounts } from './accounts/accounts.ts'
import { readPreferences } from './accounts/preferences.ts'
import type { Base } from './base.ts'
import type { Checkout } from './checkout/checkout.ts'
import { auditRoutes } from './dashboard/audit/routes.ts'
import { deliveryRoutes } from './dashboard/deliveries/routes.ts'
import { destinationRoutes } from './dashboard/destinations/routes.ts'
import { registerRoutes } from './dashboard/entry/register-routes.ts'
import { resetRoutes } from './dashboard/entry/reset-routes.ts'
import { entryRoutes } from './dashboard/entry/routes.ts'
import { invoicePages } from './dashboard/invoices/routes.ts'
import { missingRoutes } from './dashboard/missing-routes.ts'
import type { Report } from './dashboard/operator/report.ts'
import { operatorRoutes } from './dashboard/operator/routes.ts'
import { overviews } from './dashboard/overview/overview.ts'
import { overviewRoutes } from './dashboard/overview/routes.ts'
import { peopleRoutes } from './dashboard/people/routes.ts'
import { preferencesRoutes } from './dashboard/preferences/routes.ts'
import { securityRoutes } from './dashboard/security/routes.ts'
import { newInvoiceRoutes } from './dashboard/till/new-invoice-routes.ts'
import type { TillParts } from './dashboard/till/pages/forms.ts'
import { tillRoutes } from './dashboard/till/routes.ts'
import { tokenRoutes } from './dashboard/tokens/routes.ts'
import { webhookPages } from './dashboard/webhooks/routes.ts'
import { webhookSecretPages } from './dashboard/webhooks/secret-routes.ts'
import { invoiceLister } from './invoices/list-store.ts'
import type { ViewContext } from './invoices/view.ts'
import type { Invoicing } from './invoicing.ts'
import type { Server } from './platform/http/server.ts'
import { type Assets, openAssets } from './platform/web/assets.ts'
import { openSecretKey } from './secret-key.ts'
import { seals } from './sessions/seal.ts'
import { shownOnce } from './sessions/shown-once.ts'
import type { AccountHouse } from './sessions.ts'
import type { ToldEndpoints } from './webhooks/told.ts'
import type { WebhookTools } from './webhooks.ts'

/** What its pages show and do beside what concerns the account itself. */
export interface Trade {
  readonly invoicing: Invoicing
  readonly view: ViewContext
  readonly webhooks: Omit<WebhookTools, 'endpoints'> & { readonly endpoints: ToldEndpoints }
  readonly rules: TillParts['rules']
  readonly checkout: (uid: string, coin: null) => Promise<Checkout>
  /** How the service stands. */
  readonly report: () => Promise<Report>
}

/** A merchant's pages. */
export async function dashboardRoutes(
  server: Server,
  base: Base,
  house: AccountHouse,
  { invoicing, view, webhooks, rules, checkout, report }: Trade,
  assets?: Assets,
): Promise<void> {
  const { config, database, read, clock } = base
  const { baseUrl, sessions: life, chain } = config
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '')
  const entrance = { ...house, assets: assets ?? openAssets(prefix), baseUrl, prefix, life }
  const isFirst = () => read.accounts.isEmpty()
  await server.register(entryRoutes({ ...entrance, isSandbox: chain === 'regtest' }))
  await server.register(registerRoutes({ ...entrance, isFirst }))
  await server.register(resetRoutes(entrance))

  const parts = {
    ...entrance,
    account: (accountId: number) => read.credentials.byId(accountId),
    isGranted: (owner: number, viewer: number) => read.links.isGranted(owner, viewer),
  }
  const seen = overviews({ reader: read.overview, lister: invoiceLister(database.read), clock })
  await server.register(overviewRoutes({ ...parts, overviews: seen, isSandbox: chain === 'regtest' }))
  await server.register(
    invoicePages({
      ...parts,
      ...invoicing,
      find: read.invoices.find,
      refusal: read.refusals.find,
      history: read.invoiceHistory,
      deliveries: webhooks.deliveries,
      view,
      clock,
    }),
  )
  const selling: TillParts = {
    ...parts,
    rules,
    create: invoicing.create,
    leftOut: invoicing.leftOut,
    find: (uid) => read.invoices.find(uid),
    checkout: (uid) => checkout(uid, null),
    isReady: async (accountId) => (await read.accounts.offering(accountId)).destinations.length > 0,
  }
  await server.register(tillRoutes(selling))
  await server.register(newInvoiceRoutes(selling))
  const links = accountLinks({ ...base, ...house })
  await server.register(peopleRoutes({ ...parts, people: read.people, links }))
  await server.register(auditRoutes({ ...parts, audit: read.auditLines }))
  const secured = { ...parts, ...actingAccounts(base), read, chain, clock }
  await server.register(destinationRoutes(secured))
  await server.register(tokenRoutes(secured))
  const hooked = { ...parts, ...webhooks, clock, shownOnce: shownOnce(base) }
  await server.register(deliveryRoutes(hooked))
  await server.register(webhookPages(hooked))
  await server.register(webhookSecretPages(hooked))
  await server.register(securityRoutes(parts))
  const { quoteMs: holdMs, confirmations } = config
  const preferring = {
    preferences: async (id: number) => readPreferences(await read.accounts.written(id)),
    taken: async (id: number) => new Set((await read.accounts.destinations(id)).map(({ coin }) => coin)),
    usual: { holdMs, confirmations },
    priced: invoicing.prices.currencies,
  }
  await server.register(preferencesRoutes({ ...secured, ...preferring }))
  await server.register(operatorRoutes({ ...parts, report }))
  await server.register(missingRoutes(parts))
}

/** What an account does by its own pages, in the name of a session: as a transaction, and as part of one. */
function actingAccounts({ config, transact, clock }: Base) {
  const { chain, secrets } = config
  return {
    transact,
    seals: seals(openSecretKey(secrets)),
    accountsAs: (actor: string) => accounts(transact, { chain, clock, actor }),
    accountsIn: (stores: AccountStores, actor: string) =>
      accounts((work) => work(stores), { chain, clock, actor }),
  }
}
