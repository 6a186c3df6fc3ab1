import type { FastifyBaseLogger } from 'fastify'
import { accountLinks } from './account-links/links.ts'
import { accountLinkRoutes } from './account-links/routes.ts'
import { authentication } from './accounts/authenticate.ts'
import type { Base } from './base.ts'
import { openChains } from './chains.ts'
import { openCheckout } from './checkout.ts'
import { coinRoutes } from './coins/routes.ts'
import type { Config } from './config.ts'
import { dashboardRoutes } from './dashboard.ts'
import { endedAccess } from './ended-access.ts'
import { errorShapeOf } from './error-shapes.ts'
import type { EventSubscriptions } from './events/transports/in-memory.ts'
import { queuedAmong } from './events/transports/index.ts'
import { invoiceExportRoutes } from './invoices/export-routes.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { type Invoicing, openInvoicing } from './invoicing.ts'
import { type Clock, second, systemClock } from './kernel/clock.ts'
import { failingAt } from './kernel/failpoint.ts'
import { sharedInTurn } from './kernel/shared.ts'
import { startMetrics } from './metrics.ts'
import { sandboxRoutes } from './networks/sandbox/routes.ts'
import { describeRoutes } from './openapi.ts'
import { openOperating } from './operating.ts'
import { openPaying } from './paying.ts'
import { paymentRequestRoutes } from './payment-requests/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { closeServer } from './platform/http/close.ts'
import { healthRoutes } from './platform/http/health.ts'
import { limitRequests, limitSockets } from './platform/http/limit-requests.ts'
import { limitWork } from './platform/http/limit-work.ts'
import { clientAddress } from './platform/http/proxies.ts'
import { countRequests } from './platform/http/rate-limits.ts'
import { createServer, type Server } from './platform/http/server.ts'
import type { Database } from './platform/storage/database.ts'
import { openProofs } from './proofs.ts'
import { openRelays } from './relays.ts'
import { type AccountHouse, openAccountHouse } from './sessions.ts'
import { openSigningKeys } from './signing-keys.ts'
import { stores, transactOn } from './stores.ts'
import { openStreaming } from './streaming.ts'
import { startUpkeep } from './upkeep.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { toldEndpoints } from './webhooks/told.ts'
import { startWebhooks, webhookTools } from './webhooks.ts'

/** The service, put together and at work; `server` is not listening yet. */
export interface App {
  readonly server: Server
  /** Typed subscriptions for code that embeds the service: the transport `in-memory`; null when it is not named. */
  readonly events: EventSubscriptions | null
  /** Resolves when the networks and rates have been looked at once: until then coins may be missing from invoices. */
  settled(): Promise<void>
  /** Answers what runs, ends hanging calls to nodes, stops the work in the background. The database stays open. */
  close(): Promise<void>
}

/** Requests that wait for a node are answered as unknown after this, so that the process ends in time. */
const closePatienceMs = 4 * second

