import type { FastifyBaseLogger } from 'fastify'
import { createAccountLinks } from '../account-links/links.ts'
import { accountLinkRoutes } from '../account-links/routes.ts'
import { createAuthentication } from '../accounts/authenticate.ts'
import { coinRoutes } from '../coins/routes.ts'
import type { Config } from '../config/config.ts'
import { loadSecretKey } from '../config/secret-key.ts'
import { createAccessRevokedEmitter } from '../event-streams/ended-access.ts'
import type { EventSubscriptions } from '../events/transports/in-memory.ts'
import { filterQueued } from '../events/transports/index.ts'
import { greenfieldError } from '../greenfield/errors.ts'
import { greenfieldPageRoutes } from '../greenfield/page-routes.ts'
import { invoiceExportRoutes } from '../invoices/export-routes.ts'
import { invoiceRoutes } from '../invoices/routes.ts'
import { type Clock, second, systemClock } from '../kernel/clock.ts'
import { createFailpoints } from '../kernel/failpoint.ts'
import { shareWithinTick } from '../kernel/share-calls.ts'
import { systemTimers } from '../kernel/timers.ts'
import { basePathOf } from '../kernel/web-address.ts'
import { metricsRoutes } from '../metrics/routes.ts'
import { shareMetrics } from '../metrics/share.ts'
import { sandboxRoutes } from '../networks/sandbox/routes.ts'
import { errorFormOf } from '../openapi/error-form.ts'
import { referenceRoutes } from '../openapi/reference-routes.ts'
import { describeRoutes } from '../openapi/routes.ts'
import { paymentExceptionRoutes } from '../payment-exceptions/routes.ts'
import { paymentAddressRoutes, paymentRequestRoutes, walletError } from '../payment-requests/routes.ts'
import { paymentError, paymentRoutes } from '../payments/routes.ts'
import { closeServer } from '../platform/http/close.ts'
import { plainError } from '../platform/http/errors.ts'
import { healthRoutes } from '../platform/http/health.ts'
import { limitRequests, limitSockets } from '../platform/http/limit-requests.ts'
import { limitWork } from '../platform/http/limit-work.ts'
import { clientAddress } from '../platform/http/proxies.ts'
import { createServer, type Server } from '../platform/http/server.ts'
import type { Database } from '../platform/storage/database.ts'
import { loadAssets } from '../platform/web/assets.ts'
import type { Worker } from '../platform/workers/worker.ts'
import { createNotifyingEndpoints } from '../webhooks/notifying-endpoints.ts'
import { webhookRoutes } from '../webhooks/routes.ts'
import { startProofs } from './anchoring.ts'
import { startChains } from './chains.ts'
import type { AppContext } from './context.ts'
import { createGreenfieldRoutes } from './greenfield.ts'
import { createIdentity, type Identity } from './identity.ts'
import { createInvoiceServices, type InvoiceServices } from './invoicing.ts'
import { dashboardRoutes } from './merchant-pages.ts'
import { startMetrics } from './monitoring.ts'
import { createOperatorReports } from './operator-report.ts'
import { createExceptionServices } from './payment-exceptions.ts'
import { createCheckoutPage } from './payment-page.ts'
import { createPaymentServices, startRejectionLog } from './payment-services.ts'
import { startRelays } from './relays.ts'
import { startSigningKeys } from './signing.ts'
import { createStores, createTransact } from './stores.ts'
import { startStreamService } from './streaming.ts'
import { startUpkeep } from './upkeep.ts'
import { createWebhookServices, startWebhooks } from './webhook-delivery.ts'
import { createCallCounting, shareRevocations } from './workers.ts'

/** The assembled and running service; `server` is not listening yet. */
export interface App {
  readonly server: Server
  /** Typed subscriptions for code that embeds the service: the transport `in-memory`; null when it is not enabled. */
  readonly events: EventSubscriptions | null
  /** Resolves when the networks and rates have been checked once: until then coins may be missing from invoices. */
  settled(): Promise<void>
  /** Answers running requests, aborts hanging calls to nodes, and stops the background work. The database stays open. */
  close(): Promise<void>
}

/** Requests that wait for a node are answered as unknown after this, so that the process ends in time. */
const closeTimeoutMs = 4 * second

const errorShapes = {
  Error: plainError,
  WalletError: walletError,
  PaymentError: paymentError,
  GreenfieldError: greenfieldError,
}

