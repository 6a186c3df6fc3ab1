import type { FastifyPluginCallback } from 'fastify'
import type { Caller } from '../accounts/access-token.ts'
import { createAccounts } from '../accounts/accounts.ts'
import type { Authentication } from '../accounts/authenticate.ts'
import { registerGreenfieldInvoiceRoutes } from '../greenfield/invoice-routes.ts'
import { createGreenfieldInvoices } from '../greenfield/invoices.ts'
import { registerKeyRoutes } from '../greenfield/key-routes.ts'
import { createGreenfieldPaymentReader } from '../greenfield/payment-store.ts'
import { createPaymentMethodLister } from '../greenfield/payment-view.ts'
import { createRateLister } from '../greenfield/rates.ts'
import { createGreenfieldPlugin } from '../greenfield/routes.ts'
import { createServerInfo } from '../greenfield/server-info.ts'
import { registerStoreRoutes } from '../greenfield/store-routes.ts'
import { createStoreViews } from '../greenfield/stores.ts'
import { registerGreenfieldDeliveryRoutes } from '../greenfield/webhook-delivery-routes.ts'
import { registerGreenfieldWebhookRoutes } from '../greenfield/webhook-routes.ts'
import type { NewInvoiceRules } from '../invoices/new-invoice.ts'
import { readVersion } from '../platform/version.ts'
import type { WebhookDeliveries } from '../webhooks/deliveries.ts'
import type { EndpointsWithOwnerEmails } from '../webhooks/endpoints-with-owner-emails.ts'
import type { ChainServices } from './chains.ts'
import type { AppContext } from './context.ts'
import type { InvoiceServices } from './invoicing.ts'

interface GreenfieldDependencies extends Pick<ChainServices, 'networks' | 'view'> {
  readonly authenticate: Authentication
  readonly endpoints: EndpointsWithOwnerEmails
  readonly deliveries: WebhookDeliveries
  readonly invoicing: InvoiceServices
  readonly getRules: (caller: { readonly currency: string }) => NewInvoiceRules
}

/** The Greenfield routes, for shop plug-ins. */
export function createGreenfieldRoutes(
  { config, read, transact, database, clock }: AppContext,
  { authenticate, endpoints, deliveries, networks, view, invoicing, getRules }: GreenfieldDependencies,
): FastifyPluginCallback {
  const { baseUrl, watchMs: monitoringPeriodMs } = config
  const { prices } = invoicing
  const stores = createStoreViews({
    accounts: read.accounts,
    getDefaultConfirmations: (coin) => config.confirmations[coin],
    invoiceLifetimeMs: config.invoiceMs,
    monitoringPeriodMs,
  })
  const server = createServerInfo({ networks, getTipHeight: view.getTipHeight, version: readVersion() })
  const findPayments = createGreenfieldPaymentReader(database.read)
  const listPaymentMethods = createPaymentMethodLister({ ...invoicing, findPayments, baseUrl })
  const invoices = createGreenfieldInvoices({
    ...invoicing,
    find: read.invoices.find,
    findInvoiceDefaults: read.accounts.findInvoiceDefaults,
    getRules,
    listPaymentMethods,
    stores,
    baseUrl,
    monitoringPeriodMs,
    clock,
  })
  const listRates = createRateLister({
    getCurrentSnapshot: prices.getCurrent,
    listRatedCurrencies: prices.listCurrencies,
  })
  const keyDependencies = {
    authenticate,
    findToken: read.accounts.findToken,
    revokeToken: ({ tokenId, accountId }: Caller) =>
      createAccounts(transact, { chain: config.chain, clock, actor: tokenId }).revokeToken(
        tokenId,
        accountId,
      ),
  }
  return createGreenfieldPlugin([
    (app) => registerKeyRoutes(app, keyDependencies),
    (app) => registerGreenfieldWebhookRoutes(app, { authenticate, endpoints }),
    (app) => registerGreenfieldDeliveryRoutes(app, { authenticate, endpoints, deliveries, clock }),
    (app) => registerStoreRoutes(app, { authenticate, stores, server, listRates }),
    (app) => registerGreenfieldInvoiceRoutes(app, { authenticate, invoices }),
  ])
}
