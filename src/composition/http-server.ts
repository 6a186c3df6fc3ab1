import type { FastifyBaseLogger } from 'fastify'
import { createAccountLinks } from '../account-links/links.ts'
import { registerAccountLinkRoutes } from '../account-links/routes.ts'
import { type Authentication, createAuthentication } from '../accounts/authenticate.ts'
import { createPermissionCheck } from '../accounts/role.ts'
import { registerCoinRoutes } from '../coins/routes.ts'
import type { Config } from '../config/config.ts'
import { formatGreenfieldError } from '../greenfield/errors.ts'
import { registerGreenfieldPageRoutes } from '../greenfield/page-routes.ts'
import { registerInvoiceExportRoutes } from '../invoices/export-routes.ts'
import { registerInvoiceRoutes } from '../invoices/routes.ts'
import { shareWithinTick } from '../kernel/share-calls.ts'
import { getBasePath } from '../kernel/web-address.ts'
import { registerMetricsRoutes } from '../metrics/routes.ts'
import { createSandboxRoutes } from '../networks/sandbox/routes.ts'
import { chooseErrorFormat } from '../openapi/error-format.ts'
import { registerReferenceRoutes } from '../openapi/reference-routes.ts'
import { describeRoutes } from '../openapi/routes.ts'
import { registerPaymentExceptionRoutes } from '../payment-exceptions/routes.ts'
import {
  createPaymentAddressRoutes,
  createPaymentRequestRoutes,
  formatWalletError,
} from '../payment-requests/routes.ts'
import { createResponder } from '../payment-requests/wallet-response.ts'
import { createPaymentRoutes, formatPaymentError } from '../payments/routes.ts'
import { formatPlainError } from '../platform/http/errors.ts'
import { registerHealthRoutes } from '../platform/http/health.ts'
import { limitConcurrentRequests } from '../platform/http/limit-concurrent-requests.ts'
import { createSocketLimiter, limitRequests } from '../platform/http/limit-requests.ts'
import { limitResponses } from '../platform/http/limit-responses.ts'
import { createClientAddressReader } from '../platform/http/proxies.ts'
import type { CountCalls } from '../platform/http/rate-limits.ts'
import { createServer, type Server } from '../platform/http/server.ts'
import { addServerTiming } from '../platform/http/server-timing.ts'
import type { Assets } from '../platform/web/assets.ts'
import { createEndpointsWithOwnerEmails } from '../webhooks/endpoints-with-owner-emails.ts'
import { registerWebhookRoutes } from '../webhooks/routes.ts'
import type { Chains } from './chains.ts'
import type { createCheckoutPage } from './checkout.ts'
import type { AppContext } from './context.ts'
import { registerDashboardRoutes } from './dashboard.ts'
import { createGreenfieldRoutes } from './greenfield.ts'
import type { Identity } from './identity.ts'
import type { InvoiceServices } from './invoicing.ts'
import type { MetricsService } from './monitoring.ts'
import type { createOperatorReportCollector } from './operator-report.ts'
import type { ExceptionServices } from './payment-exceptions.ts'
import type { PaymentServices } from './payment-services.ts'
import type { SigningService } from './signing.ts'
import type { StreamService } from './streaming.ts'
import type { WebhookServices } from './webhook-delivery.ts'

/** The services that the routes call. */
export interface HttpServices {
  readonly assets: Assets
  readonly identity: Identity
  readonly signing: SigningService
  readonly chains: Chains
  readonly invoicing: InvoiceServices
  readonly payments: PaymentServices
  readonly exceptions: ExceptionServices
  readonly checkout: ReturnType<typeof createCheckoutPage>
  readonly webhookServices: WebhookServices
  readonly streaming: StreamService
  /** Null if nobody may read the metrics. */
  readonly metrics: MetricsService | null
  readonly collectReport: ReturnType<typeof createOperatorReportCollector>
}

interface ServerDependencies {
  readonly log: FastifyBaseLogger
  /** While the process shuts down, new requests get 503. */
  readonly isClosing: () => boolean
  readonly countCalls: CountCalls
}

const errorFormatters = {
  Error: formatPlainError,
  WalletError: formatWalletError,
  PaymentError: formatPaymentError,
  GreenfieldError: formatGreenfieldError,
}

/** The server with all of its routes. It is not listening yet. */
export async function createHttpServer(
  context: AppContext,
  services: HttpServices,
  dependencies: ServerDependencies,
): Promise<Server> {
  const { config, database } = context
  const { identity, streaming, metrics, webhookServices, chains } = services
  const server = createLimitedServer(context, streaming, dependencies)
  const authenticate = createRequestAuthentication(context, identity)
  authenticate.guard(server)
  await describeRoutes(server, config.baseUrl)
  registerHealthRoutes(server, async () => !dependencies.isClosing() && database.isReady())
  if (metrics) registerMetricsRoutes(server, metrics)
  registerCoinRoutes(server)
  const merchant: MerchantDependencies = {
    authenticate,
    links: createAccountLinks({ ...context, ...identity }),
    endpoints: createEndpointsWithOwnerEmails(webhookServices.endpoints, identity),
    invoiceDependencies: createInvoiceDependencies(context, services.invoicing),
  }
  registerMerchantRoutes(server, context, services, merchant)
  const getClientAddress = createClientAddressReader(config.trustedProxies)
  const limitSocket = createSocketLimiter(dependencies.countCalls, getClientAddress)
  streaming.registerRoutes(server, { authenticate, getClientAddress, limitSocket })
  await registerWalletRoutes(server, config, services)
  await services.checkout.registerRoutes(server)
  await registerPageRoutes(server, context, services, merchant)
  if (config.greenfield) await registerGreenfieldRoutes(server, context, services, merchant)
  if (config.sandboxControl) await server.register(createSandboxRoutes(chains.sandboxes.chains))
  return server
}