/** Wires all parts of the service together. There is no other wiring. */
export async function openApp(
  config: Config,
  {
    database,
    log,
    clock = systemClock,
    worker = null,
  }: { database: Database; log: FastifyBaseLogger; clock?: Clock; worker?: Worker | null },
): Promise<App> {
  const queued = filterQueued(config.events.transports)
  const accessRevoked = createAccessRevokedEmitter()
  const context: AppContext = {
    config,
    database,
    transact: createTransact(database, queued, accessRevoked.emit),
    // Spread, so that each store is created once, not at every use.
    read: { ...createStores(database.read) },
    clock,
    // Startup fails without a usable key.
    serverKey: loadSecretKey(config.secrets),
    timers: systemTimers,
    log: {
      warn: (message, facts = {}) => log.warn(facts, message),
      info: (message, facts = {}) => log.info(facts, message),
    },
    logFailure: (work) => (error) => log.error({ err: error }, `${work} failed`),
    checkFailpoint: createFailpoints(config.failpoint),
  }
  const { transact, read, log: logger, logFailure, checkFailpoint, timers } = context
  const webhookServices = createWebhookServices(config, context)
  const signing = await startSigningKeys(context)
  const identity = await createIdentity(context)

  const chains = startChains(context)
  const invoicing = createInvoiceServices(context, chains)
  const payments = createPaymentServices(context, chains, invoicing)
  const exceptions = createExceptionServices(context, chains, payments)
  const rejectionLog = startRejectionLog(context)
  const submit = rejectionLog.withRejectionLog(payments.submit)
  const assets = loadAssets(basePathOf(config.baseUrl))
  const checkout = createCheckoutPage(context, { chains, invoicing, submit, assets })
  const pricesLoaded = invoicing.prices.start()

  // Event consumers.
  const isDue = (transport: string, now: number) => read.outbox.isDue(transport, now)
  const relays = startRelays(config, {
    transact,
    isDue,
    clock,
    log: logger,
    onError: logFailure('relaying events'),
    checkFailpoint,
    timers,
  })
  const webhooks = startWebhooks(webhookServices, context)
  const streaming = await startStreamService(config, { database, read, logFailure })
  accessRevoked.subscribe(streaming.revoke)
  if (worker) shareRevocations(worker, accessRevoked, streaming)
  streaming.tail.subscribeAll(relays.wake)
  const proofParts = { log: logger, onError: logFailure('anchoring events'), checkFailpoint }
  const proofs = startProofs(config, { chains, read, transact, clock, ...proofParts })
  const upkeep = startUpkeep(context, chains, payments, [
    () => read.outbox.oldestUndelivered(queued),
    webhooks.findOldestUnprocessedPosition,
    ...(proofs ? [proofs.findFirstNeededPosition] : []),
  ])

  const { openStreams } = streaming
  const reportParts = { chains, prices: invoicing.prices, openStreams }
  const report = createOperatorReports(context, reportParts)
  const openedMetrics = await startMetrics(context, {
    ...reportParts,
    returnedEvents: relays.returnedEvents,
    worker: worker?.number ?? null,
  })
  const metrics = openedMetrics && worker ? shareMetrics(worker, openedMetrics) : openedMetrics

  // The HTTP server.
  let closing = false
  const server = createServer({
    log,
    now: () => clock.now(),
    closing: () => closing,
    trustedProxies: config.trustedProxies,
    shapeOf: (path) => errorShapes[errorFormOf(path, { hasGreenfield: config.greenfield })],
    ...streaming.upgradePath,
    basePath: basePathOf(config.baseUrl),
  })
  limitWork(server)
  const countCalls = createCallCounting(config, { clock, worker })
  if (config.rateLimits.size > 0) limitRequests(server, countCalls)
  const authenticate = createRequestAuthentication(context, identity)
  authenticate.guard(server)
  await describeRoutes(server, config.baseUrl)
  healthRoutes(server, async () => !closing && database.isReady())
  if (metrics) metricsRoutes(server, metrics)
  coinRoutes(server)
  signing.routes(server)
  const pageOf = config.greenfield
    ? (uid: string) => `${config.baseUrl}/dashboard/invoices/${encodeURIComponent(uid)}`
    : null
  invoiceRoutes(server, { authenticate, pageOf, ...invoiceParts(context, invoicing) })
  invoiceExportRoutes(server, { authenticate, ...invoiceParts(context, invoicing), clock })
  const links = createAccountLinks({ ...context, ...identity })
  accountLinkRoutes(server, { authenticate, ...links })
  const endpoints = createNotifyingEndpoints(webhookServices.endpoints, identity)
  webhookRoutes(server, { authenticate, ...webhookServices, endpoints })
  paymentExceptionRoutes(server, { authenticate, ...exceptions })
  const addressOf = clientAddress(config.trustedProxies)
  streaming.routes(server, { authenticate, addressOf, limitSocket: limitSockets(countCalls, addressOf) })
  const wallets = { ...invoicing.requests, sign: signing.sign, issuer: issuerOf(config) }
  await server.register(
    paymentRequestRoutes({
      ...wallets,
      show: invoicing.show,
      showWithoutRequote: invoicing.showWithoutRequote,
    }),
  )
  await server.register(paymentAddressRoutes(invoicing))
  await server.register(paymentRoutes({ ...wallets, ...payments, submit }))
  await checkout.routes(server)
  const { rules } = invoiceParts(context, invoicing)
  const dashboardParts = {
    invoicing,
    links,
    assets,
    rules,
    checkout: checkout.showWithoutRequote,
    view: chains.view,
    exceptions,
    webhooks: { ...webhookServices, endpoints },
    report,
  }
  await dashboardRoutes(server, context, identity, dashboardParts)
  if (config.greenfield) greenfieldPageRoutes(server, { assets, baseUrl: config.baseUrl })
  referenceRoutes(server, { baseUrl: config.baseUrl, exchange: config.events.amqpExchange, assets })
  if (config.greenfield)
    await server.register(
      createGreenfieldRoutes(context, {
        authenticate,
        endpoints,
        deliveries: webhookServices.deliveries,
        ...chains,
        invoicing,
        rules,
      }),
    )
  if (config.sandboxControl) await server.register(sandboxRoutes(chains.sandboxes.chains))

  const settled = async () =>
    void (await Promise.all([
      chains.networks.waitUntilChecked(),
      chains.chains.waitUntilSynced(),
      pricesLoaded,
    ]))
  return { server, events: streaming.subscriptions, settled, close }

  async function close(): Promise<void> {
    closing = true
    const cutNodes = () => void chains.networks.close().catch(logFailure('closing networks'))
    const cutTimer = setTimeout(cutNodes, closeTimeoutMs)
    streaming.closeStreams()
    await closeServer(server)
    metrics?.stop()
    clearTimeout(cutTimer)
    await streaming.stop()
    await Promise.all([upkeep.stop(), relays.stop(), webhooks.stop(), rejectionLog.stop(), signing.stop()])
    await identity.stop()
    await Promise.all([chains.sandboxes.stop(), invoicing.prices.stop()])
    await Promise.all([chains.chains.stop(), proofs?.stop(), chains.networks.close()])
  }
}