/** Joins every part of the service: what is not here is not wired. */
export async function openApp(
  config: Config,
  { database, log, clock = systemClock }: { database: Database; log: FastifyBaseLogger; clock?: Clock },
): Promise<App> {
  const queued = queuedAmong(config.events.transports)
  const ended = endedAccess()
  const base: Base = {
    config,
    database,
    transact: transactOn(database, queued, ended.tell),
    // Spread: each is made once, not at every use.
    read: { ...stores(database.read) },
    clock,
    notes: {
      warn: (message, facts = {}) => log.warn(facts, message),
      info: (message, facts = {}) => log.info(facts, message),
    },
    failed: (work) => (error) => log.error({ err: error }, `${work} failed`),
    at: failingAt(config.failpoint),
  }
  const { transact, read, notes, failed, at } = base
  // First: without its key nothing is begun.
  const tools = webhookTools(config, { transact, clock })
  const signing = await openSigningKeys(base)
  const house = await openAccountHouse(base)

  const chains = openChains(base)
  const invoicing = openInvoicing(base, chains)
  const paying = openPaying(base, chains, invoicing)
  const checkout = openCheckout(base, chains, invoicing, paying)
  const priced = invoicing.prices.start()

  // Those who follow the events.
  const isDue = (transport: string, now: number) => read.outbox.isDue(transport, now)
  const relays = openRelays(config, {
    transact,
    isDue,
    clock,
    log: notes,
    failed: failed('relaying events'),
    at,
  })
  const { allowPrivateWebhooks: allowPrivate } = config
  const webhooks = startWebhooks(tools, { database, transact, clock, allowPrivate, failed })
  const streaming = await openStreaming(config, { database, read, failed })
  ended.listen(streaming.end)
  streaming.tail.subscribeAll(relays.wake)
  const watching = { log: notes, failed: failed('anchoring events'), at }
  const proofs = openProofs(config, { networks: chains.networks, read, transact, clock, ...watching })
  const upkeep = startUpkeep(base, chains, paying, [
    () => read.outbox.oldestUndelivered(queued),
    webhooks.neededFrom,
    ...(proofs ? [proofs.neededFrom] : []),
  ])

  const { openStreams } = streaming
  const standing = { chains, prices: invoicing.prices, openStreams }
  const report = openOperating(base, standing)
  const metrics = await startMetrics(base, standing)

  // The edge.
  let closing = false
  const server = createServer({
    log,
    now: () => clock.now(),
    closing: () => closing,
    trustedProxies: config.trustedProxies,
    shapeOf: errorShapeOf,
    ...streaming.upgradePath,
  })
  limitWork(server)
  const take = countRequests(config.rateLimits, clock)
  if (config.rateLimits.size > 0) limitRequests(server, take)
  const authenticate = openAuthentication(base, house)
  authenticate.guard(server)
  await describeRoutes(server, config.baseUrl)
  healthRoutes(server, async () => !closing && database.ready())
  metrics?.routes(server)
  coinRoutes(server)
  signing.routes(server)
  invoiceRoutes(server, { authenticate, ...invoiceParts(base, invoicing) })
  invoiceExportRoutes(server, { authenticate, ...invoiceParts(base, invoicing), clock })
  accountLinkRoutes(server, { authenticate, ...accountLinks({ ...base, ...house }) })
  const endpoints = toldEndpoints(tools.endpoints, house)
  webhookRoutes(server, { authenticate, ...tools, endpoints })
  const addressOf = clientAddress(config.trustedProxies)
  streaming.routes(server, { authenticate, addressOf, limitSocket: limitSockets(take, addressOf) })
  const show = async (uid: string) => (await invoicing.show(uid)).public
  const wallets = { ...invoicing.requests, sign: signing.sign, issuer: issuerOf(config) }
  await server.register(paymentRequestRoutes({ ...wallets, show, glance: invoicing.glance }))
  await server.register(paymentRoutes({ ...wallets, ...paying, submit: checkout.submit }))
  await checkout.routes(server)
  const { rules } = invoiceParts(base, invoicing)
  const trade = {
    invoicing,
    rules,
    checkout: checkout.glance,
    view: chains.view,
    webhooks: { ...tools, endpoints },
    report,
  }
  await dashboardRoutes(server, base, house, trade)
  if (config.sandboxControl) await server.register(sandboxRoutes(chains.sandboxes.chains))

  const settled = async () =>
    void (await Promise.all([chains.networks.settled(), chains.chains.settled(), priced]))
  return { server, events: streaming.subscriptions, settled, close }

  async function close(): Promise<void> {
    closing = true
    const cutNodes = () => void chains.networks.close().catch(failed('closing networks'))
    const cut = setTimeout(cutNodes, closePatienceMs)
    streaming.endStreams()
    await closeServer(server)
    metrics?.stop()
    clearTimeout(cut)
    await streaming.stop()
    await Promise.all([upkeep.stop(), relays.stop(), webhooks.stop(), checkout.stop(), signing.stop()])
    await house.stop()
    await Promise.all([chains.sandboxes.stop(), invoicing.prices.stop()])
    await Promise.all([chains.chains.stop(), proofs?.stop(), chains.networks.close()])
  }
}

const issuerOf = ({ baseUrl, secrets: { certificate } }: Config) => ({ baseUrl, certificate })

function openAuthentication({ config, transact, read, clock, failed }: Base, { findSession }: AccountHouse) {
  const touch = (id: string, at: number) => {
    transact(({ accounts }) => accounts.touchToken(id, at)).catch(failed('noting the use of a token'))
  }
  const findCaller = sharedInTurn((digest: string) => read.accounts.findCaller(digest, clock.now()))
  return authentication({ findCaller, findSession, baseUrl: config.baseUrl }, touch, clock)
}

/** What the routes of invoices need of them. */
function invoiceParts({ config, read }: Base, { prices, ...invoicing }: Invoicing) {
  return {
    ...invoicing,
    rules: ({ currency }: { currency: string }) => ({
      currency,
      rated: prices.currencies,
      defaultLifeMs: config.invoiceMs,
      allowPrivateWebhooks: config.allowPrivateWebhooks,
    }),
    isGranted: (owner: number, viewer: number) => read.links.isGranted(owner, viewer),
  }
}