function createLimitedServer(
  { config, clock }: AppContext,
  { socketPath }: StreamService,
  { log, isClosing, countCalls }: ServerDependencies,
): Server {
  const server = createServer({
    log,
    now: () => clock.now(),
    isClosing,
    trustedProxies: config.trustedProxies,
    getErrorFormatter: (path) =>
      errorFormatters[chooseErrorFormat(path, { hasGreenfield: config.greenfield })],
    ...(socketPath !== null && { upgradePath: socketPath }),
    basePath: getBasePath(config.baseUrl),
  })
  if (config.serverTiming) addServerTiming(server)
  limitConcurrentRequests(server)
  limitResponses(server)
  if (config.rateLimits.size > 0) limitRequests(server, countCalls)
  return server
}

interface MerchantDependencies {
  readonly authenticate: Authentication
  readonly links: ReturnType<typeof createAccountLinks>
  readonly endpoints: ReturnType<typeof createEndpointsWithOwnerEmails>
  readonly invoiceDependencies: ReturnType<typeof createInvoiceDependencies>
}

/** The merchant's API. */
function registerMerchantRoutes(
  server: Server,
  { config, clock }: AppContext,
  { signing, webhookServices, exceptions }: HttpServices,
  { authenticate, links, endpoints, invoiceDependencies }: MerchantDependencies,
): void {
  const getPageUrl = config.greenfield
    ? (uid: string) => `${config.baseUrl}/dashboard/invoices/${encodeURIComponent(uid)}`
    : null
  signing.registerRoutes(server)
  registerInvoiceRoutes(server, { authenticate, getPageUrl, ...invoiceDependencies })
  registerInvoiceExportRoutes(server, { authenticate, ...invoiceDependencies, clock })
  registerAccountLinkRoutes(server, { authenticate, ...links })
  registerWebhookRoutes(server, { authenticate, ...webhookServices, endpoints })
  registerPaymentExceptionRoutes(server, { authenticate, ...exceptions })
}

/** The routes that wallets call. */
async function registerWalletRoutes(
  server: Server,
  { baseUrl, secrets: { certificate } }: Config,
  { invoicing, signing, payments }: HttpServices,
): Promise<void> {
  const { show, showWithoutRequote } = invoicing
  const responder = createResponder({ getSigner: signing.getSigner, issuer: { baseUrl, certificate } })
  const { requests } = invoicing
  await server.register(
    createPaymentRequestRoutes({ ...requests, ...responder, show, showWithoutRequote, baseUrl }),
  )
  await server.register(createPaymentAddressRoutes(invoicing))
  await server.register(createPaymentRoutes({ ...requests, ...payments, responder }))
}

async function registerPageRoutes(
  server: Server,
  context: AppContext,
  services: HttpServices,
  { links, endpoints, invoiceDependencies: { getRules } }: MerchantDependencies,
): Promise<void> {
  const { identity, assets, checkout, chains, webhookServices } = services
  const { baseUrl, events } = context.config
  await registerDashboardRoutes(server, context, identity, {
    ...services,
    links,
    getRules,
    showCheckout: checkout.showWithoutRequote,
    view: chains.view,
    webhooks: { ...webhookServices, endpoints },
  })
  registerReferenceRoutes(server, { baseUrl, exchange: events.amqpExchange, assets })
}

/** The routes for shop plug-ins. */
async function registerGreenfieldRoutes(
  server: Server,
  context: AppContext,
  { assets, chains, invoicing, webhookServices }: HttpServices,
  { authenticate, endpoints, invoiceDependencies: { getRules } }: MerchantDependencies,
): Promise<void> {
  registerGreenfieldPageRoutes(server, { assets, baseUrl: context.config.baseUrl })
  const { deliveries } = webhookServices
  const dependencies = { ...chains, authenticate, endpoints, deliveries, invoicing, getRules }
  await server.register(createGreenfieldRoutes(context, dependencies))
}

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
function createInvoiceDependencies({ config, read }: AppContext, { prices, ...invoicing }: InvoiceServices) {
  return {
    ...invoicing,
    getRules: ({ currency }: { currency: string }) => ({
      currency,
      listRatedCurrencies: prices.listCurrencies,
      defaultLifetimeMs: config.invoiceMs,
      allowPrivateWebhooks: config.allowPrivateWebhooks,
    }),
    canReadInvoices: createPermissionCheck(read.staff, 'invoices.read'),
  }
}
