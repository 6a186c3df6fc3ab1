import type { FastifyPluginCallback } from 'fastify'
import type { Authentication } from '../accounts/authenticate.ts'
import { greenfieldRoutes } from '../greenfield/routes.ts'
import { storeRoutes } from '../greenfield/store-routes.ts'
import { createStoreViews } from '../greenfield/stores.ts'
import { createSyncCheck } from '../greenfield/sync-status.ts'
import { readConfirmationSetting } from '../payments/confirmation-policy.ts'
import type { ChainServices } from './chains.ts'
import type { AppContext } from './context.ts'

/** The Greenfield routes, for shop plug-ins. */
export function createGreenfieldRoutes(
  { config, read }: AppContext,
  { authenticate, networks }: Pick<ChainServices, 'networks'> & { readonly authenticate: Authentication },
): FastifyPluginCallback {
  const stores = createStoreViews({
    accounts: read.accounts,
    defaultConfirmations: readConfirmationSetting(config.confirmations),
    invoiceMs: config.invoiceMs,
    monitoringMs: config.watchMs,
  })
  const isSynchronized = createSyncCheck(networks)
  return greenfieldRoutes([(app) => storeRoutes(app, { authenticate, stores, isSynchronized })])
}
