import Type from 'typebox'
import type { Authentication } from '../accounts/authenticate.ts'
import type { Server } from '../platform/http/server.ts'
import { Health, StoreObject, StoreParams, tags } from './schemas.ts'
import type { StoreViews } from './stores.ts'

interface StoreRouteDependencies {
  readonly authenticate: Authentication
  readonly stores: StoreViews
  /** Whether a coin can be paid. */
  readonly isSynchronized: () => boolean
}

/** Stores, and whether the service is in sync. */
export function storeRoutes(
  app: Server,
  { authenticate, stores, isSynchronized }: StoreRouteDependencies,
): void {
  const viewSettings = {
    access: 'token',
    storePermission: 'btcpay.store.canviewstoresettings',
  } as const

  app.get(
    '/api/v1/stores',
    {
      config: viewSettings,
      schema: { summary: 'Lists the store of the token', tags, response: { 200: Type.Array(StoreObject) } },
    },
    async (request) => [await stores.showStore(authenticate.callerOf(request).accountId)],
  )
  app.get(
    '/api/v1/stores/:storeId',
    {
      config: viewSettings,
      schema: { summary: 'Returns a store', tags, params: StoreParams, response: { 200: StoreObject } },
    },
    (request) => stores.showStore(authenticate.callerOf(request).accountId),
  )
  app.get(
    '/api/v1/health',
    {
      config: { access: 'public' },
      schema: { summary: 'Tells whether a coin can be paid', tags, response: { 200: Health } },
    },
    async () => ({ synchronized: isSynchronized() }),
  )
}