/** Records the base URL, for links that commands print. Call it once the server listens: a failed start must not change them. */
export const recordBaseUrl = (database: Database, { baseUrl: url }: Config): Promise<void> =>
  createTransact(database)(({ baseUrl }) => baseUrl.setBaseUrl(url))

const issuerOf = ({ baseUrl, secrets: { certificate } }: Config) => ({ baseUrl, certificate })

function createRequestAuthentication(
  { config, transact, read, clock, logFailure }: AppContext,
  { findSession }: Identity,
) {
  const touch = (id: string, at: number) => {
    transact(({ accounts }) => accounts.touchToken(id, at)).catch(logFailure('recording token use'))
  }
  const findCaller = shareWithinTick((digest: string) => read.accounts.findCaller(digest, clock.now()))
  return createAuthentication({ findCaller, findSession, baseUrl: config.baseUrl }, touch, clock)
}

/** The dependencies of the invoice routes. */
function invoiceParts({ config, read }: AppContext, { prices, ...invoicing }: InvoiceServices) {
  return {
    ...invoicing,
    rules: ({ currency }: { currency: string }) => ({
      currency,
      listRatedCurrencies: prices.currencies,
      defaultLifetimeMs: config.invoiceMs,
      allowPrivateWebhooks: config.allowPrivateWebhooks,
    }),
    isGranted: (owner: number, viewer: number) => read.links.isGranted(owner, viewer),
  }
}
