import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Authentication } from '../accounts/authenticate.ts'
import { type Server, skipValidation } from '../platform/http/server.ts'
import { toPaymentMethodId } from './payment-methods.ts'
import type { createRateLister } from './rates.ts'
import {
  Health,
  LegacyMethod,
  RateList,
  RatesQuery,
  ServerObject,
  StoreMethod,
  StoreObject,
  StoreParams,
  tags,
} from './schemas.ts'
import type { ServerInfo } from './server-info.ts'
import type { StoreViews } from './stores.ts'

interface StoreRouteDependencies {
  readonly authenticate: Authentication
  readonly stores: StoreViews
  readonly server: ServerInfo
  readonly listRates: ReturnType<typeof createRateLister>
}

const viewSettings = { access: 'token', storePermission: 'btcpay.store.canviewstoresettings' } as const

/** Routes for stores, their payment methods and rates, and for the state of the service. */
export function registerStoreRoutes(
  app: Server,
  { authenticate, stores, server, listRates }: StoreRouteDependencies,
): void {
  const getAccountId = (request: FastifyRequest) => authenticate.getCaller(request).accountId
  app.get(
    '/api/v1/stores',
    {
      config: viewSettings,
      schema: { summary: 'Lists the store of the token', tags, response: { 200: Type.Array(StoreObject) } },
    },
    async (request) => [await stores.showStore(getAccountId(request))],
  )
  app.get(
    '/api/v1/stores/:storeId',
    {
      config: viewSettings,
      schema: { summary: 'Returns a store', tags, params: StoreParams, response: { 200: StoreObject } },
    },
    (request) => stores.showStore(getAccountId(request)),
  )
  app.get(
    '/api/v1/stores/:storeId/payment-methods',
    {
      config: viewSettings,
      schema: {
        summary: 'Lists the payment methods of a store',
        tags,
        params: StoreParams,
        response: { 200: Type.Array(StoreMethod) },
      },
    },
    async (request) =>
      (await stores.listCoins(getAccountId(request))).map((coin) => ({
        paymentMethodId: toPaymentMethodId(coin),
        enabled: true,
      })),
  )
  registerLegacyMethodRoutes(app, getAccountId, stores)
  app.get(
    '/api/v1/stores/:storeId/rates',
    {
      ...skipValidation,
      config: viewSettings,
      schema: {
        summary: 'Returns rates',
        tags,
        params: StoreParams,
        querystring: RatesQuery,
        response: { 200: RateList },
      },
    },
    async (request) => listRates(await listPairs(request)),
  )
  registerServerRoutes(app, server)

  /** The requested pairs, or all coins of the store in its currency. */
  async function listPairs(request: FastifyRequest): Promise<string[]> {
    const { currencyPair } = request.query as { readonly currencyPair?: string | string[] }
    if (currencyPair !== undefined) return [currencyPair].flat()
    const { currency } = authenticate.getCaller(request)
    return (await stores.listCoins(getAccountId(request))).map((coin) => `${coin}_${currency}`)
  }
}

/** Routes of an older version of the API, which the settings page of a plug-in reads. */
function registerLegacyMethodRoutes(
  app: Server,
  getAccountId: (request: FastifyRequest) => number,
  stores: StoreViews,
): void {
  const schema = { tags, params: StoreParams, response: { 200: Type.Array(LegacyMethod) } }
  app.get(
    '/api/v1/stores/:storeId/payment-methods/OnChain',
    {
      config: viewSettings,
      schema: { ...schema, summary: 'Lists the coins of a store, as version 1 of the API did' },
    },
    async (request) =>
      (await stores.listCoins(getAccountId(request))).map((cryptoCode) => ({ enabled: true, cryptoCode })),
  )
  app.get(
    '/api/v1/stores/:storeId/payment-methods/LightningNetwork',
    {
      config: viewSettings,
      schema: { ...schema, summary: 'Lists no payment methods: Lightning is not supported' },
    },
    async () => [],
  )
}

function registerServerRoutes(app: Server, server: ServerInfo): void {
  app.get(
    '/api/v1/server/info',
    {
      config: { access: 'token', storePermission: null },
      schema: {
        summary: 'Returns the version and the nodes of the service',
        tags,
        response: { 200: ServerObject },
      },
    },
    async () => server.showServer(),
  )
  app.get(
    '/api/v1/health',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Returns whether payments are possible in at least one coin',
        tags,
        response: { 200: Health },
      },
    },
    async () => ({ synchronized: server.isSynchronized() }),
  )
}
