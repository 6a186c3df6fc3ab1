import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import { loadSecretKey } from '../config/secret-key.ts'
import { createAccessRevokedEmitter } from '../event-streams/revoked-access.ts'
import type { EventSubscriptions } from '../events/transports/in-memory.ts'
import { filterQueued } from '../events/transports/index.ts'
import { type Clock, second, systemClock } from '../kernel/clock.ts'
import { createFailpoints } from '../kernel/failpoint.ts'
import { systemTimers } from '../kernel/timers.ts'
import { getBasePath } from '../kernel/web-address.ts'
import { closeServer } from '../platform/http/close.ts'
import type { Server } from '../platform/http/server.ts'
import type { Database } from '../platform/storage/database.ts'
import { withWaitTimes } from '../platform/storage/timed.ts'
import { loadAssets } from '../platform/web/assets.ts'
import type { Worker } from '../platform/workers/worker.ts'
import { startProofs } from './anchoring.ts'
import { startBackgroundJobs } from './background-jobs.ts'
import { startChains } from './chains.ts'
import { createCheckoutPage } from './checkout.ts'
import type { AppContext } from './context.ts'
import { openConfiguredMailer } from './email.ts'
import { createHttpServer, type HttpServices } from './http-server.ts'
import { createIdentity } from './identity.ts'
import { createInvoiceServices } from './invoicing.ts'
import { startMetrics } from './monitoring.ts'
import { createOperatorReportCollector } from './operator-report.ts'
import { startPaymentEmails } from './payment-emails.ts'
import { createExceptionServices } from './payment-exceptions.ts'
import { createPaymentServices, startRejectionLog } from './payment-services.ts'
import { startRelays } from './relays.ts'
import { startSigningKeys } from './signing.ts'
import { createStores, createTransact } from './stores.ts'
import { startStreamService } from './streaming.ts'
import { createWebhookServices, startWebhooks } from './webhook-delivery.ts'
import { createServiceCallCounter, shareRevocations } from './workers.ts'

/** The assembled and running service; `server` is not listening yet. */
export interface App {
  readonly server: Server
  /** Typed subscriptions for code that embeds the service: the transport `in-memory`; null when it is not enabled. */
  readonly events: EventSubscriptions | null
  /** Resolves when the networks and rates have been checked once: until then coins may be missing from invoices. */
  waitUntilSettled(): Promise<void>
  /** Finishes running requests, aborts hanging calls to nodes, and stops the background work. The database stays open. */
  close(): Promise<void>
}

/** After this, calls to nodes are aborted, and payments that wait for them stay unknown, so that the process ends in time. */
const closeTimeoutMs = 4 * second

/** Wires all parts of the service together. There is no other wiring. */
export async function openApp(
  config: Config,
  {
    database: opened,
    log,
    clock = systemClock,
    worker = null,
  }: { database: Database; log: FastifyBaseLogger; clock?: Clock; worker?: Worker | null },
): Promise<App> {
  const database = config.serverTiming ? withWaitTimes(opened) : opened
  const queuedTransports = filterQueued(config.events.transports)
  const accessRevoked = createAccessRevokedEmitter()
  const context: AppContext = {
    config,
    database,
    transact: createTransact(database, queuedTransports, accessRevoked.emit),
    // Spreading calls the getters: each store is created once, not at every use.
    read: { ...createStores(database.read) },
    clock,
    // Startup fails without a usable key.
    serverKey: loadSecretKey(config.secrets),
    timers: systemTimers,
    log: {
      warn: (message, fields = {}) => log.warn(fields, message),
      info: (message, fields = {}) => log.info(fields, message),
    },
    logFailure: (work) => (error) => log.error({ err: error }, `${work} failed`),
    checkFailpoint: createFailpoints(config.failpoint),
  }
  const { transact, read, log: logger, logFailure, checkFailpoint, timers } = context
  const webhookServices = createWebhookServices(config, context)
  const signing = await startSigningKeys(context)
  const mailer = await openConfiguredMailer(config)
  const identity = createIdentity(context, mailer)

  const chains = startChains(context)
  const invoicing = createInvoiceServices(context, chains)
  const payments = createPaymentServices(context, chains, invoicing)
  const exceptions = createExceptionServices(context, chains, payments)
  const rejectionLog = startRejectionLog(context)
  const submit = rejectionLog.withRejectionLog(payments.submit)
  const assets = loadAssets(getBasePath(config.baseUrl))
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
  streaming.tail.subscribeAll(webhooks.wake)
  const proofDependencies = { log: logger, onError: logFailure('anchoring events'), checkFailpoint }
  const proofs = startProofs(config, { chains, read, transact, clock, ...proofDependencies })
  const paymentEmails = startPaymentEmails(context, { mailer, attemptLimits: identity.attemptLimits })
  const backgroundJobs = startBackgroundJobs(context, chains, payments, [
    { findFirstNeededPosition: () => read.outbox.findOldestUndelivered(queuedTransports) },
    webhooks,
    ...(proofs ? [proofs] : []),
    ...(paymentEmails ? [paymentEmails] : []),
  ])
  database.onCommit(backgroundJobs.wakeNumbering)

  const reportDependencies = {
    chains,
    prices: invoicing.prices,
    countOpenStreams: streaming.countOpenStreams,
  }
  const collectReport = createOperatorReportCollector(context, reportDependencies)
  const { listReturnedEvents } = relays
  const metrics = await startMetrics(context, { ...reportDependencies, listReturnedEvents, worker })

  let isClosing = false
  const services: HttpServices = {
    assets,
    identity,
    signing,
    chains,
    invoicing,
    payments: { ...payments, submit },
    exceptions,
    checkout,
    webhookServices,
    streaming,
    metrics,
    collectReport,
  }
  const countCalls = createServiceCallCounter(config, { clock, worker })
  const server = await createHttpServer(context, services, { log, isClosing: () => isClosing, countCalls })

  const waitUntilSettled = async () =>
    void (await Promise.all([
      chains.networks.waitUntilChecked(),
      chains.chains.waitUntilSynced(),
      pricesLoaded,
    ]))
  return { server, events: streaming.subscriptions, waitUntilSettled, close }

  async function close(): Promise<void> {
    isClosing = true
    const abortNodeCalls = () => void chains.networks.close().catch(logFailure('closing networks'))
    const abortTimer = setTimeout(abortNodeCalls, closeTimeoutMs)
    streaming.closeStreams()
    await closeServer(server)
    metrics?.stop()
    clearTimeout(abortTimer)
    await streaming.stop()
    await Promise.all([
      backgroundJobs.stop(),
      relays.stop(),
      webhooks.stop(),
      paymentEmails?.stop(),
      rejectionLog.stop(),
      signing.stop(),
    ])
    await identity.stop()
    mailer?.close()
    await Promise.all([chains.sandboxes.stop(), invoicing.prices.stop()])
    await Promise.all([chains.chains.stop(), proofs?.stop(), chains.networks.close()])
  }
}

/** Records the base URL for links that commands print. Call it once the server listens: a failed start must not change it. */
export const recordBaseUrl = (database: Database, { baseUrl: url }: Config): Promise<void> =>
  createTransact(database)(({ baseUrl }) => baseUrl.setBaseUrl(url))
